// The workflows run, step by step, against the mock: each step's request fits the document, and so does its success.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startMock, type Mock, type MockLogEntry } from '@wallet-operations/mock';
import document from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { errors } from '@wallet-operations/openapi/errors';
import { ProcessingState } from '@wallet-operations/openapi/points';
import { parse, stringify } from 'yaml';
import { afterAll, beforeAll, expect, test } from 'vitest';

const require = createRequire(import.meta.url);
const PUBLISHED = require.resolve('@wallet-operations/openapi/workflows');
const REDOCLY = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin', 'cli.js');

interface Step {
  readonly stepId: string;
  readonly operationId: string;
  readonly parameters?: object[];
  readonly successCriteria: readonly { readonly condition: string }[];
}

interface Arazzo {
  readonly info: { readonly version: string };
  readonly workflows: readonly { readonly workflowId: string; readonly steps: Step[] }[];
}

const text = readFileSync(PUBLISHED, 'utf8');
const { info, workflows } = parse(text) as Arazzo;

const order = document.components.examples['withdrawAssets.request.single'].value.requests[0];
const inputs = { wallet_id: 635743, api_code: 'any', checksum: 'any', t: 1, since: 0, ...order };

let folder: string;
let mock: Mock;
let log: MockLogEntry[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wallet-operations-'));
  cpSync(join(dirname(PUBLISHED), 'openapi.yaml'), join(folder, 'openapi.yaml'));
  mock = await startMock({ log: (entry) => log.push(entry) });
});
afterAll(async () => {
  await mock.close();
  rmSync(folder, { recursive: true });
});

/** Runs workflows with Redocly's Respect. */
async function respect(
  { change, ...given }: { change?: (arazzo: Arazzo) => void; order_id?: string },
  ...names: string[]
): Promise<{ exitCode: number; stdout: string; calls: (string | undefined)[] }> {
  const file = join(folder, 'workflows.arazzo.yaml');
  const arazzo = parse(text) as Arazzo;
  change?.(arazzo);
  writeFileSync(file, change ? stringify(arazzo) : text);
  log = [];
  const args = [
    ...[REDOCLY, 'respect', file, '--server', `wallet=${mock.url}`, '--input', JSON.stringify({ ...inputs, ...given })],
    ...names.flatMap((name) => ['--workflow', name]),
  ];
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { ...process.env, REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' }, timeout: 25_000 };
    const child = execFile(process.execPath, args, options, (_error, stdout) => {
      resolve({ exitCode: child.exitCode ?? -1, stdout, calls: log.map(({ operationId }) => operationId) });
    });
  });
}

const stepsOf = (id: string): string[] =>
  workflows.filter(({ workflowId }) => workflowId === id).flatMap(({ steps }) => steps.map((step) => step.operationId));

test('they have the version of the document', () => {
  expect(info.version).toBe(document.info.version);
});

test('each runs to its end, one call for each step', async () => {
  const { exitCode, stdout, calls } = await respect({});
  expect(stdout).not.toContain('✗');
  expect(exitCode).toBe(0);
  expect(calls).toEqual(workflows.flatMap(({ workflowId }) => stepsOf(workflowId)));
});

test('an order that is a duplicate when it is sent again is looked up all the same', async () => {
  const Prefer = { name: 'Prefer', in: 'header', value: 'example=duplicated_entry' };
  const change = ({ workflows }: Arazzo): void => {
    const step = workflows.find(({ workflowId }) => workflowId === 'resend')?.steps[0];
    Object.assign(step ?? {}, { parameters: [Prefer] });
  };
  const { exitCode, calls } = await respect({ change }, 'resend');
  expect(log.map(({ status }) => status)).toEqual([errors.duplicated_entry.status, 200]);
  expect([exitCode, calls]).toEqual([0, stepsOf('resend')]);
});

test('another order than the one that was sent is no success', async () => {
  const { exitCode, stdout } = await respect({ order_id: 'shop1_other' }, 'resend');
  expect(stdout).toContain('✗ success criteria check - $response.body#/transactions/0/order_id');
  expect(exitCode).not.toBe(0);
});

test('what they say of codes and states is what the document says', () => {
  const conditions = workflows.flatMap(({ steps }) =>
    steps.flatMap(({ successCriteria }) => successCriteria.map(({ condition }) => condition)),
  );
  const numbers = (field: string): string[] =>
    conditions.flatMap((condition) => new RegExp(`/${field} == (\\d+)`).exec(condition)?.slice(1) ?? []);
  expect(numbers('error_code')).toEqual([String(errors.duplicated_entry.code)]);
  expect(numbers('processing_state')).toEqual([String(ProcessingState.done)]);
});
