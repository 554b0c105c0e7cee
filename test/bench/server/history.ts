/** Whether the sandbox stays as it is while its history grows: a page of it, and the memory that it holds. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startSandbox, type Sandbox } from '@wallet-operations/sandbox';
import { compare, inTurn, own } from '../compare.ts';
import type { Bench, Comparison } from '../suite.ts';
import { drive, times } from './drive.ts';
import { history, withdrawal } from './requests.ts';

const PAGE = 100;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

export default async function histories(bench: Bench): Promise<Comparison[]> {
  const [few, some, many] = bench.quick ? [1_000, 2_000, 5_000] : [1_000, 20_000, 100_000];
  const folder = mkdtempSync(join(bench.folder, 'data-'));
  const open = (name: string): Promise<Sandbox> =>
    startSandbox({ data: join(folder, name), running: false, limits: { callsPerMinute: 1e9 } });
  const [small, large] = [await open('small.db'), await open('large.db')];
  try {
    const [payer] = await small.control.wallets(); // the same seed, so the same in both
    if (!payer) throw new Error('The sandbox has no wallet.');
    const fill = async ({ port, control }: Sandbox, from: number, to: number): Promise<void> => {
      for (let done = from; done < to; done += 1000) {
        bench.progress(`withdrawal ${String(done)} of ${String(to)}`);
        const made = times(1000, () => withdrawal(payer));
        await drive(port, made);
        await control.mine();
      }
    };
    await fill(small, 0, few);
    await fill(large, 0, some);
    const early = held();
    await fill(large, some, many);
    const late = held();

    const reading =
      ({ port }: Sandbox, total: number) =>
      async (): Promise<number> => {
        const { p50 } = await drive(
          port,
          times(20, () => history(payer, Math.floor(total / 2), PAGE)),
        );
        return p50;
      };
    const pages = await inTurn(bench, 'pages', 50, {
      [String(few)]: reading(small, few),
      [String(many)]: reading(large, many),
    });
    return [
      compare({ title: 'A page of 100 from the middle of so many withdrawals', unit: 'ms', better: 'less' }, pages, {
        [String(many)]: own(1.25),
      }),
      compare(
        { title: 'Memory that the sandbox holds after so many withdrawals', unit: 'MB', better: 'less' },
        { [String(some)]: [early], [String(many)]: [late] },
        { [String(many)]: own(1.25) },
      ),
    ];
  } finally {
    await Promise.all([small.close(), large.close()]);
    rmSync(folder, { recursive: true });
  }
}

/** Megabytes that are still held after everything unused is let go. */
function held(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}
