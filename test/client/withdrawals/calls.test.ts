/** Which calls a submission makes, of which orders, and when: whom it looks up, what it sends again, and where it stops. */
import { findWithdrawals, submitWithdrawals, type Wallet, type WithdrawalRequest } from '@wallet-operations/client';
import { describe, expect, it } from 'vitest';
import { broken, json, page, refused, type Reply } from '../stub.ts';
import {
  callsOf,
  FRESH,
  has,
  idsOf,
  memoRequired,
  notFound,
  orderOf,
  outcomes,
  serve,
  submit,
  taken,
} from './service.ts';

const [A, B, C, D] = ['a', 'b', 'c', 'd'].map((id) => orderOf(id)) as [
  WithdrawalRequest,
  WithdrawalRequest,
  WithdrawalRequest,
  WithdrawalRequest,
];
const many = Array.from({ length: 20 }, (_, i) => orderOf(String(i)));
const duplicated = (id: string): Reply => refused('duplicated_entry', { ORDER_ID: id });

/** Refuses a batch with one of some orders in it, and takes any other. */
const refusing =
  (refusal: Reply, ...ids: readonly string[]): Reply =>
  (sent) =>
    (idsOf(sent).some((id) => ids.includes(id)) ? refusal : taken)(sent);

describe('lookups', () => {
  it.each<[string, Reply]>([
    ['a page', page('<html>')],
    ['an error that the interface does not list', json({ error: 'Teapot' }, 418)],
    ['an error of the order', refused('invalid_order_id')],
  ])('go on after %s, which tells of one order alone', async (_, answer) => {
    const only: Reply = (sent) => (sent.url.includes('/transactions/0?') ? answer : has(...many))(sent);
    const { wallet, clock, sent } = serve([], only, { attempts: 1 });
    const settlements = await clock.finish(findWithdrawals(wallet, many));
    expect(outcomes(settlements)).toEqual(['unknown', ...Array<string>(19).fill('accepted')]);
    expect(sent).toHaveLength(20);
  });

  it.each<[string, Reply, string]>([
    ['an API code that is none', refused('invalid_api_code'), 'invalid_api_code'],
    ['no connection', broken('ECONNREFUSED'), 'connection'],
  ])('end with %s, which is in the way of every other, and all tell it', async (_, answer, reason) => {
    const made = serve([], answer);
    const settlements = await made.clock.finish(findWithdrawals(made.wallet, many));
    expect(settlements.map((each) => 'error' in each && each.error.reason)).toEqual(Array<string>(20).fill(reason));
    expect(new Set(outcomes(settlements))).toEqual(new Set(['unknown']));
    expect(new Set(callsOf(made)).size).toBe(8); // as many as go out at once
  });

  it('that were kept from being made are made in the end, before any order is given up', async () => {
    const refusals = Array<Reply>(8).fill(refused('invalid_api_code'));
    const made = serve(broken('ECONNREFUSED'), [...refusals, has(...many)], { attempts: 1 });
    const settlements = await submit(made, many, {});
    expect(outcomes(settlements)).toEqual([...Array<string>(8).fill('unknown'), ...Array<string>(12).fill('accepted')]);
  });
});

describe('an end', () => {
  it('by the signal makes no call, even of a wallet that takes no notice of it', async () => {
    const calls: string[] = [];
    const wallet = {
      withdrawAssets: () => Promise.resolve(calls.push('POST')),
      getWithdrawalState: () => Promise.resolve(calls.push('GET')),
    } as unknown as Wallet;
    await submitWithdrawals(wallet, [A], { signal: AbortSignal.abort() });
    await submitWithdrawals(wallet, [A], { ...FRESH, signal: AbortSignal.abort() });
    expect(calls).toEqual([]);
  });
});

