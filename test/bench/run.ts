/**
 * `npm run bench`: measures what the project claims, each figure beside its peers in one run, and writes the report. With names of
 * suites it measures these alone, and writes nothing, unless with `--keep`: then they take the place of what the report had of them.
 * With `--quick` it only tries everything out, and holds what it is to what is promised of the processor alone.
 */
import { exec, fork } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { Listr } from 'listr2';
import { TIMER as timer } from '../../scripts/lib/run.ts';
import { buildPackage, ROOT } from '../package/build.ts';
import { MODULES } from './peers.ts';
import { brokenClaims, steadyOf, tables, writeReport, type Section } from './report/report.ts';
import type { FromSuite, ToSuite } from './process.ts';
import type { Comparison } from './suite.ts';
import { SUITES } from './suites.ts';

const PACKAGES = ['client', 'mock', 'sandbox', 'durable'];

type Name = keyof typeof SUITES;
const isName = (text: string): text is Name => text in SUITES;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, keep: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !isName(name));
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(', ')}. The suites are ${Object.keys(SUITES).join(', ')}.`);
  process.exit(1);
}
const chosen = (Object.keys(SUITES) as Name[]).filter((name) => positionals.length === 0 || positionals.includes(name));

const folder = mkdtempSync(join(tmpdir(), 'wallet-bench-'));
process.on('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const shown = { rendererOptions: { timer }, fallbackRendererOptions: { timer }, registerSignalListeners: false };
const preparation = new Listr(
  [
    { title: 'Install the peers', skip: () => areInstalled() && 'The peers are installed', task: install },
    { title: 'Pack the packages', task: pack },
  ],
  shown,
);
await preparation.run().catch(() => process.exit(1)); // the list has said why

const sections: Section[] = [];
const suites = chosen.map((name) => ({
  title: SUITES[name][1],
  task: async (_: unknown, task: { output: unknown }) => {
    const comparisons = await measure(name, (text) => {
      if (process.stdout.isTTY) task.output = text; // in a log every round would be a line
    });
    sections.push({ title: SUITES[name][1], comparisons });
  },
}));
await new Listr(suites, { ...shown, exitOnError: false }).run();

console.log(`\n${await tables(sections)}`);
const titles = Object.values(SUITES).map(([, title]) => title);
const isWhole = sections.length === Object.keys(SUITES).length;
if (!options.quick && (isWhole || options.keep)) await writeReport(sections, titles);
const broken = brokenClaims(options.quick ? steadyOf(sections) : sections);
if (broken.length > 0) console.error(`Not as promised:\n${broken.map((line) => `  ${line}`).join('\n')}`);
if (broken.length > 0 || sections.length < chosen.length) process.exitCode = 1;

/** npm keeps a copy of what it installed; where that is older than what was asked for, something else is asked for by now. */
function areInstalled(): boolean {
  const installed = join(MODULES, '.package-lock.json');
  return (
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(join(import.meta.dirname, 'package-lock.json')).mtimeMs
  );
}

async function install(): Promise<void> {
  await promisify(exec)('npm ci --ignore-scripts --no-audit --no-fund --loglevel error', { cwd: import.meta.dirname });
}

async function pack(): Promise<void> {
  for (const name of PACKAGES) await buildPackage(name, join(folder, name));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
}

/** Runs a suite in a process of its own: what one suite has the engine learn is none of the next one's business. */
function measure(name: Name, progress: (text: string) => void): Promise<Comparison[]> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'process.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.on('message', (message: FromSuite) => {
      if ('progress' in message) progress(message.progress);
      else resolve(message.comparisons);
    });
    child.on('exit', (code) => {
      reject(new Error(`The suite ${name} ended with ${String(code)}.`));
    });
    child.send({ file: SUITES[name][0], folder, quick: options.quick } satisfies ToSuite);
  });
}
