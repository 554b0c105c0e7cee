/** Each outcome of an order, and what leads to it. */
import { describe, expect, it } from 'vitest';
import { broken, json, page, refused, silent, type Reply } from '../stub.ts';
import {
  callsOf,
  FRESH,
  has,
  idsOf,
  memoRequired,
  notFound,
  orderOf,
  outcomes,
  recordOf,
  refusedWith,
  serve,
  submit,
  taken,
  type Order,
} from './service.ts';

const [A, B, C, D] = ['shop1_a', 'shop1_b', 'shop1_c', 'shop1_d'].map((id) => orderOf(id)) as [
  Order,
  Order,
  Order,
  Order,
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
  it('is an order that the refusal names, once it is refused alone too; the others go out without it', async () => {
    const made = serve([memoRequired('shop1_b'), taken, memoRequired('shop1_b')]);
    const settlements = await submit(made, [A, B, C]);
    expect(settlements[1]).toMatchObject({ outcome: 'refused', error: { reason: 'memo_required' } });
    expect(outcomes(settlements)).toEqual(['accepted', 'refused', 'accepted']);
    expect(callsOf(made)).toEqual(['POST shop1_a shop1_b shop1_c', 'POST shop1_a shop1_c', 'POST shop1_b']);
  });

  it.each<[string, Reply, Partial<Order>]>([
    ['its ID', memoRequired('shop1_b'), {}],
    [
      'its address',
      refusedWith('address_blacklisted', 403, { blacklist: { [BAD.toLowerCase()]: ['theft'] } }),
      { address: BAD },
    ],
  ])('is one that is named by %s', async (_, refusal, others) => {
    const made = serve([refusal, taken, refusal]);
    expect(outcomes(await submit(made, [A, { ...B, ...others }, C]))).toEqual(['accepted', 'refused', 'accepted']);
    expect(made.sent).toHaveLength(3);
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
    const made = serve([memoRequired('shop1_b'), memoRequired('shop1_a'), memoRequired('shop1_b')]);
    const [a, b] = await submit(made, [A, B]);
    expect(b).toMatchObject({ outcome: 'refused' });
    expect(a).toMatchObject({
      outcome: 'unknown',
      error: { reason: 'memo_required', values: { ORDER_ID: 'shop1_a' } },
    });
    expect(callsOf(made).at(-1)).toBe('GET shop1_a');
  });

  it('is said of them if the refusal hangs on the request alone, and no lookup finds them', async () => {
    const posts = [memoRequired('shop1_b'), refused('order_id_too_long'), memoRequired('shop1_b')];
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
      expect(
        outcomes(await submit(serve(refused(reason, { ORDERID_PREFIX: 'x', ORDER_ID: 'shop1_a' })), [A], {})),
      ).toEqual(['unknown']);
      expect(outcomes(await submit(serve(refused(reason, { ORDERID_PREFIX: 'x', ORDER_ID: 'shop1_a' })), [A]))).toEqual(
        ['refused'],
      );
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
