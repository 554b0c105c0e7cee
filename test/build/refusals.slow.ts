// A broken document stops the build with the file, the line and the rule, and leaves generated/ as it was.
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Workspace } from './workspace.ts';

const ROOT_FILE = 'openapi/openapi.yaml';
const PRICES = 'openapi/paths/currency/prices.yaml';
const PRICES_EXAMPLE = 'openapi/examples/getCurrencyPrices.response.usd.yaml';
const NOT_FOUND = 'openapi/responses/NotFound.yaml';
const NOT_FOUND_ROW = 'openapi/examples/errors/404-not_found.yaml';

interface Breakage {
  what: string;
  rule: string;
  /** Where the finding has to be. */
  file: string;
  /** Breaks the document, and returns the line of the finding. */
  mutate: (workspace: Workspace) => number;
}

const replace =
  (file: string, before: string, after: string, lines = 0) =>
  (workspace: Workspace): number =>
    workspace.edit(file, before, after) + lines;

const breakages: Breakage[] = [
  {
    what: 'a root file that is no YAML',
    rule: 'yaml',
    file: ROOT_FILE,
    mutate: replace(ROOT_FILE, 'servers:\n', 'servers: [\ntags:\n', 1),
  },
  {
    what: 'a path file that is no YAML',
    rule: 'no-unresolved-refs',
    file: PRICES,
    mutate: replace(PRICES, '  summary: ', '   summary: '),
  },
  {
    what: 'a reference to no file',
    rule: 'no-unresolved-refs',
    file: ROOT_FILE,
    mutate: replace(ROOT_FILE, '$ref: paths/currency/prices.yaml', '$ref: paths/currency/price.yaml'),
  },
  {
    what: 'a misspelt field',
    rule: 'struct',
    file: PRICES,
    mutate: replace(PRICES, '  summary: ', '  sumary: '),
  },
  {
    what: 'an operation without a summary',
    rule: 'operation-summary',
    file: PRICES,
    mutate: (workspace) => {
      workspace.edit(PRICES, '  summary: Query currency prices\n', '');
      return 1; // nothing there to point at but the operation
    },
  },
  {
    what: 'an operationId that is taken',
    rule: 'operation-operationId-unique',
    file: PRICES,
    mutate: replace(PRICES, 'operationId: getCurrencyPrices', 'operationId: listWallets'),
  },
  {
    what: 'an example that breaks its schema',
    rule: 'no-invalid-media-type-examples',
    file: PRICES_EXAMPLE,
    mutate: replace(PRICES_EXAMPLE, 'last_refresh_attempt_time: ', 'last_refresh_attempt_time: now # '),
  },
  {
    what: 'a path parameter that is not declared',
    rule: 'path-parameters-defined',
    file: PRICES,
    mutate: (workspace) => {
      workspace.edit(ROOT_FILE, '/v1/svc/currency/prices:', '/v1/svc/currency/prices/{CURRENCY}:');
      return workspace.edit(PRICES, '  parameters:', '  parameters:');
    },
  },
  {
    what: 'a file that nothing refers to',
    rule: 'no-orphans',
    file: 'openapi/examples/errors/400-forgotten.yaml',
    mutate: (workspace) => {
      writeFileSync(workspace.path('openapi/examples/errors/400-forgotten.yaml'), 'summary: Forgotten\n');
      return 1;
    },
  },
  {
    what: 'what only Spectral finds, and only in the bundle',
    rule: 'no-eval-in-markdown',
    file: PRICES,
    mutate: replace(PRICES, 'description: |\n', 'description: |\n    eval(\n'),
  },
  {
    what: 'an error row under a wrong status',
    rule: 'error-listed',
    file: PRICES,
    mutate: (workspace) => {
      const example = '../../examples/errors/400-invalid_parameter.yaml';
      const before = "    '404':\n      $ref: ../../responses/NotFound.yaml\n";
      const content = `schema: { $ref: ../../schemas/ErrorBody.yaml }\n          examples:\n            invalid_parameter: { $ref: ${example} }`;
      return (
        workspace.edit(
          PRICES,
          before,
          `    '404':\n      description: x\n      content:\n        application/json:\n          ${content}\n`,
        ) + 6
      );
    },
  },
  {
    what: 'an error row under a wrong key',
    rule: 'error-listed',
    file: NOT_FOUND,
    mutate: replace(NOT_FOUND, '      not_found:', '      missing:'),
  },
  {
    what: 'an error body that is not that of its row',
    rule: 'error-value',
    file: NOT_FOUND_ROW,
    mutate: (workspace) => workspace.edit(NOT_FOUND_ROW, '  error: Wallet ID invalid', '  error: Wallet ID unknown'),
  },
  {
    what: 'an error row that says nothing of repeating',
    rule: 'error-repeat',
    file: NOT_FOUND_ROW,
    mutate: (workspace) => {
      workspace.edit(NOT_FOUND_ROW, '  repeat: later\n', '');
      return workspace.edit(NOT_FOUND_ROW, 'x-error:', 'x-error:');
    },
  },
  {
    what: 'an error row at a stage that there is not',
    rule: 'error-stage',
    file: NOT_FOUND_ROW,
    mutate: replace(NOT_FOUND_ROW, '  stage: admission', '  stage: admitted'),
  },
  {
    what: 'an operation that may be repeated by a misspelt word',
    rule: 'repeatable',
    file: PRICES,
    mutate: replace(PRICES, '  x-repeatable: always', '  x-repeatable: allways'),
  },
  {
    what: 'an operation that does not say whether it may be repeated',
    rule: 'repeatable',
    file: PRICES,
    mutate: (workspace) => {
      workspace.edit(PRICES, '  x-repeatable: always', '  x-repeatble: always');
      return 1; // nothing there to point at but the operation
    },
  },
];

let workspace: Workspace;

beforeAll(() => {
  workspace = new Workspace();
  writeFileSync(workspace.path('generated/openapi.json'), 'of an earlier build');
  workspace.save();
});

beforeEach(() => {
  workspace.restore();
});

afterAll(() => {
  workspace[Symbol.dispose]();
});

test.each(breakages)('$what stops the build ($rule)', async ({ rule, file, mutate }) => {
  const line = mutate(workspace);
  const before = workspace.snapshot();
  const { exitCode, stderr } = await workspace.build();
  expect(stderr).toMatch(new RegExp(`^${literally(file)}:${String(line)}:\\d+\n {4}${rule}: `, 'm'));
  expect(stderr.split('\n').filter((text) => text.startsWith(' ') && text.length > 80)).toEqual([]);
  expect(exitCode).toBe(1);
  expect(workspace.snapshot()).toEqual(before);
  expect(workspace.leftovers()).toEqual([]);
});

test('an error with a | in its words stops the build, for that parts the fields of the client table', async () => {
  const row = 'openapi/examples/errors/403-header_not_found.yaml';
  workspace.edit(row, '  text: Forbidden.', '  text: Forbidden |');
  workspace.edit(row, '  error: Forbidden.', '  error: Forbidden |');
  const before = workspace.snapshot();
  const { exitCode, stderr } = await workspace.build();
  expect(stderr).toContain('The error header_not_found has a | in its words');
  expect(stderr).toContain('Stopped at "client tables" with 1 problem');
  expect(exitCode).toBe(1);
  expect(workspace.snapshot()).toEqual(before);
});

function literally(text: string): string {
  return text.replace(/[^\w/-]/g, '\\$&');
}
