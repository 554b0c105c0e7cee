/** Runs of one ledger, in which anything may fail at any call: the books never have more than the cap, nor an order that the ledger has not. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startPaying, type Came, type Instead } from './paying.ts';

const RUNS = 14;

/** Numbers from 0 to 1, the same ones for a seed. */
function chanceOf(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

/** What may come in the place of an answer. */
const ODD: readonly Instead[] = [
  'no answer',
  { status: 500, body: '<h1>oops</h1>' },
  { status: 502, body: '' },
  { status: 404, body: { error_code: 304, error: 'Wallet ID invalid' } },
  { status: 400, body: { error_code: 399, error: 'Duplicated entry: shop1_1' } },
  { status: 400, body: { error_code: 703, error: 'Operation failed', message: 'order_id must start with shop1_' } },
  { status: 403, body: { error: 'Forbidden. Checksum unmatch' } },
  { status: 403, body: { error: 'Forbidden. Call too frequently (300 calls/minute)' } },
  { status: 200, body: {} },
  { status: 200, body: { results: { other: 1 } } },
  { status: 200, body: 'no JSON' },
];

/** Sends nothing with a ledger that ends within a line. */
async function refusedAsCut(service: Awaited<ReturnType<typeof startPaying>>): Promise<void> {
  const before = service.writes().length;
  const { exitCode, stderr } = await service.write(undefined, { at_most: '0.75' });
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('does not end with a whole line')]);
  expect(service.writes().length).toBe(before);
}

test.each(Array.from({ length: 16 }, (_, i) => i + 1))('seed %i', async (seed) => {
  const service = await startPaying({ balance: '3' });
  const chance = chanceOf(seed);
  const oddly = ({ operationId = '' }: Came): Instead => {
    // the way in is mostly free, or nothing would ever be sent
    const share = operationId === 'withdrawAssets' ? 0.3 : /^(getApiCode|listWallets$)/.test(operationId) ? 0.01 : 0.06;
    return chance() < share ? ODD[Math.floor(chance() * ODD.length)] : undefined;
  };
  service.on.request = oddly;
  service.on.answer = oddly;
  const atMost = 0.75;
  const lines = () =>
    service.lines().filter(({ operationId }) => operationId === 'withdrawAssets') as { order: { order_id: string } }[];
  for (let run = 0; run < RUNS; run++) {
    const { exitCode, stderr } = await service.write(undefined, {
      at_most: String(atMost),
      whitelist_entry: chance() < 0.5,
    });
    expect(stderr).toMatch(/^$|has no room for/);
    expect([0, 1, 2]).toContain(exitCode);
    const known = new Set(lines().map(({ order }) => order.order_id));
    const { ids, total } = service.paid();
    expect(total).toBeLessThanOrEqual(atMost);
    expect(ids.filter((id) => !known.has(id))).toEqual([]);
    expect(service.writes().filter((name) => name === 'withdrawAssets').length).toBeLessThanOrEqual(known.size);
    if (chance() < 0.2) {
      const whole = readFileSync(service.ledger);
      const end = whole.lastIndexOf(10, whole.length - 2) + 1;
      // as if it had been killed before what became of it was on the disk
      if (whole.toString('utf8', end).includes('"of"')) {
        const cut = end + Math.floor(chance() * (whole.length - end));
        writeFileSync(service.ledger, whole.subarray(0, cut));
        if (cut > end) await refusedAsCut(service);
        writeFileSync(service.ledger, whole.subarray(0, end)); // as its user does who has looked
      }
    }
  }
  // once the network is well, all that was paid is proved, and what is left of the cap can be paid
  service.on.request = service.on.answer = () => undefined;
  const { stdout } = await service.write(undefined, { at_most: '3' });
  const [, counted = ''] = /The ledger counts (\S+) of/.exec(stdout) ?? [];
  expect(Number(counted)).toBeGreaterThanOrEqual(service.paid().total);
});
