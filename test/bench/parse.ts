/** How much the exact numbers cost over JSON.parse, on a page of ordinary withdrawal history. Ends with 1 where it is too much. */
import { createHash } from 'node:crypto';
import { type BigintShape, reviveBigints } from '../../packages/client/src/numbers/bigints.ts';
import { parseJson } from '../../packages/client/src/numbers/json.ts';

const limit = 1.5;
const rounds = 1000;
const shape: BigintShape = { transactions: { '*': { block_height: 1 } } };

const ordinary = page((i) => String(19_000_000 + i * 37));
// No block is that high, but a service may number anything so: what a page costs whose every record needs a bigint.
const beyond = page((i) => String(9_007_199_254_740_993n + BigInt(i) * 37n));

const [plain, exact, walked] = medians([
  () => JSON.parse(ordinary) as unknown,
  () => parseJson(ordinary),
  () => reviveBigints(parseJson(ordinary), shape),
]);
const [plainBeyond, exactBeyond] = medians([() => JSON.parse(beyond) as unknown, () => parseJson(beyond)]);
const ratio = exact / plain;

console.log(
  `parseJson ${ratio.toFixed(2)}× JSON.parse (limit ${String(limit)}×), with reviveBigints ${(walked / plain).toFixed(2)}×, ` +
    `with an integer beyond 2^53 in each record ${(exactBeyond / plainBeyond).toFixed(2)}× ` +
    `(${String(Math.round(ordinary.length / 1000))} kB in ${(plain / 1000).toFixed(0)} µs)`,
);
if (ratio > limit) {
  console.error(
    `parseJson is over its limit. See what the gate in numbers/json.ts costs, or whether it opens where it need not.`,
  );
  process.exitCode = 1;
}

/** A page of about 100 kB, as operation 5 answers it. */
function page(blockHeight: (i: number) => string): string {
  const records: string[] = [];
  for (let length = 0; length < 100_000; length += records.at(-1)?.length ?? 0)
    records.push(record(records.length, blockHeight));
  return `{"total_count":${String(records.length)},"transactions":[${records.join(',')}]}`;
}

function record(i: number, blockHeight: (i: number) => string): string {
  const hex = (salt: string, length: number) =>
    `0x${createHash('sha256')
      .update(`${salt}${String(i)}`)
      .digest('hex')
      .slice(0, length)}`;
  const written = JSON.stringify({
    txid: hex('tx', 64),
    from_address: hex('from', 40),
    to_address: hex('to', 40),
    out: i % 3 !== 0,
    amount: `${String(i * 7)}.${String(100_000_000 + i * 7919)}`,
    blocklist_tags: i % 20 === 0 ? ['sanctioned'] : [],
    block_height: 0,
    block_time: new Date(1_700_000_000_000 + i * 61_000).toISOString(),
    fee: `0.00${String(1000 + i)}`,
    memo: i % 4 === 0 ? `order ${String(i)}` : '',
    source: i % 2 === 0 ? 'withdraw-api' : '',
    state: i % 50 === 0 ? 2 : 1,
  });
  return written.replace('"block_height":0', `"block_height":${blockHeight(i)}`);
}

/** Median nanoseconds of a call of each. They take turns, so that whatever slows the machine down slows all of them. */
function medians<T extends readonly (() => unknown)[]>(calls: readonly [...T]): { [K in keyof T]: number } {
  const times = calls.map((): number[] => []);
  for (let round = -rounds / 5; round < rounds; round++) {
    calls.forEach((call, i) => {
      const start = process.hrtime.bigint();
      call();
      if (round >= 0) times[i]?.push(Number(process.hrtime.bigint() - start)); // the rounds below 0 warm up
    });
  }
  return times.map((series) => series.sort((a, b) => a - b)[rounds / 2]) as { [K in keyof T]: number };
}
