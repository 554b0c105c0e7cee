/** What the whole build costs beside its bare tools on the same document, and how both grow with the document. */
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compare, inTurn, own, quantile } from '../compare.ts';
import { ROOT } from '../document.ts';
import { Workspace } from '../../build/workspace.ts';
import type { Bench, Comparison } from '../suite.ts';
import { multiply } from './multiply.ts';

const run = promisify(execFile);

const FACTORS = [8, 32];
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

/** Seconds in each round, by what was run. */
type Series = Record<string, number[]>;

export default async function build(bench: Bench): Promise<Comparison[]> {
  const once = new Workspace();
  try {
    const small = await measure(bench, 'building', 7, once);
    const comparisons = [
      compare({ title: 'Building', ...HEADING, note: sizeOf(once) }, small, {
        [WHOLE]: own(1.7),
        [UNCHANGED]: own(0.2),
      }),
    ];
    // the largest takes minutes, and nothing is promised of it
    for (const factor of bench.quick ? FACTORS.slice(0, 1) : FACTORS)
      comparisons.push(...(await grown(bench, factor, small)));
    return comparisons;
  } finally {
    once[Symbol.dispose]();
  }
}

/** The same with so many times as many operations, and how much more that is. */
async function grown(bench: Bench, factor: number, small: Series): Promise<Comparison[]> {
  const often = new Workspace();
  try {
    multiply(often, factor);
    const large = await measure(bench, `building ${String(factor)} times as much`, 3, often);
    const growth = Object.entries(large).map(([name, series]): [string, number[]] => [
      name,
      [quantile(series, 0.5) / quantile(small[name] ?? [], 0.5)],
    ]);
    const times = `${String(factor)} times as many operations`;
    const ours = { [WHOLE]: own(), [UNCHANGED]: own() };
    return [
      compare({ title: `Building ${times}`, ...HEADING, note: sizeOf(often) }, large, ours),
      compare({ title: `Growth with ${times}`, unit: 'times', better: 'less' }, Object.fromEntries(growth), ours),
    ];
  } finally {
    often[Symbol.dispose]();
  }
}

const HEADING = { unit: 's', better: 'less' } as const;

async function measure(bench: Bench, what: string, rounds: number, workspace: Workspace): Promise<Series> {
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
