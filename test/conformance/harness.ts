/** Runs the command against a service as a user does, with codes in the environment, and gives all that he gets. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '@wallet-operations/conformance';
import { parseJson } from '@wallet-operations/json';
import type { Running } from './variants/variant.ts';

/** A point or a fact, as the JSON report has it. */
export interface Reported {
  readonly verdict: string;
  readonly evidence: string;
  readonly value?: unknown;
}

/** What a run gives to its user. */
export interface Result {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly folder: string;
  /** The text of a file that it wrote. */
  readonly read: (name: FileName) => string;
  readonly report: {
    readonly ok: boolean;
    readonly failures: readonly string[];
    readonly points: Readonly<Record<string, Reported>>;
    readonly facts: readonly (Reported & {
      readonly operationId: string;
      readonly kind: string;
      readonly about: string;
    })[];
  };
}

/** The files that a run is asked for. */
export const FILES = {
  transcript: 'transcript.jsonl',
  json: 'report.json',
  junit: 'report.xml',
  markdown: 'report.md',
  answers: 'answers.overlay.yaml',
} as const;

type FileName = keyof typeof FILES;

/** The arguments that ask for all of them in a folder. */
export const filesIn = (folder: string, names = Object.keys(FILES) as FileName[]): string[] =>
  names.flatMap((name) => [`--${name}`, join(folder, FILES[name])]);

/** The configuration of a service's user, and the environment that it is read with. */
export function configurationOf({
  url,
  product,
  wallets,
  readOnly,
}: Pick<Running, 'url' | 'product' | 'wallets' | 'readOnly'>): {
  readonly config: Record<string, unknown>;
  readonly environment: Record<string, string>;
} {
  const environment: Record<string, string> = { READ_CODE: readOnly.apiCode, READ_SECRET: readOnly.secret };
  const given = wallets.map(({ walletId, kind, apiCode, secret }, i) => {
    environment[`CODE_${String(i)}`] = apiCode;
    environment[`SECRET_${String(i)}`] = secret;
    return { id: String(walletId), kind, apiCode: `env:CODE_${String(i)}`, secret: `env:SECRET_${String(i)}` };
  });
  const config = {
    baseUrl: url,
    ...(product !== undefined && { product }),
    activated: true,
    wallets: given,
    readOnly: { apiCode: 'env:READ_CODE', secret: 'env:READ_SECRET' },
  };
  return { config, environment };
}

/** What ends a run. */
interface Ending {
  readonly signal?: AbortSignal;
}

/** Runs the command with these arguments. Time passes as the service says. */
export async function command(
  args: readonly string[],
  { now = Date.now, pass = () => Promise.resolve(), signal }: Pick<Running, 'now' | 'pass'> & Ending = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  let [stdout, stderr] = ['', ''];
  const exitCode = await main(args, {
    write: (text) => (stdout += text),
    complain: (text) => (stderr += text),
    environment,
    isTerminal: false,
    clock: { now, pass },
    ...(signal && { signal }),
  });
  return { exitCode, stdout, stderr };
}

/** A run with every report. */
export async function conform(
  running: Running & Ending,
  more: readonly string[] = [],
  changes: object = {},
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'conform-'));
  const { config, environment } = configurationOf(running);
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ ...config, ...changes }));
  const args = ['run', '--config', join(folder, 'config.json'), ...filesIn(folder), ...more];
  const outcome = await command(args, running, environment);
  return { ...outcome, folder, ...resultsIn(folder) };
}

/** The files of a folder that a command wrote to. */
export function resultsIn(folder: string): Pick<Result, 'read' | 'report'> {
  const read = (name: FileName): string => readFileSync(join(folder, FILES[name]), 'utf8');
  return {
    read,
    get report() {
      return parseJson(read('json')) as Result['report'];
    },
  };
}

/** The lines of what differs: `point` and its value, or `operationId kind about`. */
export const differencesIn = ({ report }: Pick<Result, 'report'>): string[] => [
  ...Object.entries(report.points)
    .filter(([, { verdict }]) => verdict === 'contradicted')
    .map(([id, { evidence }]) => `${id}: ${evidence}`),
  ...report.facts
    .filter(({ verdict }) => verdict === 'differs')
    .map(({ operationId, kind, about, evidence }) => `${operationId} ${kind} ${about}: ${evidence}`),
];

/** What differs, by its name alone. */
export const namesIn = (result: Pick<Result, 'report'>): string[] =>
  differencesIn(result).map((line) => line.split(':')[0] ?? '');

/** The points that a run contradicts. */
export const contradictedIn = ({ report }: Pick<Result, 'report'>): string[] =>
  Object.entries(report.points).flatMap(([id, { verdict }]) => (verdict === 'contradicted' ? [id] : []));
