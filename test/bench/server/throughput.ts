/** How many requests a second the mock and the sandbox answer, how long each takes, and what memory it takes, beside other mocks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { compare, inTurn, own, type Entry } from '../compare.ts';
import type { Bench, Comparison } from '../suite.ts';
import { callersOf } from './control.ts';
import { leaveServersCore } from './cores.ts';
import { costOf, type Cost } from './cost.ts';
import { drive, times } from './drive.ts';
import { ANYBODY, balance, withdrawal, type Access } from './requests.ts';
import { mock, others, sandbox, start, type Running } from './servers.ts';

const ROUNDS = 9;
const MILLISECONDS = 600;
/** Before the first round: an engine that has not yet compiled what runs most uses several times as much of the processor. Prism needs all of them. */
const WARM = 12_000;
const CPU_NOTE =
  'For each second of the processor that the server used, its own and the system’s: steadier than a rate from machine to machine. The time of the sandboxes stands still (`--stopped`), and they limit no calls (`--calls`).';
const BARE = 'bare Fastify';
const BARE_NOTE =
  'For each second of the processor, too. It shows what checking, answering and storing cost beside HTTP itself.';
const NOTE =
  '32 connections, no request sent twice. Mockoon and Fastify look at nothing in a request, Scalar checks its body, Prism and ours all of it.';

export default async function throughput(bench: Bench): Promise<Comparison[]> {
  const folder = mkdtempSync(join(bench.folder, 'data-'));
  const commands = {
    ...others,
    'our mock': mock(bench.folder),
    'our sandbox': sandbox(bench.folder),
    'our sandbox, in a file': sandbox(bench.folder, '--data', join(folder, 'state.db')),
  };
  const names = Object.keys(commands) as (keyof typeof commands)[];
  leaveServersCore();
  const running = new Map<string, Running>();
  try {
    for (const name of names) {
      bench.progress(`starting ${name}`);
      running.set(name, await start(commands[name], balance(ANYBODY)));
    }
    const callers = new Map<string, { vault: Access; payer: Access }>();
    for (const [name, { port }] of running)
      if (name.startsWith('our sandbox')) callers.set(name, await callersOf(port));

    /** What each is asked, and how: so many requests, or for so long. */
    const asked = <T>(
      request: 'vault' | 'payer',
      make: (access: Access) => Buffer,
      work: (server: Running, next: () => Buffer) => Promise<T>,
    ) =>
      Object.fromEntries(
        Array.from(running, ([name, server]) => {
          const access = callers.get(name)?.[request] ?? ANYBODY;
          return [name, () => work(server, () => make(access))];
        }),
      ) as Record<keyof typeof commands, () => Promise<T>>;
    const measured = async (what: string, request: 'vault' | 'payer', make: (access: Access) => Buffer) => {
      const warm = asked(request, make, ({ port }, next) => drive(port, times(bench.quick ? WARM / 4 : WARM, next)));
      for (const name of names) {
        bench.progress(`${what}: warming up ${name}`);
        await warm[name]();
      }
      // the steady promises are held to in a hurry, too
      const cost = (server: Running, next: () => Buffer) => costOf(server, bench.quick ? 300 : MILLISECONDS, next);
      return inTurn({ ...bench, quick: false }, what, bench.quick ? 5 : ROUNDS, asked(request, make, cost));
    };
    const balances = await measured('balance queries', 'vault', balance);
    const withdrawals = await measured('withdrawals', 'payer', withdrawal);
    const memory = Object.fromEntries(Array.from(running, ([name, server]) => [name, [server.memory()]])) as Record<
      keyof typeof commands,
      number[]
    >;

    const figures = (series: typeof balances, figure: keyof Cost) =>
      Object.fromEntries(names.map((name) => [name, series[name].map((load) => load[figure])])) as typeof memory;
    const less = { unit: 'ms', better: 'less' } as const;
    const more = { unit: 'requests/s', better: 'more' } as const;
    const cpu = { unit: 'requests/CPU s', better: 'more', steady: true, note: CPU_NOTE } as const;
    return [
      compare(
        { title: 'Balance queries per processor second', ...cpu },
        figures(balances, 'perCpuSecond'),
        claims(12, 7, 6),
      ),
      compare(
        { title: 'Withdrawals per processor second', ...cpu },
        figures(withdrawals, 'perCpuSecond'),
        claims(9, 4.5, 4),
      ),
      compare(
        {
          title: 'Balance queries beside a server that checks nothing',
          ...cpu,
          note: BARE_NOTE,
        },
        besideBare(figures(balances, 'perCpuSecond')),
        claims(),
      ),
      compare(
        {
          title: 'Withdrawals beside a server that checks nothing',
          ...cpu,
          note: BARE_NOTE,
        },
        besideBare(figures(withdrawals, 'perCpuSecond')),
        claims(),
      ),
      compare({ title: 'Balance queries', ...more, note: NOTE }, figures(balances, 'perSecond'), claims()),
      compare({ title: 'Balance queries, half of them within', ...less }, figures(balances, 'p50'), claims()),
      compare({ title: 'Balance queries, 99 of 100 within', ...less }, figures(balances, 'p99'), claims()),
      compare({ title: 'Withdrawals', ...more }, figures(withdrawals, 'perSecond'), claims()),
      compare({ title: 'Withdrawals, half of them within', ...less }, figures(withdrawals, 'p50'), claims()),
      compare({ title: 'Withdrawals, 99 of 100 within', ...less }, figures(withdrawals, 'p99'), claims()),
      compare(
        {
          title: 'Memory after that',
          unit: 'MB',
          better: 'less',
          note: 'Resident. Each has answered as much as it could by then, and the sandboxes hold every withdrawal.',
        },
        memory,
        claims(),
      ),
    ];
  } finally {
    await Promise.all(Array.from(running.values(), ({ stop }) => stop()));
    rmSync(folder, { recursive: true });
  }
}

/** Ours beside the least that a server can do. */
const besideBare = <T>(series: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(series).filter(([name]) => name === BARE || name.startsWith('our ')));

const claims = (mockLimit?: number, sandboxLimit?: number, fileLimit?: number): Record<string, Entry> => ({
  'our mock': own(mockLimit),
  'our sandbox': own(sandboxLimit),
  'our sandbox, in a file': own(fileLimit),
});
