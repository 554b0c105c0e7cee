/** Whether the sandbox stays as it is while what it holds grows: its history, what waits, its wallets, and who is connected. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inTurn, own } from '../compare.ts';
import { curve } from '../curve.ts';
import type { Bench, Comparison } from '../suite.ts';
import { callersOf, control } from './control.ts';
import { leaveServersCore } from './cores.ts';
import { drive, times } from './drive.ts';
import { ANYBODY, balance, history, withdrawals, type Access } from './requests.ts';
import { sandbox, start, type Running } from './servers.ts';

const ROUNDS = 15;
const QUICK_ROUNDS = 7;
const PAGE = 100;
const BATCH = 500;
/** How much more memory the largest may hold than the smallest, once all of it was asked. */
const MOST_MEMORY = 2;
const MEMORY_NOTE = 'Resident, with a file, once all of that was asked.';
const NOTE = 'Time of the processor, the sandbox’s own and the system’s.';

/** A sandbox that holds so much of something. */
interface Lab {
  readonly size: number;
  readonly server: Running;
  readonly payer: Access;
  readonly vault: Access;
}

/** What is asked of a sandbox. */
interface Step {
  readonly title: string;
  /** How often in a round. */
  readonly count: number;
  /** How much more it may cost at the largest size than at the smallest. */
  readonly limit: number;
  readonly run: (lab: Lab, count: number) => Promise<unknown>;
}

const BLOCK: Step = {
  title: 'A block',
  count: 20,
  limit: 2,
  run: async ({ server }, count) => {
    for (let i = 0; i < count; i++) await control(server.port, 'mine');
  },
};
const ORDER: Step = {
  title: 'A withdrawal',
  count: 300,
  limit: 2,
  run: ({ server, payer }, count) =>
    drive(
      server.port,
      times(count, () => withdrawals(payer, 1)),
    ),
};
const READ: Step = {
  title: 'A page of 100 from the middle',
  count: 50,
  limit: 1.5,
  run: ({ server, payer, size }, count) =>
    drive(
      server.port,
      times(count, () => history(payer, Math.floor(size / 2), PAGE)),
    ),
};

/** What grows. */
interface Growing {
  readonly of: string;
  readonly sizes: readonly number[];
  /** While the benchmark itself is tried out. */
  readonly quick: readonly number[];
  /** What is asked meanwhile. */
  readonly steps: readonly Step[];
  /** Makes so much of it. */
  readonly fill: (lab: Lab) => Promise<void>;
}

const GROWING: readonly Growing[] = [
  {
    of: 'earlier withdrawals',
    sizes: [1000, 10_000, 200_000],
    quick: [1000, 10_000],
    steps: [READ, BLOCK, ORDER],
    async fill({ size, server, payer }) {
      for (let done = 0; done < size; done += 1000) {
        await drive(
          server.port,
          times(2, () => withdrawals(payer, BATCH)),
        );
        await control(server.port, 'mine');
      }
      await control(server.port, 'mine', { blocks: 12 });
    },
  },
  {
    of: 'orders that wait',
    sizes: [500, 5000, 50_000],
    quick: [500, 5000],
    steps: [BLOCK, ORDER],
    async fill({ size, server }) {
      const poor = await control<Access>(server.port, 'createWallet', {
        kind: 'withdrawal',
        currency: 'ETH',
        prefix: 'shop1_',
      });
      await drive(
        server.port,
        times(size / BATCH, () => withdrawals(poor, BATCH)),
      );
    },
  },
  {
    of: 'wallets',
    sizes: [10, 1000, 10_000],
    quick: [10, 3000],
    steps: [BLOCK, ORDER],
    async fill({ size, server }) {
      for (let i = 0; i < size; i++)
        await control(server.port, 'createWallet', { kind: 'deposit', currency: 'BTC', balance: '1' });
    },
  },
];

export default async function growth(bench: Bench): Promise<Comparison[]> {
  leaveServersCore();
  const folder = mkdtempSync(join(bench.folder, 'data-'));
  try {
    const comparisons: Comparison[] = [];
    for (const [i, growing] of GROWING.entries())
      comparisons.push(...(await grow(bench, growing, join(folder, String(i)))));
    return [...comparisons, await crowd(bench)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** One thing that grows, in sandboxes of every size side by side. */
async function grow(bench: Bench, { of, sizes, quick, steps, fill }: Growing, file: string): Promise<Comparison[]> {
  const labs: Lab[] = [];
  try {
    for (const size of bench.quick ? quick : sizes) {
      bench.progress(`${of}: ${String(size)}`);
      const lab = await open(bench, size, '--data', `${file}-${String(size)}.db`);
      labs.push(lab);
      await fill(lab);
    }
    const comparisons: Comparison[] = [];
    for (const { title, count, limit, run } of steps) {
      const costs = await inTurn(
        { ...bench, quick: false }, // its promises are held to in a hurry, too
        `${of}, ${title}`,
        bench.quick ? QUICK_ROUNDS : ROUNDS,
        Object.fromEntries(labs.map((lab) => [lab.size, () => costOf(lab.server, count, () => run(lab, count))])),
      );
      comparisons.push(
        curve({ title: `${title}, and the number of ${of}`, unit: 'ms', note: NOTE }, costs, own(limit)),
      );
    }
    const held = Object.fromEntries(labs.map(({ size, server }) => [size, [server.memory()]]));
    const heading = { title: `Memory, and the number of ${of}`, unit: 'MB', note: MEMORY_NOTE } as const;
    return [...comparisons, curve(heading, held, own(MOST_MEMORY))];
  } finally {
    await Promise.all(labs.map(({ server }) => server.stop()));
  }
}

/** Many who are connected at once, each of whom waits for its answer. */
async function crowd(bench: Bench): Promise<Comparison> {
  const lab = await open(bench, 1);
  const requests = bench.quick ? 300 : 3000;
  const asked = (connections: number) => () =>
    costOf(lab.server, requests, () =>
      drive(
        lab.server.port,
        times(requests, () => balance(lab.vault)),
        connections,
      ),
    );
  try {
    const rounds = bench.quick ? QUICK_ROUNDS : ROUNDS;
    const costs = await inTurn({ ...bench, quick: false }, 'connections', rounds, {
      1: asked(1),
      32: asked(32),
      256: asked(256),
    });
    return curve({ title: 'A balance query, and the number of connections', unit: 'ms', note: NOTE }, costs, own(1.5));
  } finally {
    await lab.server.stop();
  }
}

async function open(bench: Bench, size: number, ...options: string[]): Promise<Lab> {
  const server = await start(sandbox(bench.folder, ...options), balance(ANYBODY));
  return { size, server, ...(await callersOf(server.port)) };
}

/** Milliseconds of the processor for each of so many. */
async function costOf(server: Running, count: number, work: () => Promise<unknown>): Promise<number> {
  const before = await server.cpu();
  await work();
  return (((await server.cpu()) - before) * 1000) / count;
}