describe('orders of which long ago may have been sent', () => {
  const shown = { earlierAttempts: 'shown' } as const;
  const mixed = {
    earlierAttempts: ({ order_id }: WithdrawalRequest) => (order_id === 'a' ? 'shown' : 'none'),
  } as const;

  it('are sent each alone', async () => {
    const made = serve(taken);
    expect(outcomes(await submit(made, [A, B, C], shown))).toEqual(['accepted', 'accepted', 'accepted']);
    expect(callsOf(made)).toEqual(['GET a', 'GET b', 'GET c', 'POST a', 'POST b', 'POST c']);
  });

  it('are sent without one that is found', async () => {
    const made = serve(taken, has(A));
    expect(outcomes(await submit(made, [A, B, C], shown))).toEqual(['accepted', 'accepted', 'accepted']);
    expect(callsOf(made).slice(3)).toEqual(['POST b', 'POST c']);
  });

  it('keep the others from being sent where nothing is taken now, and all tell why', async () => {
    const made = serve(refused('ip_not_in_acl', { IPv4: '10.0.0.1' }));
    const [a, b] = await submit(made, [A, B], mixed);
    expect(callsOf(made)).toEqual(['GET a', 'POST a']);
    expect(a).toMatchObject({ outcome: 'not_submitted', error: { reason: 'ip_not_in_acl' } });
    expect(b).toMatchObject({ outcome: 'not_submitted', error: { reason: 'ip_not_in_acl' } });
  });

  it('are not sent again once they are refused', async () => {
    const made = serve(refusing(memoRequired('a'), 'a'));
    expect(outcomes(await submit(made, [A, B], mixed))).toEqual(['refused', 'accepted']);
    expect(callsOf(made)).toEqual(['GET a', 'POST a', 'POST b']);
  });

  it('are not sent again once the service says that it has them', async () => {
    const made = serve(refusing(duplicated('a'), 'a'));
    expect(outcomes(await submit(made, [A, B], { ...mixed, resends: 1 }))).toEqual(['unknown', 'accepted']);
    expect(callsOf(made)).toEqual(['GET a', 'POST a', 'GET a', 'GET a', 'POST b']);
  });
});

describe('an order that the service says it has', () => {
  it('is looked up alone, and the others go out without it', async () => {
    const made = serve([duplicated('b'), taken], has(B));
    expect(outcomes(await submit(made, [A, B, C]))).toEqual(['accepted', 'accepted', 'accepted']);
    expect(callsOf(made)).toEqual(['POST a b c', 'GET b', 'POST a c']);
  });

  it('leaves the others in doubt: some may have been taken before it', async () => {
    const made = serve([duplicated('b'), broken('ECONNREFUSED')], has(B));
    const [a, b] = await submit(made, [A, B]);
    expect(b).toMatchObject({ outcome: 'accepted' });
    expect(a).toMatchObject({ outcome: 'unknown', error: { reason: 'connection' } });
  });

  it('is looked up again after longer and longer waits', async () => {
    const made = serve(duplicated('a'));
    await submit(made, [A]);
    expect(made.sent.map(({ at }) => at)).toEqual([0, 0, 1000, 3000, 7000, 15_000, 25_000]);
  });

  it('has those looked up before they are sent again that could not be looked up before', async () => {
    const made = serve(refusing(duplicated('a'), 'a'), [page('<html>'), page('<html>'), has(A, B)], { attempts: 1 });
    expect(outcomes(await submit(made, [A, B], {}))).toEqual(['accepted', 'accepted']);
    expect(callsOf(made)).toEqual(['GET a', 'GET b', 'POST a b', 'GET a', 'GET b']);
  });

  it('has those not looked up again that were not found before', async () => {
    const made = serve(refusing(duplicated('a'), 'a'), [notFound, notFound, has(A)]);
    expect(outcomes(await submit(made, [A, B], {}))).toEqual(['accepted', 'accepted']);
    expect(callsOf(made)).toEqual(['GET a', 'GET b', 'POST a b', 'GET a', 'POST b']);
  });

  it('has the others of a refused batch looked up once, and not with each one more', async () => {
    const posts = [memoRequired('c'), duplicated('a'), duplicated('b'), taken, memoRequired('c')];
    const made = serve(posts, [has(A), notFound, notFound, has(B)]);
    expect(outcomes(await submit(made, [A, B, C, D]))).toEqual(['accepted', 'accepted', 'refused', 'accepted']);
    const first = ['POST a b c d', 'POST a b d', 'GET a', 'GET b', 'GET d'];
    expect(callsOf(made)).toEqual([...first, 'POST b d', 'GET b', 'POST d', 'POST c']);
  });

  it('is looked up, and not sent again, if it is called by another name', async () => {
    const made = serve(duplicated('zzz'));
    expect(outcomes(await submit(made, [A]))).toEqual(['unknown']);
    expect(callsOf(made)).toEqual(['POST a', ...Array<string>(6).fill('GET a')]);
  });

  it('but is none of the batch, has it halved at once', async () => {
    const made = serve([duplicated('zzz'), taken]);
    expect(outcomes(await submit(made, [A, B, C, D]))).toEqual(Array(4).fill('accepted'));
    expect(callsOf(made)).toEqual(['POST a b c d', 'POST a b', 'POST c d']);
    expect(made.sent.map(({ at }) => at)).toEqual([0, 0, 0]);
  });
});

