/** A service for withdrawals in a few lines: what it has, what it refuses, and every call that came. */
import type { WithdrawalRequest } from '@wallet-operations/client';
import { bodyOf, json, refused, type Reply, type Sent, stub, type Stub } from '../stub.ts';

/** An order as it is asked for and found. */
export const orderOf = (order_id: string, others: Partial<WithdrawalRequest> = {}): WithdrawalRequest => ({
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
