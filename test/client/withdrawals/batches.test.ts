/** A batch that is refused as a whole: who is tried again, and in how many calls. */
import type { WithdrawalRequest } from '@wallet-operations/client';
import { describe, expect, it } from 'vitest';
import { bySeed } from '../adversary/choices.ts';
import { broken, json, page, refused, type Reply } from '../stub.ts';
import {
  callsOf,
  FRESH,
  idsOf,
  lookup,
  memoRequired,
  notFound,
  orderOf,
  outcomes,
  recordOf,
  serve,
  submit,
  taken,
} from './service.ts';

const [A, B, C, D] = ['shop1_a', 'shop1_b', 'shop1_c', 'shop1_d'].map((id) => orderOf(id)) as [
  WithdrawalRequest,
  WithdrawalRequest,
  WithdrawalRequest,
  WithdrawalRequest,
];

describe('a batch of which the service takes only so many', () => {
  it.each([8, 14, 30])('is paid but for the first %i orders, which nobody can judge', async (bad) => {
    const orders = Array.from({ length: 100 }, (_, i) => orderOf(`shop1_${String(i)}`));
    const isBad = (id: string): boolean => Number(id.slice(6)) < bad;
    for (let seed = 1; seed <= 20; seed++) {
      const paid = new Map<string, WithdrawalRequest>();
      const reply: Reply = (sent) => {
        if (idsOf(sent).some(isBad)) return page('<h1>Blocked</h1>', 403)(sent);
        for (const id of idsOf(sent)) paid.set(id, orderOf(id));
        return taken(sent);
      };
      const random = bySeed(seed).share;
      for (let run = 0; run < 4 && paid.size < 100 - bad; run++) {
        const left = orders.filter(({ order_id }) => !paid.has(order_id));
        await submit(serve(reply), left, { ...(run === 0 ? FRESH : {}), random });
      }
      expect(paid.size).toBe(100 - bad);
    }
  });

  it('takes few calls where the answer names but a few that are taken', async () => {
    const orders = Array.from({ length: 200 }, (_, i) => orderOf(`shop1_${String(i)}`));
    const made = serve((sent) =>
      json({
        results: Object.fromEntries(
          idsOf(sent)
            .slice(0, 5)
            .map((id) => [id, 7]),
        ),
      })(sent),
    );
    expect(new Set(outcomes(await submit(made, orders)))).toEqual(new Set(['accepted']));
    expect(made.sent.length).toBeLessThanOrEqual(195 + 40);
  });

  it('takes few calls where a part of it is carried out before the refusal', async () => {
    const orders = Array.from({ length: 200 }, (_, i) => orderOf(`shop1_${String(i)}`));
    const paid = new Map<string, object>();
    const reply: Reply = (sent) => {
      for (const id of idsOf(sent)) {
        if (paid.has(id)) return refused('duplicated_entry', { ORDER_ID: id })(sent);
        if (id === 'shop1_199') return memoRequired(id)(sent);
        paid.set(id, recordOf(orderOf(id)));
      }
      return taken(sent);
    };
    const made = serve(
      reply,
      lookup((id) => paid.get(id)),
    );
    expect(outcomes(await submit(made, orders))).toEqual([...Array<string>(199).fill('accepted'), 'refused']);
    expect(made.sent.length).toBeLessThanOrEqual(203);
  });

  it('is cut, and the cut is kept to', async () => {
    const orders = Array.from({ length: 8 }, (_, i) => orderOf(String(i)));
    const made = serve((sent) => (idsOf(sent).length > 3 ? refused('request_limit_exceeded') : taken)(sent));
    expect(new Set(outcomes(await submit(made, orders)))).toEqual(new Set(['accepted']));
    expect(callsOf(made)).toEqual([
      'POST 0 1 2 3 4 5 6 7',
      'POST 0 1 2 3',
      'POST 0 1',
      'POST 2 3',
      'POST 4 5',
      'POST 6 7',
    ]);
  });
});

describe('a batch whose every order is refused with words that tell nothing', () => {
  it('is not cut down to the last of a thousand orders', async () => {
    const orders = Array.from({ length: 1000 }, (_, i) => orderOf(String(i)));
    const made = serve(json({ error: 'Maintenance' }, 400));
    expect(new Set(outcomes(await submit(made, orders)))).toEqual(new Set(['unknown']));
    expect(made.sent.filter(({ method }) => method === 'POST').length).toBeLessThanOrEqual(30);
  });
});

describe('words that mean an order that is not found, or a wallet that is not allowed', () => {
  it('show nothing, neither before nor afterwards, once the wallet is not allowed to withdraw either', async () => {
    const orders = Array.from({ length: 12 }, (_, i) => orderOf(`shop1_${String(i)}`));
    const gets = [...Array<Reply>(8).fill(refused('invalid_api_code')), notFound];
    const settlements = await submit(serve(notFound, gets), orders, { earlierAttempts: 'shown' });
    expect(new Set(outcomes(settlements))).toEqual(new Set(['unknown']));
  });

  it('show nothing once the wallet is not allowed to withdraw either', async () => {
    const made = serve(refused('not_found'));
    expect(outcomes(await submit(made, [A, B], { earlierAttempts: 'shown' }))).toEqual(['unknown', 'unknown']);
  });
});

describe('a page of a firewall', () => {
  const blocks =
    (id: string): Reply =>
    (sent) =>
      (idsOf(sent).includes(id) ? page('<html>', 403) : taken)(sent);
  it('for one order holds up none of the others', async () => {
    const settlements = await submit(serve(blocks('shop1_c')), [A, B, C, D]);
    expect(outcomes(settlements)).toEqual(['accepted', 'accepted', 'unknown', 'accepted']);
  });

  it.each([1, 2, 3, 5, 6, 7])('nor where there are %d, and nothing is sent twice', async (size) => {
    const orders = Array.from({ length: size }, (_, i) => orderOf(String(i)));
    const settlements = await submit(serve(blocks('0')), orders, { ...FRESH, resends: 0 });
    expect(outcomes(settlements)).toEqual(orders.map((_, i) => (i === 0 ? 'unknown' : 'accepted')));
  });
});

it('asks for each order a few times at most where the service has all, names one at a time and shows none', async () => {
  const orders = Array.from({ length: 40 }, (_, i) => orderOf(String(i)));
  const made = serve([
    broken('ECONNRESET'),
    (sent) => refused('duplicated_entry', { ORDER_ID: idsOf(sent)[0] ?? '' })(sent),
  ]);
  expect(new Set(outcomes(await submit(made, orders)))).toEqual(new Set(['unknown']));
  expect(made.sent.filter(({ method }) => method === 'GET').length).toBeLessThan(3 * orders.length);
});