describe('a batch', () => {
  it('that is taken for a replay may have been carried out, and is sent again', async () => {
    const replay = refused('invalid_checksum');
    const made = serve(replay);
    expect(await submit(made, [A], { ...FRESH, resends: 2 })).toMatchObject([
      { outcome: 'unknown', error: { reason: 'invalid_checksum' } },
    ]);
    expect(callsOf(made)).toEqual(['POST a', 'POST a', 'POST a', 'GET a']);
    expect(outcomes(await submit(serve([replay, taken]), [A, B]))).toEqual(['accepted', 'accepted']);
  });

  it('that fails at the service is sent again as it is', async () => {
    const made = serve([json({ error: 'out of memory' }, 500), taken]);
    expect(outcomes(await submit(made, [A, B]))).toEqual(['accepted', 'accepted']);
    expect(callsOf(made)).toEqual(['POST a b', 'POST a b']);
  });

  it('that is refused with words that tell nothing is halved', async () => {
    const made = serve(refusing(json({ error: 'Teapot' }, 418), 'b'));
    expect(outcomes(await submit(made, [A, B]))).toEqual(['accepted', 'unknown']);
    expect(callsOf(made)).toEqual(['POST a b', 'POST a', 'POST b', 'GET b']);
  });

  it('of which nothing is in the answer is sent again so often, and no more', async () => {
    const made = serve(json({ results: {} }));
    expect(outcomes(await submit(made, [A], { ...FRESH, resends: 1 }))).toEqual(['unknown']);
    expect(callsOf(made)).toEqual(['POST a', 'GET a', 'POST a', 'GET a']);
  });

  it('of which some is in the answer was answered', async () => {
    const made = serve([json({ results: { a: 1 } }), taken]);
    expect(outcomes(await submit(made, [A, B], { ...FRESH, resends: 0 }))).toEqual(['accepted', 'accepted']);
  });

  it('is halved down to one order even where nothing is sent again', async () => {
    const made = serve(refusing(refused('eos_memo_too_long'), 'b'));
    expect(outcomes(await submit(made, [A, B], { ...FRESH, resends: 0 }))).toEqual(['accepted', 'refused']);
  });

  it('goes on being halved as long as that settles orders', async () => {
    const made = serve(refused('eos_memo_too_long'));
    expect(outcomes(await submit(made, [A, B, C, D], { ...FRESH, resends: 0 }))).toEqual(Array(4).fill('refused'));
    expect(callsOf(made).slice(0, 7)).toEqual([
      'POST a b c d',
      'POST a b',
      'POST a',
      'POST b',
      'POST c d',
      'POST c',
      'POST d',
    ]);
  });
});
