/** What the caller gives: orders, options, time, what is known of earlier attempts, and a wallet of his own. */
import {
  AbortedError,
  checkedOrders,
  type EarlierAttempts,
  SettlementError,
  submitWithdrawals,
  type SubmitOptions,
  type WithdrawalRequest,
} from '@wallet-operations/client';
import { describe, expect, it } from 'vitest';
import { broken, deaf, page, silent } from '../stub.ts';
import {
  callsOf,
  FRESH,
  memoRequired,
  notFound,
  orderOf,
  outcomes,
  serve,
  submit,
  taken,
  type Order,
} from './service.ts';

const [A, B, C] = ['shop1_a', 'shop1_b', 'shop1_c'].map((id) => orderOf(id)) as [Order, Order, Order];

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

  it('is used for lookups only up to its half, and then for sending', async () => {
    const orders = Array.from({ length: 40 }, (_, i) => orderOf(String(i)));
    const made = serve(taken, deaf);
    const settlements = await submit(made, orders, { deadline: 2000, timeout: 500 });
    expect(new Set(outcomes(settlements))).toEqual(new Set(['accepted']));
    expect(made.sent.map(({ method }) => method).filter((method) => method === 'POST')).toHaveLength(1);
    expect(made.sent.at(-1)).toMatchObject({ at: 1000, method: 'POST' });
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
  class Payout {
    readonly order_id = 'shop1_1';
    readonly address = A.address;
    readonly amount = '1';
    get memo(): string {
      return '77';
    }
  }

  it.each<[string, object, string]>([
    ['a getter of its class', new Payout(), 'memo'],
    ['what it was made from', Object.create({ ...A, memo: '77' }) as object, 'order_id'],
    ['a field that is not listed', Object.defineProperty({ ...A }, 'memo', { value: '77' }), 'memo'],
    ['all of it', { ...A, toJSON: () => null }, 'order_id'],
    ['a function', { ...A, memo: () => '77' }, 'memo'],
    ['what its own JSON leaves out', { ...A, memo: '77', toJSON: () => A }, 'memo'],
  ])('are refused where JSON would lose %s: it might be paid without a tag', async (_, order, field) => {
    const { wallet, sent } = serve(taken);
    const settling = submitWithdrawals(wallet, [order as Order]);
    await expect(settling).rejects.toThrow(`orders[0] has a ${field} that JSON leaves out`);
    expect(sent).toEqual([]);
    expect(() => checkedOrders([order as Order])).toThrow(field);
  });

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
    ['no array', { 0: A }, /orders is an object. Give an array/],
    ['nothing', undefined, /orders is undefined. Give an array/],
    ['a hole', [A, undefined], /orders\[1\] is undefined/],
    ['null', [null], /orders\[0\] is null/],
    ['a text', ['shop1_1'], /orders\[0\] is "shop1_1"/],
    ['a number as its ID', [{ ...A, order_id: 7 }], /orders\[0\] has no text in order_id/],
    ['half a character in its ID', [{ ...A, order_id: '\ud800' }], /orders\[0\] has half a character in order_id/],
    ['half a character in its memo', [{ ...A, memo: 'a\udc00' }], /orders\[0\] has half a character in memo/],
    ['a number as its amount', [{ ...A, amount: 1.5 }], /orders\[0\] has no text in amount/],
    ['a number as its token', [{ ...A, token_id: 7 }], /orders\[0\] has no text in token_id/],
    ['null as its memo', [{ ...A, memo: null }], /orders\[0\] has no text in memo/],
    ['a number as its memo', [{ ...A, memo: 12345 }], /orders\[0\] has no text in memo/],
    [
      'a tag by another name',
      [{ ...A, destination_tag: '7' }],
      /orders\[0\] has destination_tag, which is no field of an order\. The fields are order_id, address, amount, .*memo/,
    ],
    [
      '__proto__',
      [JSON.parse('{"order_id":"a","address":"b","amount":"1","__proto__":{}}')],
      /orders\[0\] has __proto__, which/,
    ],
    ['what is null in JSON', [new Date(NaN)], /orders\[0\] has no text in order_id/],
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

  it('may have headers for each of its calls', async () => {
    const made = serve(notFound, taken);
    await submit(made, [A], { headers: { 'x-trace': 'a-trace' } });
    expect(made.sent.map(({ headers }) => headers.get('x-trace'))).toEqual(['a-trace', 'a-trace']);
  });

  it.each<[string, object, RegExp]>([
    ['a text for true', { ignoreBlackList: 'false' }, /ignoreBlackList is neither true nor false/],
    ['null for true', { ignoreBlackList: null }, /ignoreBlackList is neither/],
    ['a word', 'none' as unknown as object, /^withdrawAssets: options is "none"\. Give an object, or leave it out/],
    ['a list', [], /options is an array\. Give an object/],
    ['null', null as unknown as object, /options is null\. Give/],
    ['an option by another name', { earlierAttempt: 'none' }, /earlierAttempt is no option\. The options are signal, /],
    ['a header that authenticates', { headers: { 'X-API-CODE': 'a' } }, /headers cannot have X-API-CODE/],
    ['no random function', { random: 5 }, /random is no function/],
    ['a deadline that is none', { deadline: NaN }, /deadline is NaN/],
    ['a negative count', { resends: -1 }, /resends is -1/],
    ['a controller for a signal', { signal: new AbortController() }, /signal is no AbortSignal/],
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

describe('orders that are kept, to be submitted later,', () => {
  it('are copies, which do not change with what was given', () => {
    const given = { ...A };
    const [kept] = checkedOrders([given]);
    given.amount = '9';
    expect(kept).toEqual(A);
  });

  it('are refused as a submission would refuse them', () => {
    const refused = { name: 'InvalidCallError', operationId: 'withdrawAssets', effect: 'none', attempts: 0 };
    expect(() => checkedOrders([A, A])).toThrow(expect.objectContaining(refused));
    expect(() => checkedOrders([{ ...A, amount: 1 as never }])).toThrow(expect.objectContaining(refused));
  });
});
