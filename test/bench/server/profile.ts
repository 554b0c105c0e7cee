/** What of a request the sandbox's processor time goes to: where it is, sampled while it is under load. */
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compare, inTurn, own } from '../compare.ts';
import type { Bench, Comparison } from '../suite.ts';
import { callersOf } from './control.ts';
import { leaveServersCore } from './cores.ts';
import { drive, times } from './drive.ts';
import { ANYBODY, balance, withdrawal } from './requests.ts';
import { sandbox, start, type Running } from './servers.ts';

const ROUNDS = 5;
const WARM = 3000;
const REQUESTS = 3000;

const ALL = 'all of it';
const GARBAGE = 'collecting garbage';
const LOOP = 'HTTP and the loop of events';

/** Whose code it is, by its file: what engine and Node.js do for it is counted to whoever called them. */
const PARTS: readonly (readonly [part: string, file: RegExp])[] = [
  ['reading and checking', /\/validator\/|\/ajv/],
  ['checksum and replays', /\/service\/(?:authenticate|checksum|present|replays)\.js$/],
  ['storing', /\/state\//],
  ['writing JSON', /\/json\//],
  ['the log', /\/service\/(?:request-log|shown)\.js$|\/buffered-output\.js$/],
  [LOOP, /\/http\/|\/serving\//],
  ['carrying out', /./],
];

const PROFILES = pathToFileURL(join(import.meta.dirname, 'profile.js')).href;

type Costs = Record<string, number>;

export default async function profile(bench: Bench): Promise<Comparison[]> {
  const command = sandbox(bench.folder);
  leaveServersCore();
  const server = await start((port) => ['--import', PROFILES, ...command(port)], balance(ANYBODY));
  try {
    const { vault, payer } = await callersOf(server.port);
    const comparisons: Comparison[] = [];
    for (const [title, next] of [
      ['Where the time of a balance query goes', () => balance(vault)],
      ['Where the time of a withdrawal goes', () => withdrawal(payer)],
    ] as const) {
      bench.progress(`${title}: warming up`);
      await drive(server.port, times(WARM, next));
      const { rounds } = await inTurn(bench, title, ROUNDS, { rounds: () => costsOf(server, next) });
      const parts = [ALL, ...new Set([...PARTS.map(([part]) => part), GARBAGE])];
      const series = Object.fromEntries(parts.map((part) => [part, rounds.map((costs) => costs[part] ?? 0)]));
      const entries = Object.fromEntries(parts.map((part) => [part, own()]));
      comparisons.push(compare({ title, unit: 'µs', better: 'less', note: NOTE }, series, entries));
    }
    return comparisons;
  } finally {
    await server.stop();
  }
}

const NOTE =
  'Of the processor, in memory, by samples of where it is under load. They cost up to as much again: read the shares.';

/** Microseconds of the processor for a request, whole and by parts. */
async function costsOf(server: Running, next: () => Buffer): Promise<Costs> {
  await asked(server, 'profile');
  const before = await server.cpu();
  await drive(server.port, times(REQUESTS, next));
  const whole = (((await server.cpu()) - before) / REQUESTS) * 1e6;
  const samples = countsOf((await asked(server, 'profiled')) as Profiler.Profile);
  const sum = Object.values(samples).reduce((total, count) => total + count, 0);
  return {
    [ALL]: whole,
    ...Object.fromEntries(Object.entries(samples).map(([part, count]) => [part, (whole * count) / sum])),
  };
}

/** Asks what the server was started with, and gives what it tells. */
function asked({ child }: Running, what: string): Promise<unknown> {
  return new Promise((resolve) => {
    const told = (message: unknown): void => {
      if (typeof message !== 'object' || message === null || !('profile' in message)) return;
      child.off('message', told);
      resolve(message.profile);
    };
    child.on('message', told).send(what);
  });
}

/** How many samples were taken in each part; none while nothing was to do. */
function countsOf({ nodes, samples = [] }: Profiler.Profile): Costs {
  const partOf = new Map<number, string | undefined>();
  const visit = (id: number, above: string | undefined): void => {
    const node = byId.get(id);
    if (!node) return;
    const part = partOfFrame(node.callFrame) ?? above;
    partOf.set(id, part);
    for (const child of node.children ?? []) visit(child, part);
  };
  const byId = new Map(nodes.map((node) => [node.id, node]));
  visit(nodes[0]?.id ?? 0, LOOP);
  const counts: Costs = {};
  for (const id of samples) {
    const part = partOf.get(id);
    if (part !== undefined && byId.get(id)?.callFrame.functionName !== '(idle)') counts[part] = (counts[part] ?? 0) + 1;
  }
  return counts;
}

/** Undefined for what engine and Node.js do. */
function partOfFrame({ functionName, url }: Profiler.Profile['nodes'][number]['callFrame']): string | undefined {
  if (functionName === '(garbage collector)') return GARBAGE;
  return url.startsWith('file:') ? PARTS.find(([, file]) => file.test(url))?.[0] : undefined;
}
