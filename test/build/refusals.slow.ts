// A broken document stops the build with the file, the line and the rule, and leaves generated/ as it was.
import { renameSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Workspace } from './workspace.ts';

const ROOT_FILE = 'openapi/openapi.yaml';
const PRICES = 'openapi/paths/currency/prices.yaml';
const PRICES_EXAMPLE = 'openapi/examples/getCurrencyPrices.response.usd.yaml';
const MEMOS = 'openapi/schemas/WithdrawalRequest.yaml';
const AMOUNT = 'openapi/schemas/Amount.yaml';
const VAULT = 'openapi/paths/wallets/{WALLET_ID}/vault/balance.yaml';
const STATUS = 'openapi/paths/wallets/{WALLET_ID}/apisecret.yaml';
const ORDER_ID = 'openapi/schemas/OrderId.yaml';
const TYPE = 'openapi/schemas/CallbackType.yaml';
const CODES = 'openapi/examples/getApiCodeStatus.response.both.yaml';
const GUIDE = 'openapi/description/guides/deposits.md';
const CODES_GUIDE = 'openapi/description/guides/authentication.md';
const TRANSACTIONS = 'openapi/paths/wallets/{WALLET_ID}/sender/transactions/{ORDER_ID}.yaml';
const NOT_FOUND = 'openapi/responses/NotFound.yaml';
const WORKFLOWS = 'openapi/workflows.arazzo.yaml';
const NOT_FOUND_ROW = 'openapi/examples/errors/404-not_found.yaml';

interface Breakage {
  what: string;
  rule: string;
  /** Where the finding has to be. */
  file: string;
  /** Breaks the document, and returns the line of the finding. */
  mutate: (workspace: Workspace) => number;
}

/** One text of a file that is replaced; the finding is so many lines below where the new one begins. */
const edited = (what: string, rule: string, file: string, before: string, after: string, below = 0): Breakage => ({
  ...{ what, rule, file },
  mutate: (workspace) => workspace.edit(file, before, after) + below,
});

