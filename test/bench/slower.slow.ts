/** A change after which mock or sandbox take half as much more of the processor for a request is seen in it: each runs beside itself as it was before, in turn, on one machine. */
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPackage, ROOT, temporaryFolder } from '../package/build.ts';
import { inTurn, quantile } from './compare.ts';
import { callersOf } from './server/control.ts';
import { leaveServersCore } from './server/cores.ts';
import { costOf } from './server/cost.ts';
import { drive, times } from './server/drive.ts';
import { areToolsOf, earlierCommit, packEarlier } from './server/earlier.ts';
import { ANYBODY, balance, withdrawal, type Access } from './server/requests.ts';
import { mock, sandbox, start, type Command, type Running } from './server/servers.ts';

const PACKAGES = ['mock', 'sandbox'];
/** Between the same, which the noise of a machine moves, and half as much again, which has to be seen. */
const MOST = 1.25;
const ROUNDS = 11;
const MILLISECONDS = 300;
const WARM = 3000;

/** What is asked, of whom. */
const REQUESTS = {
  'balance queries': { make: balance, caller: 'vault' },
  withdrawals: { make: withdrawal, caller: 'payer' },
} as const;

type Kind = keyof typeof REQUESTS;

/** A server that runs, and who calls it. */
interface Side {
  readonly server: Running;
  readonly callers: Readonly<Record<'vault' | 'payer', Access>>;
}

const folder = temporaryFolder();
const [now, before] = [join(folder, 'now'), join(folder, 'before')];
const sides: Side[] = [];
/** Why there is nothing to compare with. */
let missing: string | undefined;

beforeAll(async () => {
  mkdirSync(now);
  for (const name of PACKAGES) await buildPackage(name, join(now, name));
  symlinkSync(join(ROOT, 'node_modules'), join(now, 'node_modules'), 'junction');
  missing = packBefore();
  leaveServersCore();
});
afterAll(async () => {
  await Promise.all(sides.map(({ server }) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
});

function packBefore(): string | undefined {
  const commit = earlierCommit();
  if (commit === undefined) return 'git knows no commit before this one';
  try {
    packEarlier(commit, PACKAGES, before);
    return undefined;
  } catch (error) {
    if (areToolsOf(commit)) throw error;
    return `${commit} had other tools, and cannot be packed with those of now`;
  }
}

async function sideOf(command: Command): Promise<Side> {
  const server = await start(command, balance(ANYBODY));
  const isSandbox = command(0).some((arg) => arg.includes(join('sandbox', 'cli.js')));
  const side = { server, callers: isSandbox ? await callersOf(server.port) : { vault: ANYBODY, payer: ANYBODY } };
  sides.push(side);
  return side;
}

/** How much more of the processor one takes than the other, for one request. */
async function slowdownOf(kind: Kind, one: Side, other: Side): Promise<number> {
  const { make, caller } = REQUESTS[kind];
  const next =
    ({ callers }: Side) =>
    () =>
      make(callers[caller]);
  for (const side of [one, other]) await drive(side.server.port, times(WARM, next(side)));
  const cost = (side: Side) => async () => 1 / (await costOf(side.server, MILLISECONDS, next(side))).perCpuSecond;
  const bench = { folder, quick: false, progress: () => undefined };
  const series = await inTurn(bench, kind, ROUNDS, { before: cost(other), now: cost(one) });
  return quantile(
    series.now.map((value, round) => value / (series.before[round] ?? NaN)),
    0.5,
  );
}

/** Of each server how it is started, with what was packed into a folder. */
const SERVERS: Readonly<Record<string, (packed: string) => Command>> = {
  mock,
  sandbox: (packed) => sandbox(packed),
  'sandbox, in a file': (packed) => sandbox(packed, '--data', join(packed, 'state.db')),
};

describe.each(Object.entries(SERVERS))('%s', (_, commandOf) => {
  const kinds = Object.keys(REQUESTS) as Kind[];

  test('is not slower by half than before the change', { retry: 1 }, async ({ skip }) => {
    skip(missing !== undefined, missing);
    const [one, other] = [await sideOf(commandOf(now)), await sideOf(commandOf(before))];
    for (const kind of kinds) expect(await slowdownOf(kind, one, other), kind).toBeLessThan(MOST);
  });
});

test.each(Object.keys(REQUESTS) as Kind[])('what is slower by half is seen: %s', { retry: 1 }, async (kind) => {
  const plain = await sideOf(sandbox(now));
  const { make, caller } = REQUESTS[kind];
  const next = () => make(plain.callers[caller]);
  await drive(plain.server.port, times(WARM, next));
  const rates: number[] = []; // of an engine that has compiled what runs most the cost is half of what it was
  for (let i = 0; i < 5; i++) rates.push((await costOf(plain.server, 1000, next)).perCpuSecond);
  const slower = pathToFileURL(join(import.meta.dirname, 'server', 'slower.js')).href;
  process.env.SLOWER_BY = String(1e6 / Math.max(...rates) / 2);
  const slowed = await sideOf((port) => ['--import', slower, ...sandbox(now)(port)]);
  delete process.env.SLOWER_BY;
  expect(await slowdownOf(kind, slowed, plain)).toBeGreaterThan(MOST);
});
