/** Orders get through in the end: what goes wrong with one of them, and will again, does not keep the others back for ever. */
import type { SubmitOptions, WithdrawalRequest } from '@wallet-operations/client';
import { describe, expect, it } from 'vitest';
import { bySeed } from '../adversary/choices.ts';
import { broken, json, page, refused, silent, type Reply } from '../stub.ts';
import { callsOf, FRESH, idsOf, lookup, orderOf, outcomes, recordOf, serve, submit, taken } from './service.ts';

const ordersOf = (count: number): WithdrawalRequest[] =>
  Array.from({ length: count }, (_, i) => orderOf(`shop1_${String(i)}`));

const POISON = 'shop1_7';

/** A service that keeps what it takes, and answers as `odd` says, where it says anything. */
function keeping(odd: (ids: readonly string[], at: number) => Reply | undefined) {
  const kept = new Map<string, WithdrawalRequest>();
  const post: Reply = (sent) => {
    const ids = idsOf(sent);
    const reply = odd(ids, sent.at);
    if (reply) return reply(sent);
    for (const id of ids) kept.set(id, orderOf(id));
    return taken(sent);
  };
  const get: Reply = (sent) => {
    const found = lookup((id) => (kept.has(id) ? recordOf(orderOf(id)) : undefined));
    return (odd([], sent.at) ?? found)(sent);
  };
  return { kept, post, get };
}

/** Submits what is left again and again, as a worker does, and says how many were kept after each time. */
async function rounds(
  count: number,
  { kept, post, get }: ReturnType<typeof keeping>,
  options: (round: number) => SubmitOptions,
  until: number,
): Promise<number[]> {
  const progress: number[] = [];
  let left = ordersOf(count);
  for (let round = 0; round < 12 && kept.size < until; round++) {
    const settlements = await submit(serve(post, get), left, { random: bySeed(round + 1).share, ...options(round) });
    left = left.filter((_, i) => settlements[i]?.outcome !== 'accepted');
    progress.push(kept.size);
  }
  return progress;
}

/** At most so many calls in each minute. */
const throttled = (limit: number) => {
  const calls = new Map<number, number>();
  return (_: readonly string[], at: number): Reply | undefined => {
    const minute = Math.floor(at / 60_000);
    calls.set(minute, (calls.get(minute) ?? 0) + 1);
    return (calls.get(minute) ?? 0) > limit
      ? refused('call_too_frequently', { THROTTLING_COUNT: String(limit) })
      : undefined;
  };
};

describe('with fewer calls a minute than there are orders', () => {
  it.each([
    [100, 10],
    [100, 20],
    [300, 60],
  ])('%i orders at %i calls a minute are all taken, though each is looked up first', async (count, limit) => {
    const service = keeping(throttled(limit));
    const progress = await rounds(count, service, () => ({}), count);
    expect(service.kept.size, String(progress)).toBe(count);
    expect(progress.length).toBeLessThanOrEqual(2);
  });
});

describe.each<[string, Reply]>([
  ['a 500', json({ error: 'Internal' }, 500)],
  ["a gateway's 502", page('<h1>Bad gateway</h1>', 502)],
  ['a reset', broken('ECONNRESET')],
  ['silence', silent],
])('an order that is always answered by %s', (_, reply) => {
  const poisoned = () => keeping((ids) => (ids.includes(POISON) ? reply : undefined));

  it('keeps none of the others from being taken', async () => {
    const service = poisoned();
    const progress = await rounds(20, service, (round) => (round === 0 ? FRESH : {}), 19);
    expect(service.kept.size, String(progress)).toBe(19);
    expect(progress.length).toBeLessThanOrEqual(3);
  });

  it('keeps none of the others from being taken where all of them would be shown', async () => {
    const service = poisoned();
    await rounds(20, service, () => ({ earlierAttempts: 'shown' }), 19);
    expect(service.kept.size).toBe(19);
  });

  it('is itself unknown', async () => {
    const { post, get } = poisoned();
    const settlements = await submit(serve(post, get), ordersOf(8), {
      ...FRESH,
      random: bySeed(1).share,
      deadline: 3_000_000,
    });
    expect(outcomes(settlements)).toEqual([...Array.from({ length: 7 }, () => 'accepted'), 'unknown']);
  });
});

it('an order that is never answered is not sent again with the others, once it was given up alone', async () => {
  const service = keeping((ids) => (ids.includes(POISON) ? broken('ECONNRESET') : undefined));
  const made = serve(service.post, service.get);
  await submit(made, ordersOf(2).concat(orderOf(POISON)), {
    earlierAttempts: 'shown',
    random: bySeed(1).share,
    deadline: 3_000_000,
  });
  expect(service.kept.size).toBe(2);
  expect(callsOf(made).filter((call) => call.startsWith('POST') && call.includes(POISON))).toHaveLength(6);
});

it('calls without an answer are counted from the last answer on, also where that is a refusal', async () => {
  const sends = new Map<string, number>();
  const made = serve((sent) => {
    const [id = ''] = idsOf(sent);
    const count = (sends.get(id) ?? 0) + 1;
    sends.set(id, count);
    return (count <= 3 ? broken('ECONNRESET') : refused('memo_required'))(sent);
  });
  const settlements = await submit(made, ordersOf(4), { earlierAttempts: 'shown', deadline: 3_000_000 });
  expect([...sends.values()]).toEqual([4, 4, 4, 4]);
  expect(settlements).toMatchObject(Array.from({ length: 4 }, () => ({ error: { reason: 'memo_required' } })));
});

it('an order that each answer leaves out keeps none of the others from being taken', async () => {
  for (const earlierAttempts of ['none', 'possible', 'shown'] as const) {
    const kept = new Set<string>();
    const post: Reply = (sent) => {
      const ids = idsOf(sent).filter((id) => id !== POISON);
      for (const id of ids) kept.add(id);
      return json({ results: Object.fromEntries(ids.map((id) => [id, 7])) })(sent);
    };
    const settlements = await submit(serve(post), ordersOf(20), { earlierAttempts });
    expect(kept.size).toBe(19);
    expect(settlements.filter(({ outcome }) => outcome !== 'accepted')).toMatchObject([
      { order_id: POISON, outcome: 'unknown', error: { reason: 'order_left_out' } },
    ]);
  }
});

it('where nobody answers at all, few calls find that out', async () => {
  const made = serve(broken('ECONNRESET'), broken('ECONNRESET'), { attempts: 1 });
  expect(new Set(outcomes(await submit(made, ordersOf(100))))).toEqual(new Set(['unknown']));
  expect(made.sent.filter(({ method }) => method === 'POST')).toHaveLength(6 + 3);
});
