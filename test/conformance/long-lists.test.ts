/** Lists may be as long as an answer may be: each record is looked at some times, and not once for each other one. */
import { expect, test } from 'vitest';
import { toldLate } from '../../packages/conformance/src/calls/seen.ts';

/** So many callbacks of transactions of their own, the last of which was told of twice, with what is read of them. */
function callbacks(length: number) {
  let reads = 0;
  const records = Array.from({ length }, (_, i) => ({
    get txid() {
      reads++;
      return `0x${String(Math.min(i, length - 2))}`;
    },
    ...{ serial: i + 1, vout_index: 0, chain_at: 1_800_000_000, confirm_blocks: i },
  }));
  return { records, reads: () => reads };
}

test('callbacks that came up late are found without a look at each pair of them', () => {
  const { records, reads } = callbacks(3000);
  expect(toldLate(records)).toEqual([records.at(-1)]);
  expect(reads()).toBeLessThan(10 * records.length);
});