/** By what of the document is looked at, in turn. A build tells of all that it finds before it stops, so that all of one are broken at once. */
const refusals: Readonly<Record<string, readonly Breakage[]>> = {
  'the root file, by itself': [
    edited('a root file that is no YAML', 'yaml', ROOT_FILE, 'servers:\n', 'servers: [\ntags:\n', 1),
  ],
  'what is read of it': [
    edited('a path file that is no YAML', 'no-unresolved-refs', PRICES, '  summary: ', '   summary: '),
    edited(
      'a reference to no file',
      'no-unresolved-refs',
      ROOT_FILE,
      '$ref: paths/wallets/readonly/walletlist.yaml',
      '$ref: paths/wallets/readonly/walletslist.yaml',
    ),
  ],
  'each file by itself': [
    edited(
      'a pattern that a long text keeps busy for ever',
      'pattern-safe',
      AMOUNT,
      'pattern: ^[0-9]+(',
      'pattern: ^([0-9]+)+(',
    ),
    edited(
      'a schema that refers to itself through another',
      'no-circle',
      TYPE,
      'type: integer',
      'allOf: [{ $ref: Callback.yaml }]\ntype: integer',
    ),
    {
      what: 'a schema whose name begins small',
      rule: 'file-name',
      file: 'openapi/schemas/orderId.yaml',
      mutate: (workspace) => {
        renameSync(workspace.path(ORDER_ID), workspace.path('openapi/schemas/orderId.yaml'));
        return 1;
      },
    },
    edited(
      'an API code in an example that looks real',
      'no-secrets',
      CODES,
      'MMGC6HAO4G4NPWSXZ6EXAMPLE2',
      'MMGC6HAO4G4NPWSXZ6ETNLT6PA',
    ),
    edited(
      'a token of another service in a description',
      'no-secrets',
      MEMOS,
      'description: One',
      `description: ghp_${'aB3dE5fG7h'.repeat(4).slice(0, 36)} One`,
    ),
  ],
  'its guides': [
    edited(
      'a text that asks for a value that no point has',
      'open-point-value',
      GUIDE,
      '{{processing-state}}',
      '{{processing-stat}}',
    ),
  ],
  'its descriptions': [
    edited(
      'a text that asks for a part that a value has not',
      'open-point-value',
      PRICES,
      'description: |\n',
      'description: |\n    Within {{request-time.windw}} seconds.\n',
      1,
    ),
  ],
  'all files, together': [
    edited('a misspelt field', 'struct', PRICES, '  summary: ', '  sumary: '),
    {
      what: 'an operation without a summary',
      rule: 'operation-summary',
      file: VAULT,
      mutate: (workspace) => {
        workspace.edit(VAULT, '  summary: Query vault wallet balance\n', '');
        return 1; // nothing there to point at but the operation
      },
    },
    edited(
      'an operationId that is taken',
      'operation-operationId-unique',
      STATUS,
      'operationId: getApiCodeStatus',
      'operationId: listWallets',
    ),
    edited(
      'an example that breaks its schema',
      'no-invalid-media-type-examples',
      PRICES_EXAMPLE,
      'last_refresh_attempt_time: ',
      'last_refresh_attempt_time: now # ',
    ),
    {
      what: 'a path parameter that is not declared',
      rule: 'path-parameters-defined',
      file: PRICES,
      mutate: (workspace) => {
        workspace.edit(ROOT_FILE, '/v1/svc/currency/prices:', '/v1/svc/currency/prices/{CURRENCY}:');
        return workspace.edit(PRICES, '  parameters:', '  parameters:');
      },
    },
  ],
  'what refers to what': [
    {
      what: 'a file that nothing refers to',
      rule: 'no-orphans',
      file: 'openapi/examples/errors/400-forgotten.yaml',
      mutate: (workspace) => {
        writeFileSync(workspace.path('openapi/examples/errors/400-forgotten.yaml'), 'summary: Forgotten\n');
        return 1;
      },
    },
  ],
  'the bundle': [
    edited(
      'what only Spectral finds, and only in the bundle',
      'no-eval-in-markdown',
      PRICES,
      'description: |\n',
      'description: |\n    eval(\n',
    ),
    {
      what: 'an operation that does not say whether it may be repeated',
      rule: 'repeatable',
      file: VAULT,
      mutate: (workspace) => {
        workspace.edit(VAULT, '  x-repeatable: always\n', '');
        return 1; // nothing there to point at but the operation
      },
    },
    edited('a misspelt extension', 'extension-known', STATUS, '  x-repeatable: always', '  x-repeatble: always'),
    edited(
      'an extension on what it says nothing of',
      'extension-place',
      MEMOS,
      '    x-memo-rules:',
      '    x-repeatable: always\n    x-memo-rules:',
    ),
    edited(
      'an operation that may be repeated by a misspelt word',
      'extension-value',
      PRICES,
      '  x-repeatable: always',
      '  x-repeatable: allways',
    ),
    {
      what: 'a memo of a currency that there is not',
      rule: 'extension-value',
      file: MEMOS,
      mutate: (workspace) =>
        workspace.edit(MEMOS, '      XRP:', '      XPR:') && workspace.edit(MEMOS, 'x-memo-rules', 'x-memo-rules'),
    },
    edited(
      'a memo that is refused by a row that there is not',
      'extension-value',
      MEMOS,
      'tooLong: bnb_memo_too_long',
      'tooLong: bnb_memo_to_long',
    ),
    {
      what: 'an error row that says nothing of repeating',
      rule: 'extension-value',
      file: NOT_FOUND_ROW,
      mutate: (workspace) => {
        workspace.edit(NOT_FOUND_ROW, '  repeat: later\n', '');
        return workspace.edit(NOT_FOUND_ROW, 'x-error:', 'x-error:');
      },
    },
    edited(
      'an error row at a stage that there is not',
      'extension-value',
      NOT_FOUND_ROW,
      '  stage: admission',
      '  stage: admitted',
    ),
  ],
  'the catalogue': [
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
    edited('an error row under a wrong key', 'error-listed', NOT_FOUND, '      not_found:', '      missing:'),
    edited(
      'an error body that is not that of its row',
      'error-value',
      NOT_FOUND_ROW,
      '  error: Wallet ID invalid',
      '  error: Wallet ID unknown',
    ),
  ],
  'the workflows': [
    edited(
      'a workflow with a step that is no operation',
      'workflows',
      WORKFLOWS,
      'operationId: listCallbacks',
      'operationId: listCallback',
    ),
    edited(
      'a workflow with a misspelt field',
      'struct',
      WORKFLOWS,
      '    summary: Change to the next API code',
      '    sumary: Change to the next API code',
    ),
  ],
  'its links': [
    edited(
      'a link to an operation that there is not',
      'docs-link',
      TRANSACTIONS,
      '#operation/listWithdrawalStates',
      '#operation/listWithdrawalState',
    ),
  ],
  'its pictures': [
    edited(
      'a picture that there is not',
      'docs-made',
      CODES_GUIDE,
      '<!-- picture: API codes',
      '<!-- picture: API keys',
    ),
  ],
};

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

test.each(Object.entries(refusals))('what breaks %s stops the build, by file, line and rule', async (_, broken) => {
  const lines = broken.map(({ mutate }) => mutate(workspace));
  const before = workspace.snapshot();
  const { exitCode, stderr } = await workspace.build();
  const isTold = ({ file, rule }: Breakage, i: number): boolean =>
    new RegExp(`^${literally(file)}:${String(lines[i])}:\\d+\n {4}${rule}: `, 'm').test(stderr);
  const untold = broken.filter((one, i) => !isTold(one, i)).map(({ what }) => what);
  expect(untold, stderr).toEqual([]);
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
