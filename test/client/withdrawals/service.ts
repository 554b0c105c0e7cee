/** A service for withdrawals in a few lines: what it has, what it refuses, and every call that came. */
import {
  type Settlement,
  type SubmitOptions,
  submitWithdrawals,
  type WithdrawalRequest,
  type WithdrawalRequestFields,
} from '@wallet-operations/client';
import { expect } from 'vitest';
import { bodyOf, json, refused, type Reply, type Sent, stub, type Stub } from '../stub.ts';

/** An order, with one of the fields of which each excludes another. */
export type Order = WithdrawalRequestFields & { block_average_fee?: number };

/** An order as it is asked for and found. */
export const orderOf = (order_id: string, others: Partial<Order> = {}): Order => ({
  order_id,
  address: '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62',
  amount: '1.5',
  ...others,
});

/** What a lookup of it shows. */
export const recordOf = (order: Partial<WithdrawalRequest>, others: object = {}): object => ({
  memo: '',
  in_chain_block: 0,
  txid: '',
  create_time: '2026-11-20T08:30:00Z',
  ...order,
  ...others,
});

/** The IDs of the orders that a call carries. */
export const idsOf = ({ body }: Pick<Sent, 'body'>): string[] =>
  (JSON.parse(body ?? '{"requests":[]}') as { requests: WithdrawalRequest[] }).requests.map(({ order_id }) => order_id);

/** Takes a batch. */
export const taken: Reply = (sent) =>
  json({ results: Object.fromEntries(idsOf(sent).map((id, i) => [id, 200000000001 + i])) })(sent);

export const notFound: Reply = refused('not_found');

/** A stub whose POSTs and GETs are answered by scripts of their own, the last of each again and again. */
export function serve(posts: Reply | Reply[], gets: Reply | Reply[] = notFound, options: object = {}): Stub {
  const scripts = { POST: [posts].flat(), GET: [gets].flat() };
  const turn = { POST: 0, GET: 0 };
  return stub((sent) => {
    const method = sent.method as 'GET' | 'POST';
    const script = scripts[method];
    const reply = script[Math.min(turn[method]++, script.length - 1)];
    if (!reply) throw new Error('The script is empty.');
    return reply(sent);
  }, options);
}

/** The calls in turn: the IDs of a batch, or the one that was looked up. */
export const callsOf = ({ sent }: Stub): string[] =>
  sent.map((each) =>
    each.method === 'POST'
      ? `POST ${idsOf(each).join(' ')}`
      : `GET ${new URL(each.url).pathname.split('/').at(-1) ?? ''}`,
  );

/** Answers a lookup by the ID that it asks for. */
export const lookup =
  (find: (id: string) => object | undefined): Reply =>
  (sent) => {
    const found = find(decodeURIComponent(new URL(sent.url).pathname.split('/').at(-1) ?? ''));
    return (found ? json(found) : notFound)(sent);
  };

/** A refusal with more in its body than the row has. */
export const refusedWith = (reason: Parameters<typeof bodyOf>[0], status: number, more: object): Reply =>
  json({ ...bodyOf(reason), ...more }, status);

/** What is said of orders of which no byte was ever sent. */
export const FRESH = { earlierAttempts: 'none' } as const;

/** Submits orders, and moves time until each is settled. */
export async function submit(
  made: Stub,
  orders: readonly WithdrawalRequest[],
  options: SubmitOptions = FRESH,
): Promise<Settlement[]> {
  const { wallet, clock } = made;
  const settlements = await clock.finish(submitWithdrawals(wallet, orders, { clock, random: () => 1, ...options }));
  expect(clock.pending()).toBe(0);
  expect(settlements.map(({ order_id }) => order_id)).toEqual(orders.map(({ order_id }) => order_id));
  return settlements;
}

export const outcomes = (settlements: readonly Settlement[]): string[] => settlements.map(({ outcome }) => outcome);

/** Answers a lookup of these orders, and finds no other. */
export const has =
  (...orders: readonly WithdrawalRequest[]): Reply =>
  (sent) =>
    lookup((id) => orders.filter(({ order_id }) => order_id === id).map((order) => recordOf(order))[0])(sent);

/** Refuses an order by its ID. */
export const memoRequired = (id: string): Reply => refused('memo_required', { ORDER_ID: id });
