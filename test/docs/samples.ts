// The code samples of the docs page as files, run as a reader would run them.
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { operationsOf, type ShownDocument } from './page.ts';
import type { Recorded, Recorder } from './recorder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const SHOWN_ADDRESS = 'http://127.0.0.1:4010';

export const run = promisify(execFile);

/** A program of several samples, one after the other: starting one for each takes seconds. Each says when it is done. */
type Program = (names: readonly string[], done: string) => [command: string, ...args: string[]];

const shell =
  (command: string): Program =>
  (names, done) => [command, '-ec', names.map((name) => `${command} -e ${name}; curl -s ${done}${name}`).join('\n')];

const node: Program = (names, done) => [
  process.execPath,
  '--input-type=module',
  '-e',
  [
    'const fail = (error) => { console.error(error); process.exitCode = 1; };',
    ...names.map((name) => `await import('./${name}').catch(fail); await fetch('${done}${name}');`),
  ].join('\n'),
];

const python: Program = (names, done) => [
  'python3',
  '-c',
  [
    'import runpy, urllib.request',
    ...names.map((name) => `runpy.run_path('${name}'); urllib.request.urlopen('${done}${name}')`),
  ].join('\n'),
];

/** A way to run the samples of a language. */
export interface Way {
  readonly label: string;
  readonly extension: string;
  readonly program: Program;
  /** The command that they need and that may not be installed. */
  readonly needs?: string;
}

/** Those that take any API code and checksum. */
export const unsigned: Way = { label: 'curl, mock', extension: 'mock.sh', program: shell('bash') };

export const fetching: Way = { label: 'fetch', extension: 'mjs', program: node };

/** Those that sign with their own hands. */
export const signing: Readonly<Record<string, Way>> = {
  'curl in sh': { label: 'curl, signed', extension: 'signed.sh', program: shell('sh'), needs: 'openssl' },
  'curl in bash': { label: 'curl, signed', extension: 'signed.bash', program: shell('bash'), needs: 'openssl' },
  fetch: fetching,
  Python: { label: 'Python', extension: 'py', program: python, needs: 'python3' },
};

/** Those that leave it to the client. */
export const client: Way = { label: 'TypeScript', extension: 'ts', program: node };

/** Commands that samples need and this machine does not have. In CI it must. */
export const missing: readonly string[] = [
  ...new Set(Object.values(signing).flatMap(({ needs }) => needs ?? [])),
].filter((command) => spawnSync(command, ['--help']).error);

/** Whether they can be run. */
export const canRun = ({ needs }: Way): boolean => needs === undefined || !missing.includes(needs);

/** The samples of a language, by the names of their files. */
export function sourcesOf(document: ShownDocument, { label, extension }: Way): Map<string, string> {
  return new Map(
    operationsOf(document).flatMap(({ operationId, 'x-codeSamples': samples = [] }) =>
      samples.filter((one) => one.label === label).map(({ source }) => [`${operationId}.${extension}`, source]),
    ),
  );
}

/** Sources in a folder from which the packages of this repository can be imported. */
export class SampleFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'wallet-samples-'));

  constructor() {
    symlinkSync(join(ROOT, 'node_modules'), join(this.path, 'node_modules'), 'junction');
    mkdirSync(join(this.path, 'samples'));
    writeFileSync(join(this.path, 'package.json'), '{ "type": "module" }');
  }

  /**
   * Runs sources by their names, word for word but for the address that they show.
   *
   * @param mayThrow - as samples for the client do where they are refused
   * @returns what each of them sent
   */
  async run(
    program: Program,
    sources: ReadonlyMap<string, string>,
    recorder: Recorder,
    { mayThrow = false } = {},
  ): Promise<Map<string, Recorded[]>> {
    const names = [...sources.keys()];
    for (const [name, source] of sources) {
      writeFileSync(join(this.path, 'samples', name), source.replaceAll(SHOWN_ADDRESS, recorder.url));
    }
    const [command, ...args] = program(names, `${recorder.url}/done/`);
    const options = { cwd: join(this.path, 'samples'), env: { ...process.env, NO_COLOR: '1' } };
    await run(command, args, options).catch((error: unknown) => {
      if (!mayThrow) throw error;
    });
    const sent = new Map<string, Recorded[]>();
    let current: Recorded[] = [];
    for (const request of recorder.take()) {
      const name = /^\/done\/(.*)$/.exec(request.url.pathname)?.[1];
      if (name === undefined) {
        current.push(request);
        continue;
      }
      sent.set(name, current);
      current = [];
    }
    return sent;
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true });
  }
}
