/** What becomes of a batch: each outcome, what leads to it, and how many calls it takes. */
import {
  AbortedError,
  type EarlierAttempts,
  ServiceError,
  SettlementError,
  submitWithdrawals,
  type SubmitOptions,
  type WithdrawalRequest,
} from '@wallet-operations/client';
import { describe, expect, it } from 'vitest';
import { bySeed } from '../adversary/choices.ts';
import { broken, deaf, json, page, refused, silent, type Reply } from '../stub.ts';
import {
  callsOf,
  FRESH,
  has,
  idsOf,
  lookup,
  memoRequired,
  notFound,
  orderOf,
  outcomes,
  recordOf,
  refusedWith,
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
const BAD = '0x52908400098527886E0F7030069857D2E4169EE7';

describe('accepted', () => {
  it('is an order that the answer gives a transaction ID, in one call for all that were never sent', async () => {
    const made = serve(taken);
    expect(await submit(made, [A, B, C])).toEqual([
      { order_id: 'shop1_a', outcome: 'accepted', transactionId: 200000000001n },
      { order_id: 'shop1_b', outcome: 'accepted', transactionId: 200000000002n },
      { order_id: 'shop1_c', outcome: 'accepted', transactionId: 200000000003n },
    ]);
    expect(callsOf(made)).toEqual(['POST shop1_a shop1_b shop1_c']);
  });

  it('is one that is found, so that n orders which the service has take n calls', async () => {
    const orders = Array.from({ length: 100 }, (_, i) => orderOf(`shop1_${String(i)}`));
    const made = serve([], has(...orders));
    expect(new Set(outcomes(await submit(made, orders, {})))).toEqual(new Set(['accepted']));
    expect(made.sent).toHaveLength(100);
  });

  it('is what is not found and then taken, all of it in one call', async () => {
    const made = serve(taken, has(B));
    expect(outcomes(await submit(made, [A, B, C], {}))).toEqual(['accepted', 'accepted', 'accepted']);
    expect(callsOf(made).at(-1)).toBe('POST shop1_a shop1_c');
    expect(made.sent).toHaveLength(4);
  });

  it.each([null, 'text', false, -1, 0, 1.5, {}, '200000000001'])('is none whose transaction ID is %j', async (id) => {
    const [settlement] = await submit(serve(json({ results: { shop1_a: id } })), [A]);
    expect(settlement).toMatchObject({ outcome: 'unknown', error: { reason: 'order_left_out' } });
  });

  it.each([{}, { results: null }, { results: [] }, { results: 'none' }, { results: { other: 1 } }])(
    'is none that the answer leaves out: %j',
    async (body) => {
      const found = await submit(serve(json(body), has(A)), [A]);
      expect(found).toEqual([{ order_id: 'shop1_a', outcome: 'accepted', transactionId: undefined }]);
      const [settlement] = await submit(serve(json(body)), [A]);
      expect(settlement).toMatchObject({ outcome: 'unknown', error: { reason: 'order_left_out' } });
    },
  );

  it('is an order that was left out and not taken, once it is sent again', async () => {
    const made = serve([json({ results: { shop1_a: 1 } }), taken]);
    expect(outcomes(await submit(made, [A, B]))).toEqual(['accepted', 'accepted']);
    expect(callsOf(made)).toEqual(['POST shop1_a shop1_b', 'GET shop1_b', 'POST shop1_b']);
  });

  it('keeps an order_id apart from what every object has', async () => {
    const order = orderOf('__proto__');
    const [settlement] = await submit(serve(page('{"results":{"__proto__":7}}')), [order]);
    expect(settlement).toEqual({ order_id: '__proto__', outcome: 'accepted', transactionId: 7n });
    const [other] = await submit(serve(json({ results: {} })), [orderOf('constructor')]);
    expect(other?.outcome).toBe('unknown');
  });
});

describe('refused', () => {
  it('is an order that the refusal names; the others go out without it', async () => {
    const made = serve([memoRequired('shop1_b'), taken]);
    const settlements = await submit(made, [A, B, C]);
    expect(settlements[1]).toMatchObject({ outcome: 'refused', error: { reason: 'memo_required' } });
    expect(outcomes(settlements)).toEqual(['accepted', 'refused', 'accepted']);
    expect(callsOf(made)).toEqual(['POST shop1_a shop1_b shop1_c', 'POST shop1_a shop1_c']);
  });

  it.each<[string, Reply, Partial<WithdrawalRequest>]>([
    ['its ID', memoRequired('shop1_b'), {}],
    [
      'its address',
      refusedWith('address_blacklisted', 403, { blacklist: { [BAD.toLowerCase()]: ['theft'] } }),
      { address: BAD },
    ],
  ])('is one that is named by %s', async (_, refusal, others) => {
    const made = serve([refusal, taken]);
    expect(outcomes(await submit(made, [A, { ...B, ...others }, C]))).toEqual(['accepted', 'refused', 'accepted']);
    expect(made.sent).toHaveLength(2);
  });

  it('is one that is refused alone, whether it is named or not', async () => {
    const [settlement] = await submit(serve(refused('xlm_memo_too_long')), [A]);
    expect(settlement).toMatchObject({ outcome: 'refused', error: { reason: 'xlm_memo_too_long' } });
  });

  it('is found by halving where the refusal names none', async () => {
    const orders = Array.from({ length: 16 }, (_, i) => orderOf(`shop1_${String(i)}`));
    const made = serve((sent) => (idsOf(sent).includes('shop1_5') ? refused('eos_memo_too_long') : taken)(sent));
    const settlements = await submit(made, orders);
    expect(outcomes(settlements).filter((outcome) => outcome === 'accepted')).toHaveLength(15);
    expect(settlements[5]).toMatchObject({ outcome: 'refused', error: { reason: 'eos_memo_too_long' } });
    expect(made.sent.filter(({ method }) => method === 'POST').length).toBeLessThanOrEqual(9);
  });

  it('is not said of the others in a batch that may have been carried out in part', async () => {
    const made = serve([memoRequired('shop1_b'), memoRequired('shop1_a')]);
    const [a, b] = await submit(made, [A, B]);
    expect(b).toMatchObject({ outcome: 'refused' });
    expect(a).toMatchObject({
      outcome: 'unknown',
      error: { reason: 'memo_required', values: { ORDER_ID: 'shop1_a' } },
    });
    expect(callsOf(made).at(-1)).toBe('GET shop1_a');
  });

  it('is said of them if the refusal hangs on the request alone, and no lookup finds them', async () => {
    const posts = [memoRequired('shop1_b'), refused('order_id_too_long')];
    expect(outcomes(await submit(serve(posts), [A, B]))).toEqual(['refused', 'refused']);
    expect(outcomes(await submit(serve(posts, has(A)), [A, B]))).toEqual(['accepted', 'refused']);
  });

  it.each([
    'memo_required',
    'destination_tag_required',
    'invalid_from_address',
    'from_address_index_mismatch',
  ] as const)(
    'is never said for %s, a list of the service, as long as an earlier attempt may have been taken',
    async (reason) => {
      const refusal = refused(reason, { ORDER_ID: 'shop1_a' });
      expect(outcomes(await submit(serve(refusal), [A], {}))).toEqual(['unknown']);
      expect(outcomes(await submit(serve([broken('ECONNRESET'), refusal]), [A]))).toEqual(['unknown']);
      expect(outcomes(await submit(serve([broken('ECONNRESET'), refusal], [notFound, has(A)]), [A]))).toEqual([
        'unknown',
      ]);
      expect(outcomes(await submit(serve([broken('ECONNRESET'), refusal], has(A)), [A]))).toEqual(['accepted']);
      expect(outcomes(await submit(serve(refusal), [A], { earlierAttempts: 'shown' }))).toEqual(['refused']);
    },
  );

  it.each(['order_id_prefix_mismatch', 'address_blacklisted', 'invalid_order_id', 'malformed_body'] as const)(
    'is never said for %s either',
    async (reason) => {
      expect(outcomes(await submit(serve(refused(reason, { ORDERID_PREFIX: 'x' })), [A], {}))).toEqual(['unknown']);
      expect(outcomes(await submit(serve(refused(reason, { ORDERID_PREFIX: 'x' })), [A]))).toEqual(['refused']);
    },
  );

  it.each(['memo_count_mismatch', 'insufficient_fund', 'address_limit_reached', 'currency_not_supported'] as const)(
    'is not said by an error of another operation: %s',
    async (reason) => {
      const settled = { outcome: 'unknown', error: { reason: 'unknown', effect: 'unknown' } };
      expect(await submit(serve(refused(reason)), [A])).toMatchObject([settled]);
      expect(await submit(serve(refused(reason)), [A], {})).toMatchObject([settled]);
    },
  );

  it('is not said with words that tell nothing', async () => {
    const said = json({ error_code: 703, error: 'Operation failed', message: 'signer is late' }, 400);
    expect(outcomes(await submit(serve(said), [A]))).toEqual(['unknown']);
    expect(outcomes(await submit(serve(json({ error: 'Teapot' }, 400)), [A]))).toEqual(['unknown']);
  });
});

describe('a refusal whose words fit several orders settles none of them', () => {
  it.each<[string, Reply, Partial<WithdrawalRequest>, Partial<WithdrawalRequest>]>([
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

describe('not_submitted', () => {
  it.each<[string, Reply, string]>([
    ['a refused connection', broken('ECONNREFUSED'), 'connection'],
    ['a name that does not resolve', broken('ENOTFOUND'), 'connection'],
    ['a revoked API code', refused('invalid_api_code'), 'invalid_api_code'],
    ['a wrong secret', refused('checksum_unmatch'), 'checksum_unmatch'],
    ['an access list', refused('ip_not_in_acl', { IPv4: '10.0.0.1' }), 'ip_not_in_acl'],
    ['no policy', refused('policy_not_found'), 'policy_not_found'],
    ['a wallet that may not', refused('not_found'), 'not_found'],
  ])('is an order that %s kept from being judged', async (_, reply, reason) => {
    const [settlement] = await submit(serve(reply), [A]);
    expect(settlement).toMatchObject({ outcome: 'not_submitted', error: { reason } });
  });

  it('is one whose credentials could not be had', async () => {
    const credentials = (): never => {
      throw new Error('the vault is closed');
    };
    const made = serve(taken, notFound, { credentials });
    expect(await submit(made, [A])).toMatchObject([{ outcome: 'not_submitted', error: { reason: 'signing' } }]);
    expect(await submit(made, [A], {})).toMatchObject([{ outcome: 'unknown', error: { reason: 'signing' } }]);
    expect(made.sent).toEqual([]);
  });

  it.each<[string, Reply]>([
    ['a refused connection', broken('ECONNREFUSED')],
    ['a name that does not resolve', broken('EAI_AGAIN')],
    ['a revoked API code', refused('invalid_api_code')],
    ['a wrong secret', refused('checksum_unmatch')],
    ['an access list', refused('ip_not_in_acl', { IPv4: '10.0.0.1' })],
    ['no policy', refused('policy_not_found')],
    ['a used-up minute', refused('call_too_frequently', { THROTTLING_COUNT: '60' })],
  ])('is never said because of %s if an earlier attempt may have been taken', async (_, reply) => {
    expect(outcomes(await submit(serve(reply, reply), [A, B], {}))).toEqual(['unknown', 'unknown']);
    expect(outcomes(await submit(serve([broken('ECONNRESET'), reply], reply), [A]))).toEqual(['unknown']);
  });

  it('is not said of a batch that an access list refuses: some of it may have been carried out', async () => {
    const made = serve(refused('ip_not_in_acl', { IPv4: '10.0.0.1' }), has(A));
    expect(outcomes(await submit(made, [A, B]))).toEqual(['accepted', 'unknown']);
    expect(callsOf(made)).toEqual(['POST shop1_a shop1_b', 'GET shop1_a', 'GET shop1_b']);
  });
});

describe('conflict', () => {
  it('is an order whose ID holds another withdrawal, with what was found; it is not sent', async () => {
    const found = recordOf(A, { amount: '2', in_chain_block: 7n });
    const made = serve(taken, json({ ...found, in_chain_block: 7 }));
    const [settlement] = await submit(made, [A], {});
    expect(settlement).toMatchObject({ outcome: 'conflict', found, error: { reason: 'order_conflict' } });
    expect(settlement).toHaveProperty(
      'error.message',
      expect.stringContaining('shop1_a is another withdrawal: 2 to 0x25d5'),
    );
    expect(callsOf(made)).toEqual(['GET shop1_a']);
  });

  it('shows when a fresh one is taken for a duplicate, too', async () => {
    const made = serve(refused('duplicated_entry', { ORDER_ID: 'shop1_a' }), json(recordOf(A, { memo: 'other' })));
    expect(outcomes(await submit(made, [A]))).toEqual(['conflict']);
  });
});

describe('unknown', () => {
  it('is an order whose answer was lost for good', async () => {
    const made = serve(broken('ECONNRESET'));
    expect(await submit(made, [A])).toMatchObject([{ outcome: 'unknown', error: { reason: 'connection' } }]);
    expect(callsOf(made)).toEqual([...Array<string>(6).fill('POST shop1_a'), 'GET shop1_a']);
  });

  it('ends with the same order sent again, which is taken, or was', async () => {
    expect(outcomes(await submit(serve([broken('ECONNRESET'), taken]), [A, B]))).toEqual(['accepted', 'accepted']);
    const made = serve([broken('ECONNRESET'), refused('duplicated_entry', { ORDER_ID: 'shop1_a' })], has(A, B, C, D));
    expect(new Set(outcomes(await submit(made, [A, B, C, D])))).toEqual(new Set(['accepted']));
    expect(made.sent).toHaveLength(6); // two calls, and a lookup of each
  });

  it('waits longer from one resend to the next', async () => {
    const made = serve([broken('ECONNRESET'), broken('ECONNRESET'), broken('ECONNRESET'), taken]);
    await submit(made, [A]);
    expect(made.sent.map(({ at }) => at)).toEqual([0, 250, 750, 1750]);
  });

  it('is one that the service says it has, but does not show', async () => {
    const made = serve(refused('duplicated_entry', { ORDER_ID: 'shop1_a' }));
    expect(await submit(made, [A])).toMatchObject([{ outcome: 'unknown', error: { reason: 'duplicated_entry' } }]);
    expect(callsOf(made)).toEqual(['POST shop1_a', ...Array<string>(6).fill('GET shop1_a')]);
  });

  it('is not what it shows a little later', async () => {
    const made = serve(refused('duplicated_entry', { ORDER_ID: 'shop1_a' }), [notFound, notFound, has(A)]);
    expect(outcomes(await submit(made, [A]))).toEqual(['accepted']);
  });

  it('has the error of this order, never that of another', async () => {
    const made = serve([memoRequired('shop1_b'), broken('ECONNRESET')], notFound);
    const [a] = await submit(made, [A, B], { ...FRESH, resends: 0 });
    expect(a).toMatchObject({ outcome: 'unknown', error: { reason: 'connection' } });
    const [first] = await submit(serve([memoRequired('shop1_b'), refused('invalid_api_code')]), [A, B]);
    expect(first).toMatchObject({ outcome: 'unknown', error: { reason: 'invalid_api_code' } });
  });

  it('is an order of a batch that was refused for another, if that is all that is known', async () => {
    const controller = new AbortController();
    const made = serve((sent) => (controller.abort(), memoRequired('shop1_b')(sent)));
    const [a] = await submit(made, [A, B], { ...FRESH, signal: controller.signal });
    expect(a).toMatchObject({
      outcome: 'unknown',
      error: { reason: expect.stringMatching(/aborted|batch_refused/) as string },
    });
  });
});

it('looks the others up, whatever an order_id is', async () => {
  const orders = ['.', '..', '', 'shop1_a', 'shop1_b'].map((id) => orderOf(id));
  const settlements = await submit(serve(broken('ECONNREFUSED'), has(A, B)), orders, {});
  expect(outcomes(settlements)).toEqual(['unknown', 'unknown', 'unknown', 'accepted', 'accepted']);
});

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
    expect(made.sent.length).toBeLessThanOrEqual(202);
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

describe('time', () => {
  it('that is used up ends it: nothing is sent afterwards', async () => {
    const made = serve(silent, notFound);
    const start = made.clock.now();
    const settlements = await submit(made, [A, B], { ...FRESH, deadline: 2000 });
    expect(settlements).toMatchObject([
      { outcome: 'unknown', error: { reason: 'deadline' } },
      { outcome: 'unknown', error: { reason: 'deadline' } },
    ]);
    expect(made.clock.now() - start).toBe(2000);
    expect(callsOf(made)).toEqual(['POST shop1_a shop1_b']);
  });

  it('that is used up by lookups leaves what was never sent unknown, as it was', async () => {
    const orders = Array.from({ length: 40 }, (_, i) => orderOf(String(i)));
    const made = serve(taken, deaf);
    const settlements = await submit(made, orders, { deadline: 2000, timeout: 500 });
    expect(new Set(outcomes(settlements))).toEqual(new Set(['unknown']));
    expect(made.sent.every(({ at, method }) => at < 2000 && method === 'GET')).toBe(true);
  });

  it('is used up by a signal, too', async () => {
    const before = serve(taken);
    const settlements = await submit(before, [A], { ...FRESH, signal: AbortSignal.abort('deploy') });
    expect(settlements).toMatchObject([{ outcome: 'not_submitted', error: { reason: 'aborted', cause: 'deploy' } }]);
    expect(before.sent).toEqual([]);
    expect(outcomes(await submit(before, [A], { signal: AbortSignal.abort() }))).toEqual(['unknown']);

    const controller = new AbortController();
    const made = serve((sent) => (controller.abort(), silent(sent)));
    const [settlement] = await submit(made, [A], { ...FRESH, signal: controller.signal });
    expect(settlement).toMatchObject({ outcome: 'unknown', error: expect.any(AbortedError) as AbortedError });
    expect(made.sent).toHaveLength(1);
  });

  it('goes by for a call as it does for all of them', async () => {
    const made = serve(silent);
    await submit(made, [A], { ...FRESH, timeout: 700, resends: 1 });
    expect(made.sent.map(({ at, method }) => [method, at])).toEqual([
      ['POST', 0],
      ['POST', 950],
      ['GET', 1650],
    ]);
  });
});

describe('orders', () => {
  it('are sent as they were when they were handed over', async () => {
    const order = { ...A };
    const orders = [order, { ...B }];
    const made = serve([
      (sent) => {
        order.address = '0xe15e';
        orders.length = 1;
        return broken('ECONNRESET')(sent);
      },
      taken,
    ]);
    const { wallet, clock } = made;
    const settlements = await clock.finish(submitWithdrawals(wallet, orders, { ...FRESH, clock }));
    expect(outcomes(settlements)).toEqual(['accepted', 'accepted']);
    expect(made.sent[1]?.body).toBe(made.sent[0]?.body);
  });

  it.each<[string, unknown, RegExp]>([
    ['no array', { 0: A }, /orders are no array/],
    ['nothing', undefined, /orders are no array/],
    ['a hole', [A, undefined], /orders\[1\] has no text in order_id/],
    ['null', [null], /orders\[0\] has no text in order_id/],
    ['a text', ['shop1_1'], /orders\[0\] has no text in order_id/],
    ['a number as its ID', [{ ...A, order_id: 7 }], /orders\[0\] has no text in order_id/],
    ['half a character in its ID', [{ ...A, order_id: '\ud800' }], /orders\[0\] has half a character in order_id/],
    ['half a character in its memo', [{ ...A, memo: 'a\udc00' }], /orders\[0\] has half a character in memo/],
    ['a number as its amount', [{ ...A, amount: 1.5 }], /orders\[0\] has no text in amount/],
    ['a number as its memo', [{ ...A, memo: 12345 }], /orders\[0\] has no text in memo/],
    ['no address', [{ ...A, address: undefined }], /orders\[0\] has no text in address/],
    ['an index that lost digits', [{ ...A, from_address_index: 2 ** 53 }], /loses digits/],
    ['one ID twice', [A, B, { ...A, amount: '2' }], /order_id shop1_a stands twice/],
  ])('with %s are refused before anything is sent', async (_, orders, message) => {
    const { wallet, sent } = serve(taken);
    await expect(submitWithdrawals(wallet, orders as WithdrawalRequest[])).rejects.toMatchObject({
      name: 'InvalidCallError',
      message: expect.stringMatching(message) as string,
      attempts: 0,
    });
    expect(sent).toEqual([]);
  });

  it('keep every digit and lose none of their fields', async () => {
    const made = serve(taken);
    const order = {
      ...A,
      from_address: '0x1',
      from_address_index: 9007199254740993n,
      memo: 'é\u0000',
      block_average_fee: 5,
    };
    await submit(made, [order]);
    expect(made.sent[0]?.body).toBe(
      '{"requests":[{"order_id":"shop1_a","address":"0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62","amount":"1.5",' +
        '"from_address":"0x1","from_address_index":9007199254740993,"memo":"é\\u0000","block_average_fee":5}],"ignore_black_list":false}',
    );
  });

  it('may be none at all', async () => {
    const made = serve(taken);
    expect(await submit(made, [])).toEqual([]);
    expect(made.sent).toEqual([]);
  });

  it('may have the check of their addresses skipped', async () => {
    const made = serve(taken);
    await submit(made, [A], { ...FRESH, ignoreBlackList: true });
    expect(made.sent[0]?.body).toContain('"ignore_black_list":true');
  });
});

describe('what is known of earlier attempts', () => {
  it('may be told of each order', async () => {
    const made = serve(taken, notFound);
    const earlierAttempts = ({ order_id }: WithdrawalRequest): EarlierAttempts =>
      order_id === 'shop1_b' ? 'possible' : 'none';
    await submit(made, [A, B, C], { earlierAttempts });
    expect(callsOf(made)).toEqual(['GET shop1_b', 'POST shop1_a shop1_b shop1_c']);
  });

  it('is one of three words', async () => {
    const { wallet, sent } = serve(taken);
    const options = { earlierAttempts: 'never' as 'none' };
    await expect(submitWithdrawals(wallet, [A], options)).rejects.toMatchObject({
      name: 'InvalidCallError',
      message: expect.stringContaining('earlierAttempts is never. Give none, possible or shown') as string,
    });
    expect(sent).toEqual([]);
  });

  it('ends, where a lookup shows all, with the order not found', async () => {
    const shown = { earlierAttempts: 'shown' } as const;
    expect(outcomes(await submit(serve(memoRequired('shop1_a')), [A], shown))).toEqual(['refused']);
    expect(outcomes(await submit(serve(broken('ECONNREFUSED')), [A], shown))).toEqual(['not_submitted']);
    // but not where the lookup fails, and not after an attempt of this call
    const unreadable = page('<html>');
    expect(outcomes(await submit(serve(memoRequired('shop1_a'), unreadable), [A], shown))).toEqual(['unknown']);
    expect(outcomes(await submit(serve([broken('ECONNRESET'), memoRequired('shop1_a')]), [A], shown))).toEqual([
      'unknown',
    ]);
  });
});

describe('what the caller keeps in his hands', () => {
  it('does not change what is sent', async () => {
    const made = serve([broken('ECONNRESET'), taken]);
    const wallet = {
      ...made.wallet,
      withdrawAssets: (input: { requests: WithdrawalRequest[] }, options?: object) => {
        const answer = made.wallet.withdrawAssets(input, options);
        for (const request of input.requests) request.address = '***'; // for his log
        return answer;
      },
    };
    const options: SubmitOptions = {
      earlierAttempts: (order) => {
        order.amount = '500';
        return 'none';
      },
      ignoreBlackList: false,
    };
    const settling = submitWithdrawals(wallet, [A], { ...options, clock: made.clock });
    Object.assign(options, { ignoreBlackList: true });
    expect(outcomes(await made.clock.finish(settling))).toEqual(['accepted']);
    expect(made.sent.map(({ body }) => body)).toEqual(
      Array(2).fill(JSON.stringify({ requests: [A], ignore_black_list: false })),
    );
  });

  it.each<[string, object, RegExp]>([
    ['a text for true', { ignoreBlackList: 'false' }, /ignoreBlackList is neither true nor false/],
    ['null for true', { ignoreBlackList: null }, /ignoreBlackList is neither/],
    ['no random function', { random: 5 }, /random is no function/],
    ['a deadline that is none', { deadline: NaN }, /deadline is NaN/],
    ['a negative count', { resends: -1 }, /resends is -1/],
    ['a controller for a signal', { signal: new AbortController() }, /signal is none/],
    [
      'a function that throws nothing',
      {
        earlierAttempts: () => {
          throw null as unknown as Error;
        },
      },
      /one of your functions failed/,
    ],
  ])('is refused where it is %s', async (_, options, message) => {
    const { wallet, sent } = serve(taken);
    await expect(submitWithdrawals(wallet, [A], options)).rejects.toMatchObject({
      name: 'InvalidCallError',
      message: expect.stringMatching(message) as string,
    });
    expect(sent).toEqual([]);
  });
});

describe('the error of an order of which nothing was sent', () => {
  const shown = { earlierAttempts: 'shown' } as const;
  it('is what was in the way of all of them', async () => {
    const made = serve(broken('ECONNREFUSED'));
    expect(await submit(made, [A, B], shown)).toMatchObject([
      { outcome: 'not_submitted', error: { reason: 'connection' } },
      { outcome: 'not_submitted', error: { reason: 'connection' } },
    ]);
    expect(new Set(callsOf(made).filter((call) => call.startsWith('POST')))).toEqual(new Set(['POST shop1_a']));
  });

  it('is the end of the time', async () => {
    const made = serve(silent, notFound);
    expect(await submit(made, [A, B], { ...shown, deadline: 2000 })).toMatchObject([
      { outcome: 'unknown', error: { reason: 'deadline' } },
      { outcome: 'not_submitted', error: { reason: 'deadline' } },
    ]);
  });

  it('is a policy that is missing, of which each hears without being in doubt', async () => {
    const made = serve(refused('policy_not_found'));
    expect(await submit(made, [A, B, C], shown)).toMatchObject(
      Array(3).fill({ outcome: 'not_submitted', error: { reason: 'policy_not_found' } }),
    );
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

describe('a wallet that somebody wraps', () => {
  it('may throw anything, and the settlements of the others are not lost', async () => {
    const made = serve(taken);
    const wallet = { ...made.wallet, withdrawAssets: () => Promise.reject(new TypeError('oops')) };
    const [settlement] = await made.clock.finish(submitWithdrawals(wallet, [A], { ...FRESH, clock: made.clock }));
    expect(settlement).toMatchObject({ outcome: 'unknown', error: { reason: 'failed', cause: { message: 'oops' } } });
    expect(settlement).toHaveProperty('error.message', 'withdrawAssets: the wallet threw oops');
    expect(settlement).toHaveProperty('error', expect.any(SettlementError));
  });

  it('may reject from a function that should not be async, which ends no process', async () => {
    const { wallet, sent } = serve(taken);
    const earlierAttempts = (() => Promise.reject(new Error('the database is away'))) as never;
    await expect(submitWithdrawals(wallet, [A], { earlierAttempts })).rejects.toMatchObject({
      name: 'InvalidCallError',
    });
    expect(sent).toEqual([]);
  });

  it('may throw what is no error at all', async () => {
    const made = serve(taken);
    const fail = (): never => {
      throw Object.create(null) as Error;
    };
    const wallet = { withdrawAssets: fail, getWithdrawalState: fail };
    const settlements = await made.clock.finish(submitWithdrawals(wallet, [A], { clock: made.clock }));
    expect(settlements).toMatchObject([{ outcome: 'unknown', error: { reason: 'failed' } }]);
  });
});

it('a refusal keeps what the service said', async () => {
  const [settlement] = await submit(serve(memoRequired('shop1_a')), [A]);
  expect(settlement?.outcome === 'refused' && settlement.error).toBeInstanceOf(ServiceError);
});
