/**
 * `npm run test:mutation:code`: has Stryker change the code on which money hangs, one place at a time, and fails where too many
 * changes go unnoticed, or one without a reason. A folder that has passed, and of which nothing has changed since, is left out, unless
 * with `--all`. `client` and `sandbox` are the folders of each; with names of folders or files it looks at these alone. Stryker works
 * in a copy.
 */
import { exec, fork } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs, promisify } from 'node:util';
import { Listr } from 'listr2';
import { TIMER as timer } from '../../scripts/lib/run.ts';
import { FOLDERS, JSON_SOURCES, SANDBOX_SOURCES, SOURCES, type Folder } from './folders.ts';
import { judge, textOf, type StrykerReport } from './judge.ts';
import { isJudged, remember } from './judged.ts';
import type { Told } from './reporter.ts';
import { survivors } from './survivors.ts';

/** One more than there are cores: a third of the time a test waits for a clock or a socket. */
const AT_ONCE = availableParallelism() + 1;

/** Percent of all changes that must be noticed, but for folders that have a threshold of their own. */
const THRESHOLD = 90;

/** What the names of files begin with that a table need not repeat. */
const PREFIX = new RegExp(`^(${SOURCES}|${SANDBOX_SOURCES})/`);

const ROOT = join(import.meta.dirname, '..', '..');
const MODULES = join(import.meta.dirname, 'node_modules');

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false }, concurrency: { type: 'string', default: String(AT_ONCE) } },
});
/** What may be asked for as a whole. */
const GROUPS: Readonly<Record<string, (folder: Folder) => boolean>> = {
  client: ({ threshold }) => threshold === undefined,
  sandbox: ({ threshold }) => threshold !== undefined,
};
const [first = ''] = positionals;
const isGroup = positionals.length === 0 || Object.hasOwn(GROUPS, first);
const isOf = GROUPS[first] ?? (() => true);
const names = isGroup ? Object.entries(FOLDERS).flatMap(([name, folder]) => (isOf(folder) ? [name] : [])) : positionals;
const targets = names.map(targetOf);

