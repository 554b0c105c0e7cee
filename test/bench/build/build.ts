/** What the whole build costs beside its bare tools on the same document, and how both grow with the document. */
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compare, inTurn, own } from '../compare.ts';
import { curve } from '../curve.ts';
import { ROOT } from '../document.ts';
import { drive, times as requests } from '../server/drive.ts';
import { ANYBODY, balance } from '../server/requests.ts';
import { mock, start } from '../server/servers.ts';
import { buildPackage } from '../../package/build.ts';
import { Workspace } from '../../build/workspace.ts';
import type { Bench, Comparison } from '../suite.ts';
import { multiply } from './multiply.ts';

const run = promisify(execFile);

/** How many times as many operations. */
const SIZES = [1, 8, 32];
/** While the benchmark itself is only tried out. */
const QUICK_SIZES = [1, 2];
const BUILD = 'npm run --silent build';
const SOURCE = 'openapi/openapi.yaml';
const BUNDLE = 'bare/openapi.json';
const NO_CONFIG = 'bare/redocly.yaml'; // the project's own is for a newer Redocly than openapi-typescript brings

/** What the build does with tools of others, as someone would type it. */
const TOOLS = [
  ['redocly lint, source', `redocly lint ${SOURCE}`],
  ['redocly bundle', `redocly bundle ${SOURCE} --output ${BUNDLE}`],
  ['redocly lint, bundle', `redocly lint ${BUNDLE}`],
  ['spectral', `spectral lint ${BUNDLE} --ruleset .spectral.yaml`],
  ['openapi-typescript', `openapi-typescript ${BUNDLE} --redocly ${NO_CONFIG} --output bare/types.d.ts`],
  ['redocly build-docs', `redocly build-docs ${BUNDLE} --inlineBundle --output bare/index.html`],
  ['openapi2postmanv2', `openapi2postmanv2 --spec ${BUNDLE} --output bare/postman.json`],
] as const;

const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: '1' };

const SUM = 'sum of the bare tools';
const WHOLE = 'our build';
const UNCHANGED = 'our build, unchanged';
const START = 'The start of our mock';
/** What a curve is drawn of. */
const GROWING = [WHOLE, UNCHANGED, 'redocly lint, bundle', 'spectral', 'openapi-typescript'];

/** What a mock is packed with. */
const OPENAPI = '@wallet-operations/openapi/openapi.json';

/** Seconds in each round, by what was run. */
type Series = Readonly<Record<string, readonly number[]>>;

export default async function build(bench: Bench): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  const costs: Record<string, Record<number, readonly number[]>> = {};
  const sizes = bench.quick ? QUICK_SIZES : SIZES;
  for (const size of sizes) {
    const series = await measure(bench, size, comparisons);
    for (const name of GROWING) (costs[name] ??= {})[size] = series[name] ?? [];
  }
  costs[START] = await starting(bench, sizes);
  const curves = Object.entries(costs).map(([name, ofSizes]) =>
    curve({ title: `${capital(name)}, and how many times as many operations`, unit: 's' }, ofSizes, {
      own: [WHOLE, UNCHANGED, START].includes(name),
    }),
  );
  return [...comparisons, ...curves];
}

/** Measures all at one size, and puts it beside what was compared before. */
async function measure(bench: Bench, size: number, comparisons: Comparison[]): Promise<Series> {
  const workspace = new Workspace();
  try {
    multiply(workspace, size);
    const title = size === 1 ? 'Building' : `Building ${times(size)}`;
    const series = await inBuilding(bench, title, size === 1 ? 7 : 3, workspace);
    // larger ones take minutes, and nothing is promised of them
    const claims = size === 1 ? { [WHOLE]: own(1.7), [UNCHANGED]: own(0.2) } : { [WHOLE]: own(), [UNCHANGED]: own() };
    comparisons.push(compare({ title, unit: 's', better: 'less', note: sizeOf(workspace) }, series, claims));
    await buildPackage('mock', join(packedIn(bench, size), 'mock'), {
      [OPENAPI]: workspace.path('generated/openapi.json'),
    });
    return series;
  } finally {
    workspace[Symbol.dispose]();
  }
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const times = (size: number): string => `${String(size)} times as many operations`;

/** The folder that has the mock of a multiplied document. */
const packedIn = (bench: Bench, size: number): string => join(bench.folder, `times-${String(size)}`);

/** Seconds from the start of each mock to its first answer, which is of its last copy: in turn, for minutes lie between two builds. */
async function starting(bench: Bench, sizes: readonly number[]): Promise<Record<number, number[]>> {
  const timed = (size: number) => async (): Promise<number> => {
    const next = (): Buffer => balance(size === 1 ? ANYBODY : { ...ANYBODY, product: `svc/copy${String(size)}` });
    const { startTime, port, stop } = await start(mock(packedIn(bench, size)), next());
    await drive(port, requests(1, next), 1); // which it would refuse, had it another document
    await stop();
    return startTime / 1000;
  };
  return inTurn(bench, 'starting', 7, Object.fromEntries(sizes.map((size) => [size, timed(size)])));
}

async function inBuilding(bench: Bench, what: string, rounds: number, workspace: Workspace): Promise<Series> {
  mkdirSync(workspace.path('bare'));
  writeFileSync(workspace.path(NO_CONFIG), '{}\n');

  /** Runs a command at the top of the workspace, and gives the seconds that it took. */
  const timed = async (command: string, says = ''): Promise<number> => {
    const [name = '', ...args] = command.split(' ');
    const file = name === 'npm' ? name : join(ROOT, 'node_modules', '.bin', name);
    const start = performance.now();
    const { stdout } = await run(file, args, { cwd: workspace.root, env: environment, maxBuffer: 2 ** 26 });
    if (!stdout.includes(says)) throw new Error(`${command} did not say "${says}" but:\n${stdout}`);
    return (performance.now() - start) / 1000;
  };
  const tools = await inTurn<string, number>(bench, what, rounds, {
    ...Object.fromEntries(TOOLS.map(([name, command]) => [name, () => timed(command)])),
    [WHOLE]: () => {
      rmSync(workspace.path('node_modules/.cache'), { recursive: true, force: true }); // or it would see that nothing changed
      return timed(BUILD, 'write generated/');
    },
    [UNCHANGED]: () => timed(BUILD, 'up to date'),
  });
  const all = tools[WHOLE] ?? [];
  const sum = all.map((_, round) => TOOLS.reduce((total, [name]) => total + (tools[name]?.[round] ?? NaN), 0));
  return { [SUM]: sum, ...tools };
}

const sizeOf = (workspace: Workspace): string =>
  `The document bundled is ${(statSync(workspace.path(BUNDLE)).size / 1000).toFixed(0)} kB.`;
