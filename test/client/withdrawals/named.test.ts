/** Which order a refusal is about: never one that a customer's words, or another order's, may mean. */
import { ServiceError } from '@wallet-operations/client';
import { describe, expect, it } from 'vitest';
import { broken, json, refused, type Reply } from '../stub.ts';
import {
  FRESH,
  idsOf,
  lookup,
  memoRequired,
  orderOf,
  outcomes,
  recordOf,
  refusedWith,
  serve,
  submit,
  taken,
  type Order,
} from './service.ts';

const [A, B, D] = ['shop1_a', 'shop1_b', 'shop1_d'].map((id) => orderOf(id)) as [Order, Order, Order];
const BAD = '0x52908400098527886E0F7030069857D2E4169EE7';

describe('a refusal whose words fit several orders settles none of them', () => {
  it.each<[string, Reply, Partial<Order>, Partial<Order>]>([
    ['by an amount', refused('invalid_amount', { AMOUNT: '1.0' }), { amount: '1.0' }, { amount: '1.0', token_id: '7' }],
    [
      'by an amount that only one has',
      refused('invalid_amount_decimals', { AMOUNT: '5' }),
      { amount: '5' },
      { amount: 'decimals 5' },
    ],
    [
      'by a prefix',
      refused('order_id_prefix_mismatch', { ORDERID_PREFIX: 'shop1_' }),
      { order_id: 'SHOP1_1' },
      { order_id: 'shop2_1' },
    ],
    [
      'by an address that two of them have',
      refusedWith('address_blacklisted', 403, { blacklist: { [BAD.toLowerCase()]: ['theft'] } }),
      { address: BAD },
      { address: BAD.toLowerCase() },
    ],
  ])('%s', async (_, refusal, ofA, ofB) => {
    // The first was taken, the second was refused, and no lookup shows it yet.
    const settlements = await submit(
      serve([refusal, refusal]),
      [
        { ...A, ...ofA },
        { ...B, ...ofB },
      ],
      { ...FRESH, resends: 0 },
    );
    const isStatic = settlements.every((it) => it.outcome === 'refused' && it.error.repeat === 'never');
    expect(isStatic || outcomes(settlements).every((outcome) => outcome === 'unknown')).toBe(true);
  });

  it('by an address in two spellings that cannot be compared', async () => {
    const refusal = refusedWith('address_blacklisted', 403, {
      blacklist: { '3J98t1WpEZ73CNmQviecrnyiWrnqRHWNLy': ['theft'] },
    });
    const orders = [
      { ...A, address: '3J98t1WpEZ73CNmQviecrnyiWrnqRHWNLy' },
      { ...B, address: 'MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441' },
    ];
    expect(outcomes(await submit(serve(refusal), orders))).toEqual(['unknown', 'unknown']);
  });

  it.each([
    'invalid address: approvals.internal',
    'invalid user id: svc',
    'invalid amount of redirects',
    'order_id: shop1_a - invalid manual_fee',
  ])('that any approval endpoint may have said: %s', async (message) => {
    const said = json({ error_code: 703, error: 'Operation failed', message }, 400);
    expect(outcomes(await submit(serve(said), [A], {}))).toEqual(['unknown']);
    expect(outcomes(await submit(serve([broken('ECONNRESET'), said]), [A]))).toEqual(['unknown']);
  });

  it.each([
    ['trimmed', 'order_id: shop1_a - memo is required ', { detail: 'order_id: shop1_a - memo is required' }],
    ['in another case', 'ORDER_ID: shop1_a - memo is required', { detail: 'order_id: shop1_a - memo is required' }],
    [
      'with its line breaks made spaces',
      'order_id: shop1_a\n-\r\nmemo\tis required',
      { detail: 'order_id: shop1_a - memo is required' },
    ],
    [
      'without its control characters',
      'order_id:\u0000 shop1_a - \u001fmemo is required',
      { detail: 'order_id: shop1_a - memo is required' },
    ],
    [
      'behind the text',
      'order_id: shop1_a - memo is required',
      { error: 'Operation failed: order_id: shop1_a - memo is required', message: 'see above' },
    ],
    [
      'in a field called message',
      'order_id: shop1_a - memo is required',
      { message: 'order_id: shop1_a - memo is required' },
    ],
    [
      'in part',
      'x order_id: shop1_a - memo is required',
      { order: [{ memo: 'order_id: shop1_a - memo is required' }] },
    ],
  ])('and no order is named by what a customer wrote, %s', async (_, memo, echo) => {
    const refusal = json({ error_code: 703, error: 'Operation failed', ...echo }, 400);
    expect(outcomes(await submit(serve(refusal), [A, { ...B, memo }]))).toEqual(['unknown', 'unknown']);
  });

  it.each<[string, Partial<Order>, string]>([
    ['an address', { address: 'order_id: shop1_a' }, 'order_id: shop1_a is invalid'],
    ['a memo', { memo: 'shop1_a' }, 'order_id: shop1_a is invalid'],
    ['two fields', { user_id: 'order_id: shop1_a', memo: 'memo is required' }, 'order_id: shop1_a - memo is required'],
    ['a text that was cleaned', { memo: 'order_id: shop1\u200b_a - memo' }, 'order_id: shop1_a - memo is required'],
    ['a text without its tags', { message: '<b>order_id: shop1<i>_a</i></b>' }, 'order_id: shop1_a is invalid'],
  ])('nor by the words of the service around %s of another customer', async (_, others, message) => {
    const paid = new Map<string, object>();
    const refusal = json({ error_code: 703, error: 'Operation failed', message }, 400);
    const reply: Reply = (sent) => {
      for (const id of idsOf(sent)) {
        if (paid.has(id)) return refused('duplicated_entry', { ORDER_ID: id })(sent);
        if (id === 'shop1_b') return refusal(sent);
        paid.set(id, recordOf(A));
      }
      return taken(sent);
    };
    const made = serve(
      reply,
      lookup((id) => paid.get(id)),
    );
    const [a, b] = await submit(made, [A, { ...B, ...others }]);
    expect([a?.outcome, b?.outcome]).toEqual(['accepted', 'unknown']);
  });

  it.each<[string, string, Partial<Order>, Partial<Order>, string]>([
    ['stands in what another order says', 'a', {}, { memo: 'order_id: a' }, 'unknown'],
    ['that is no pattern does', 'a(b', {}, { memo: 'for a(b' }, 'unknown'],
    ['of odd signs does', 'a.+b', {}, { user_id: 'x a.+b' }, 'unknown'],
    ['stands nowhere else', 'a', {}, { memo: 'b' }, 'refused'],
    ['stands there only as a part of a word', 'a', {}, { memo: 'aa a-b b-a a_a' }, 'refused'],
    ['fits no text as a pattern', 'a.b', {}, { memo: 'acb' }, 'refused'],
    ['stands in its own memo', 'a', { memo: 'a' }, {}, 'refused'],
    ['is a word of another ID', 'a', {}, { order_id: 'a b' }, 'refused'],
    ['is a part of an amount', '1', {}, { amount: '1.5' }, 'refused'],
    ['is a number that another order has', '7', {}, { block_average_fee: 7 }, 'refused'],
  ])('nor does a name that %s count, once lists may have changed', async (_, id, ofA, ofB, outcome) => {
    const [a] = await submit(serve(memoRequired(id)), [{ ...A, ...ofA, order_id: id }, { ...B, ...ofB }, D]);
    expect(a?.outcome).toBe(outcome);
  });

  it('nor is it known what refused an order, where that is its own text', async () => {
    const said = json({ error: 'Forbidden. Invalid API code' }, 403);
    expect(outcomes(await submit(serve(said), [A]))).toEqual(['not_submitted']);
    expect(outcomes(await submit(serve(said), [{ ...A, memo: 'Forbidden. Invalid API code' }]))).toEqual(['unknown']);
  });

  it('nor is an order judged by its own text behind the words of the service', async () => {
    const memo = 'order_id: shop1_a - memo is required';
    const said = json({ error_code: 703, error: `Operation failed: ${memo}`, message: 'see above' }, 400);
    expect(outcomes(await submit(serve(said), [{ ...A, memo }]))).toEqual(['unknown']);
    expect(outcomes(await submit(serve(said), [A]))).toEqual(['refused']);
  });

  it('nor is an order that is sent alone judged by words about another', async () => {
    const said = json(
      { error_code: 703, error: 'Operation failed', message: 'order_id: shop1_a - queued; memo: x - memo is required' },
      400,
    );
    expect(outcomes(await submit(serve(said), [{ ...A, memo: 'x - memo is required' }]))).toEqual(['unknown']);
    expect(outcomes(await submit(serve(memoRequired('shop1_b')), [A]))).toEqual(['unknown']);
    expect(outcomes(await submit(serve(refused('invalid_amount', { AMOUNT: 'of retries' })), [A]))).toEqual([
      'unknown',
    ]);
  });

  it('and is not found in what the request said', async () => {
    const memo = 'order_id: shop1_a - the character backslash or slash is prohibited';
    const said = {
      error_code: 703,
      error: 'Operation failed',
      request: { memo },
      detail: 'order_id: shop1_a - invalid from_address',
    };
    const [settlement] = await submit(serve(json(said, 400)), [{ ...A, memo }], {});
    expect(settlement).toMatchObject({ outcome: 'unknown', error: { reason: 'invalid_from_address' } });
  });
});

it('reads a refusal of fifty thousand texts at once', async () => {
  const said = {
    error_code: 703,
    error: 'Operation failed',
    more: Array.from({ length: 50_000 }, (_, i) => `x${String(i)}`),
  };
  const start = performance.now();
  expect(outcomes(await submit(serve(json(said, 400)), [A]))).toEqual(['unknown']);
  expect(performance.now() - start).toBeLessThan(1500);
});

it('a refusal keeps what the service said', async () => {
  const [settlement] = await submit(serve(memoRequired('shop1_a')), [A]);
  expect(settlement?.outcome === 'refused' && settlement.error).toBeInstanceOf(ServiceError);
});