const temporary = mkdtempSync(join(tmpdir(), 'wallet-code-mutation-'));
process.on('exit', () => {
  rmSync(temporary, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const reports: StrykerReport[] = [];
const steps = [
  { title: 'Install Stryker', skip: () => isInstalled() && 'Stryker is installed', task: install },
  ...targets.map((target, i) => ({
    title: `Change ${target.name}`,
    skip: () => isLeftOut(target) && `${target.name} has passed as it is`,
    task: async (_: unknown, task: { output: unknown }) => {
      const report = await change(target, join(temporary, String(i)), (progress) => {
        if (process.stdout.isTTY) task.output = progress; // in a log every change would be a line
      });
      reports.push(report);
    },
  })),
];
const shown = { rendererOptions: { timer }, fallbackRendererOptions: { timer }, registerSignalListeners: false };
await new Listr(steps, shown).run().catch(() => process.exit(1)); // the list has said why

if (reports.length === 0) process.exit(); // all has passed as it is
const isWhole = isGroup && reports.length === targets.length;
const files = new Set(reports.flatMap((report) => Object.keys(report.files)));
const reasons = survivors.filter(({ file }) => isWhole || files.has(file) || files.has(`${SOURCES}/${file}`));
const thresholds = Object.fromEntries(
  targets.flatMap(({ name, folder, of }) =>
    name === folder && of.threshold !== undefined ? [[folder, of.threshold]] : [],
  ),
);
const judgement = judge(reports, reasons, { root: PREFIX, threshold: isWhole ? THRESHOLD : 0, thresholds });
console.log(`\n${textOf(judgement)}`);
if (!judgement.passed) process.exitCode = 1;
else if (!process.env.CI) remember(targets.filter(({ name, folder }) => name === folder).map(({ folder }) => folder));

/** Whether a folder need not be judged again. */
function isLeftOut({ name, folder }: Target): boolean {
  return isGroup && !options.all && name === folder && isJudged(folder);
}

/** What is changed, and the entry of {@link FOLDERS} whose tests judge it. */
interface Target {
  readonly name: string;
  readonly folder: string;
  readonly of: Folder;
  /** The sources, from the top folder. */
  readonly pattern: string;
}

function targetOf(name: string): Target {
  const bare = name.replace(/\.ts$/, '');
  const [folder = ''] = bare.split('/');
  const of = Object.hasOwn(FOLDERS, folder) ? FOLDERS[folder] : undefined;
  if (of) {
    const path = folder === 'json' ? bare.replace(folder, of.sources) : `${of.sources}/${bare}`;
    if (existsSync(join(ROOT, `${path}.ts`))) return { name, folder, of, pattern: `${path}.ts` };
    if (bare === folder) return { name, folder, of, pattern: `${path}/**/*.ts` };
  }
  console.error(`There is no ${name} to change. What is changed: ${Object.keys(FOLDERS).join(', ')}.`);
  return process.exit(1);
}

/** npm keeps a copy of what it installed; where that is older than what was asked for, something else is asked for by now. */
function isInstalled(): boolean {
  const installed = join(MODULES, '.package-lock.json');
  return (
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(join(import.meta.dirname, 'package-lock.json')).mtimeMs
  );
}

/** Without its peers: Stryker is to run the vitest that all other tests run in. */
async function install(): Promise<void> {
  const quietly = '--ignore-scripts --no-audit --no-fund --loglevel error';
  await promisify(exec)(`npm ci --legacy-peer-deps ${quietly}`, { cwd: import.meta.dirname });
}

/** Has Stryker judge every change, in a process of its own: it takes over whatever process it is in. */
async function change(target: Target, place: string, progress: (text: string) => void): Promise<StrykerReport> {
  const report = `${place}.json`;
  writeFileSync(`${place}.config.json`, JSON.stringify(configurationOf(target, place, report)));
  const stryker = fork(
    join(MODULES, '@stryker-mutator', 'core', 'bin', 'stryker.js'),
    ['run', `${place}.config.json`],
    {
      cwd: ROOT,
      env: { ...process.env, CHANGED_FOLDER: target.folder },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  stryker.on('message', progressOf(progress));
  const said = Promise.all(
    [stryker.stdout, stryker.stderr].map((stream) => (stream ? text(stream) : Promise.resolve(''))),
  );
  const code = await new Promise((resolve) => stryker.on('exit', resolve));
  if (code !== 0 || !existsSync(report))
    throw new Error(`Stryker ended with ${String(code)}:\n${(await said).join('\n').trim()}`);
  return JSON.parse(readFileSync(report, 'utf8')) as StrykerReport;
}

/** Stryker's options. Its copy has what the tests need; all else is installed, and linked. */
function configurationOf({ pattern }: Target, place: string, report: string): object {
  const sources = [SOURCES, JSON_SOURCES, SANDBOX_SOURCES].map((folder) => `${folder}/**`);
  const tests = ['client/**', 'sandbox/**', 'overlays/*.ts', 'code-mutation/*.ts'].map((pattern) => `test/${pattern}`);
  const copied = [...sources, ...tests, 'generated/*', 'package.json'];
  return {
    mutate: [pattern],
    ignorePatterns: ['**', ...copied.map((pattern) => `!${pattern}`)],
    tempDirName: place,
    cleanTempDir: 'always',
    testRunner: 'vitest',
    vitest: { configFile: 'test/code-mutation/vitest.config.ts', related: false }, // every test imports by way of an alias
    plugins: ['@stryker-mutator/vitest-runner', join(import.meta.dirname, 'reporter.ts')],
    coverageAnalysis: 'perTest',
    disableTypeChecks: false, // nobody checks them there
    concurrency: Number(options.concurrency),
    timeoutMS: 20_000, // besides what the tests take: slow on a busy machine is not noticed yet
    reporters: ['json', 'told'],
    jsonReporter: { fileName: report },
    logLevel: 'error',
    allowConsoleColors: false,
  };
}

/** How far it is, and how long it will take. */
function progressOf(show: (text: string) => void): (told: Told) => void {
  let [all, done, survived] = [0, 0, 0];
  let start = 0;
  return (told) => {
    if ('all' in told) [all, start] = [told.all, performance.now()];
    else {
      done++;
      if (told.status === 'Survived' || told.status === 'NoCoverage') survived++;
    }
    const minutes = ((performance.now() - start) * (all / done - 1)) / 60_000;
    const left = done === 0 ? '' : `, ${String(Math.ceil(minutes))} min left`;
    show(`${String(done)} of ${String(all)}, ${String(survived)} survived${left}`);
  };
}
