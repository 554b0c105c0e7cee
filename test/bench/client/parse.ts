/** What exact integers cost over JSON.parse, on ordinary answers, and on those with an integer that the engine gets wrong. */
import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type BigintShape, reviveBigints } from '../../../packages/client/src/numbers/bigints.ts';
import { parseJson } from '@wallet-operations/json';
import { endpoints } from '@wallet-operations/openapi/tables';
import { compare, inTurn, own } from '../compare.ts';
import { load } from '../peers.ts';
import type { Bench, Comparison } from '../suite.ts';

const SIZES = [
  ['1 kB', 1_000, 2000],
  ['100 kB', 100_000, 20],
  ['5 MB', 5_000_000, 1],
] as const;
const ADDRESSES = [
  ['1 kB', 7, 2000],
  ['100 kB', 700, 20],
] as const;
/** What is promised of exact integers, and of these with the types that the document declares. */
const LIMITS = [1.5, 2.1] as const;
/** The same of deposit addresses, which have two of these fields and little else, and of what a payer gets, which has nothing else. */
const LIMITS_OF_ADDRESSES = [1.5, 2.8] as const;
const LIMITS_OF_RESULTS = [2.4, 4.5] as const;
/** The same where its IDs are small, which JSON.parse reads faster than others. */
const LIMITS_OF_SMALL = [2.4, 6] as const;
/** The same where each record, or one of the answer, has an integer that the engine gets wrong. */
const LIMITS_BEYOND = [10, 10] as const;
const LIMITS_OF_RESULTS_BEYOND = [16, 16] as const;
const NOTE =
  'JSON without blanks. Typed: the fields that the document declares to be 64-bit integers are bigints, whatever their value.';
const WRONG = 'JSON.parse gets them wrong.';

const { parse: lossless } = await load('lossless-json');
const { parse: bigint } = (await load('json-bigint')).default({ useNativeBigInt: true });
const { listWithdrawalHistory, listDepositAddresses, withdrawAssets } = endpoints;

setFlagsFromString('--expose-gc');
/** Nobody pays for what another has left. */
const collect = runInNewContext('gc') as () => void;

export default async function parse(bench: Bench): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  const measure = async (
    title: string,
    note: string,
    times: number,
    text: string,
    shape: BigintShape,
    [exact, typed]: readonly [number, number],
  ): Promise<void> => {
    const timed = (work: (text: string) => unknown) => (): number => {
      collect();
      const start = performance.now();
      for (let n = 0; n < times; n++) work(text);
      return ((performance.now() - start) * 1000) / times;
    };
    const series = await inTurn(bench, title, times === 1 ? 15 : 100, {
      'JSON.parse': timed(JSON.parse),
      'lossless-json': timed(lossless),
      'json-bigint': timed(bigint),
      'our parseJson': timed(parseJson),
      'our parseJson, typed': timed((page) => reviveBigints(parseJson(page), shape)),
    });
    comparisons.push(
      compare({ title, unit: 'µs', better: 'less', note }, series, {
        'our parseJson': own(exact),
        'our parseJson, typed': own(typed),
      }),
    );
  };
  const ordinary = (i: number): string => String(19_000_000 + i * 37);
  // No block is that high, but a service may number anything so.
  const beyond = (i: number): string => String(9_007_199_254_740_993n + BigInt(i) * 37n);
  for (const [size, bytes, times] of SIZES)
    await measure(
      `Parsing ${size} of history`,
      NOTE,
      times,
      page(bytes, ordinary),
      listWithdrawalHistory.bigints,
      LIMITS,
    );
  for (const [size, count, times] of ADDRESSES)
    await measure(
      `Parsing ${size} of deposit addresses`,
      NOTE,
      times,
      addresses(count),
      listDepositAddresses.bigints,
      LIMITS_OF_ADDRESSES,
    );
  const answer = 'Parsing the answer to 100 withdrawals';
  for (const [title, note, text, limits] of [
    [answer, NOTE, results(100, 2_000_000_417), LIMITS_OF_RESULTS],
    [`${answer}, with small IDs`, NOTE, results(100, 417), LIMITS_OF_SMALL],
    [`${answer}, with one beyond 2^53`, WRONG, results(100, 417, beyond(0)), LIMITS_OF_RESULTS_BEYOND],
  ] as const)
    await measure(title, note, 200, text, withdrawAssets.bigints, limits);
  await measure(
    'Parsing 100 kB of integers beyond 2^53',
    `${WRONG} Each record has one.`,
    20,
    page(100_000, beyond),
    listWithdrawalHistory.bigints,
    LIMITS_BEYOND,
  );
  return comparisons;
}

/** What a wallet of a coin answers of so many deposit addresses. */
function addresses(count: number): string {
  const records = Array.from({ length: count }, (_, i) => ({
    address: `0x${createHash('sha256')
      .update(`to${String(i)}`)
      .digest('hex')
      .slice(0, 40)}`,
    address_index: i,
    currency: 60,
    token_address: '',
    memo: '',
  }));
  return JSON.stringify({ wallet_id: 635_743, wallet_count: count, wallet_address: records });
}

/** What the service answers to a call with so many orders: IDs from one on, and another one for the first. */
function results(count: number, from: number, first = String(from)): string {
  const ids = Array.from({ length: count }, (_, i) => (i === 0 ? first : String(from + i)));
  return `{"results":{${ids.map((id, i) => `"shop1_${String(20_261_120_000 + i)}":${id}`).join(',')}}}`;
}

/** A page of withdrawal history. */
function page(bytes: number, blockHeight: (i: number) => string): string {
  const records: string[] = [];
  for (let length = 0; length < bytes; length += records.at(-1)?.length ?? 0)
    records.push(record(records.length, blockHeight));
  return `{"total_count":${String(records.length)},"transactions":[${records.join(',')}]}`;
}

function record(i: number, blockHeight: (i: number) => string): string {
  const hex = (salt: string, length: number): string =>
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
