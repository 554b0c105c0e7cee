/** How many requests a second the mock and the sandbox answer, how long each takes, and what memory it takes, beside other mocks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { compare, own, type Entry } from '../compare.ts';
import type { Bench, Comparison } from '../suite.ts';
import { leaveServersCore } from './cores.ts';
import { figures, sideBySide } from './rates.ts';
import { balance, withdrawal, withdrawals as withdrawalsOf } from './requests.ts';
import { mock, others, sandbox } from './servers.ts';

const CPU_NOTE =
  'For each second of the processor that the server used, its own and the system’s. The time of the sandboxes stands still (`--stopped`), and they limit no calls (`--calls`). Each but the one without it writes the log that it writes by default: a line for a request by ours, several by Prism.';
/** Orders of one call, where there are several. */
const BATCH = 20;
const BATCH_NOTE =
  'Mock and Prism check each order of a call, and the sandbox stores it besides: what a request costs by itself counts less.';
const BARE = 'bare Fastify';
const BARE_NOTE =
  'For each second of the processor, too. It shows what checking, answering and storing cost beside HTTP itself.';
const NOTE =
  '32 connections, no request sent twice. Mockoon and Fastify look at nothing in a request, Scalar checks its body, Prism and ours all of it.';

export default async function throughput(bench: Bench): Promise<Comparison[]> {
  leaveServersCore();
  const folder = mkdtempSync(join(bench.folder, 'data-'));
  const ours = {
    'our mock': mock(bench.folder),
    'our sandbox': sandbox(bench.folder),
    'our sandbox, in a file': sandbox(bench.folder, '--data', join(folder, 'state.db')),
  };
  try {
    const { balances, withdrawals, memory } = await sideBySide(bench, { ...others, ...ours }, async (rates) => ({
      balances: await rates.measured('balance queries', 'vault', balance),
      withdrawals: await rates.measured('withdrawals', 'payer', withdrawal),
      memory: rates.memory(),
    }));
    const { Prism, 'Prism, without its log': quiet } = others;
    const inBatches = {
      ...{ Prism, 'Prism, without its log': quiet, ...ours },
      'our sandbox, in a file': sandbox(bench.folder, '--data', join(folder, 'batches.db')),
    };
    const batches = await sideBySide(bench, inBatches, ({ measured }) =>
      measured('withdrawals in batches', 'payer', (access) => withdrawalsOf(access, BATCH)),
    );
    const less = { unit: 'ms', better: 'less' } as const;
    const more = { unit: 'requests/s', better: 'more' } as const;
    const cpu = { unit: 'requests/CPU s', better: 'more', steady: true, note: CPU_NOTE } as const;
    return [
      compare(
        { title: 'Balance queries per processor second', ...cpu },
        figures(balances, 'perCpuSecond'),
        claims(10, 6, 5),
      ),
      compare(
        { title: 'Withdrawals per processor second', ...cpu },
        figures(withdrawals, 'perCpuSecond'),
        claims(6, 4, 3.5),
      ),
      compare(
        { title: `Withdrawals of ${String(BATCH)} orders per processor second`, ...cpu, note: BATCH_NOTE },
        figures(batches, 'perCpuSecond'),
        claims(3.5, 1, 1),
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
          note: 'Resident, measured once. Each has answered as many as it could by then, the slower ones fewer, and the sandboxes hold every withdrawal.',
        },
        memory,
        claims(),
      ),
    ];
  } finally {
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
