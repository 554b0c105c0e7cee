/** Whether the sandbox stays as it is while what it holds grows: its history, what waits, and its wallets. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inTurn, own } from '../compare.ts';
import { curve } from '../curve.ts';
import type { Bench, Comparison } from '../suite.ts';
import { callersOf, control } from './control.ts';
import { leaveServersCore } from './cores.ts';
import { costOfEach } from './cost.ts';
import { drive, times } from './drive.ts';
import { ANYBODY, balance, history, withdrawals, type Access } from './requests.ts';
import { sandbox, start, type Running } from './servers.ts';

const ROUNDS = 15;
const QUICK_ROUNDS = 5;
const PAGE = 100;
const BATCH = 500;
/** Withdrawals that a block takes in: of blocks without, others cost more. */
const IN_BLOCK = 10;
/** How much more memory the largest may hold than the smallest. */
const MOST_MEMORY = 2;
const MEMORY_NOTE =
  'Resident, of a process that began with its file, once all of that was asked: so each has done the same, however much is in the file. Measured once.';
const IN_MEMORY_NOTE = 'Resident, once all was made and asked: it holds all of it, so that nothing is promised.';
const NOTE =
  'Time of the processor, the sandbox’s own and the system’s. What is measured makes some thousands of withdrawals more in each.';

/** A sandbox that holds so much of something. */
interface Lab {
  readonly size: number;
  readonly server: Running;
  readonly payer: Access;
}

/** What is asked of a sandbox. */
interface Step {
  readonly title: string;
  /** How often in a round. */
  readonly count: number;
  /** How much more it may cost at the largest size than at the smallest. */
  readonly limit: number;
  /** Milliseconds of the processor for each of so many. */
  readonly cost: (lab: Lab, count: number) => Promise<number>;
}

const BLOCK: Step = {
  title: `A block of ${String(IN_BLOCK)} withdrawals`,
  count: 20,
  limit: 2,
  cost: async ({ server, payer }, count) => {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      await drive(
        server.port,
        times(1, () => withdrawals(payer, IN_BLOCK)),
      );
      sum += await costOfEach(server, 1, () => control(server.port, 'mine'));
    }
    return sum / count;
  },
};
const ORDER: Step = {
  title: 'A withdrawal',
  count: 300,
  limit: 2,
  cost: ({ server, payer }, count) =>
    costOfEach(server, count, () =>
      drive(
        server.port,
        times(count, () => withdrawals(payer, 1)),
      ),
    ),
};
const READ: Step = {
  title: 'A page of 100 from the middle',
  count: 50,
  limit: 1.5,
  cost: ({ server, payer, size }, count) =>
    costOfEach(server, count, () =>
      drive(
        server.port,
        times(count, () => history(payer, Math.floor(size / 2), PAGE)),
      ),
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
  /** Without a file, of which nothing is promised. */
  readonly isInMemory?: true;
}

async function withdrawn({ size, server, payer }: Lab): Promise<void> {
  for (let done = 0; done < size; done += 1000) {
    await drive(
      server.port,
      times(2, () => withdrawals(payer, BATCH)),
    );
    await control(server.port, 'mine');
  }
  await control(server.port, 'mine', { blocks: 12 });
}

const GROWING: readonly Growing[] = [
  {
    of: 'earlier withdrawals',
    sizes: [1000, 10_000, 200_000],
    quick: [1000, 10_000],
    steps: [READ, BLOCK, ORDER],
    fill: withdrawn,
  },
  {
    of: 'earlier withdrawals, in memory',
    sizes: [1000, 10_000, 200_000],
    quick: [1000, 3000],
    steps: [BLOCK, ORDER],
    fill: withdrawn,
    isInMemory: true,
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
    quick: [10, 1000],
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
    return comparisons;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** One thing that grows, in sandboxes of every size side by side. */
async function grow(
  bench: Bench,
  { of, sizes, quick, steps, fill, isInMemory }: Growing,
  file: string,
): Promise<Comparison[]> {
  const labs: Lab[] = [];
  try {
    for (const size of bench.quick ? quick : sizes) {
      bench.progress(`${of}: ${String(size)}`);
      const begin = () =>
        start(sandbox(bench.folder, ...(isInMemory ? [] : ['--data', `${file}-${String(size)}.db`])), balance(ANYBODY));
      const first = await begin();
      const { payer } = await callersOf(first.port);
      await fill({ size, server: first, payer });
      if (!isInMemory) await first.stop();
      labs.push({ size, server: isInMemory ? first : await begin(), payer });
    }
    const comparisons: Comparison[] = [];
    for (const { title, count, limit, cost } of steps) {
      const costs = await inTurn(
        { ...bench, quick: false }, // its promises are held to in a hurry, too
        `${of}, ${title}`,
        bench.quick ? QUICK_ROUNDS : ROUNDS,
        Object.fromEntries(labs.map((lab) => [lab.size, () => cost(lab, count)])),
      );
      const entry = own(isInMemory ? undefined : limit);
      comparisons.push(curve({ title: `${title}, and the number of ${of}`, unit: 'ms', note: NOTE }, costs, entry));
    }
    const held = Object.fromEntries(labs.map(({ size, server }) => [size, [server.memory()]]));
    const note = isInMemory ? IN_MEMORY_NOTE : MEMORY_NOTE;
    const heading = { title: `Memory, and the number of ${of}`, unit: 'MB', note } as const;
    return [...comparisons, curve(heading, held, own(isInMemory ? undefined : MOST_MEMORY))];
  } finally {
    await Promise.all(labs.map(({ server }) => server.stop()));
  }
}
