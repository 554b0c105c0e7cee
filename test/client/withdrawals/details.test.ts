/** What a settlement says besides its outcome: the fields and the words of its error, by which a person finds out what happened. */
import {
  findWithdrawals,
  SettlementError,
  TimeoutError,
  UnreadableResponseError,
  type Wallet,
  type WithdrawalRequest,
  watch,
} from '@wallet-operations/client';
import { describe, expect, it } from 'vitest';
import { json, page, refused, type Reply } from '../stub.ts';
import { callsOf, FRESH, memoRequired, orderOf, recordOf, serve, submit, taken } from './service.ts';

const [A, B] = ['shop1_a', 'shop1_b'].map((id) => orderOf(id)) as [WithdrawalRequest, WithdrawalRequest];
const nothingSent = { attempts: 0, effect: 'none', retryable: false };

describe('an order of which nothing was sent', () => {
  it('says that the caller ended it', async () => {
    const signal = AbortSignal.abort('deploy');
    const told = { outcome: 'not_submitted', error: { name: 'AbortedError', ...nothingSent, cause: 'deploy' } };
    const [settlement] = await submit(serve(taken), [A], { ...FRESH, signal });
    expect(settlement).toMatchObject({ ...told, error: { ...told.error, operationId: 'withdrawAssets' } });
    expect(settlement).toHaveProperty('error.message', 'withdrawAssets: ended by the caller');
    const { wallet } = serve(taken);
    const [found] = await findWithdrawals(wallet, [A], { ...FRESH, signal });
    expect(found).toMatchObject({ ...told, error: { ...told.error, operationId: 'getWithdrawalState' } });
  });

  it('says that time was up, which others took', async () => {
    const earlierAttempts = ({ order_id }: WithdrawalRequest) => (order_id === 'shop1_a' ? 'none' : 'shown');
    const late: Reply = (sent) =>
      new Promise((resolve) => {
        made.clock.after(2000, () => {
          resolve(page('late', 502)(sent));
        });
      });
    const made = serve(late);
    const [a, b] = await submit(made, [A, B], { earlierAttempts, deadline: 2001 });
    expect(a).toMatchObject({ outcome: 'not_submitted', error: { reason: 'deadline', ...nothingSent } });
    expect(a).toHaveProperty('error', expect.any(TimeoutError));
    expect(a).toHaveProperty('error.message', 'withdrawAssets: no answer within 2001 ms (deadline)');
    expect(b).toMatchObject({ outcome: 'unknown', error: { status: 502 } });
  });

  it('may have been sent by an earlier attempt, if that is all that is known', async () => {
    const [settlement] = await submit(serve(taken), [A], { signal: AbortSignal.abort() });
    expect(settlement).toMatchObject({
      outcome: 'unknown',
      error: {
        name: 'SettlementError',
        reason: 'earlier_attempt',
        message: 'withdrawAssets: an earlier attempt of shop1_a may have been taken',
        ...{ operationId: 'withdrawAssets', attempts: 1, effect: 'unknown', retryable: false },
      },
    });
  });
});

it('an order that the answer leaves out is named', async () => {
  const [settlement] = await submit(serve(json({ results: {} })), [A]);
  expect(settlement).toHaveProperty('error.message', 'withdrawAssets: the answer has no transaction ID for shop1_a');
});

it('an order in a batch that was refused for another has that refusal as the cause', async () => {
  const controller = new AbortController();
  const onAnswer = (): void => {
    controller.abort();
  };
  const made = serve(memoRequired('shop1_b'));
  watch(made.client, { onAnswer });
  const [a, b] = await submit(made, [A, B], { ...FRESH, signal: controller.signal });
  expect(b).toMatchObject({ outcome: 'unknown', error: { reason: 'memo_required' } });
  expect(a).toMatchObject({
    outcome: 'unknown',
    error: {
      reason: 'batch_refused',
      message: 'withdrawAssets: shop1_a was in a batch that was refused (memo_required), perhaps only in part',
      cause: { reason: 'memo_required', values: { ORDER_ID: 'shop1_b' } },
    },
  });
});

it('an order whose ID holds what cannot be compared says what that is, and is not sent', async () => {
  const found = recordOf(A, { address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' });
  const made = serve(taken, json(found));
  const [settlement] = await submit(made, [A], {});
  expect(settlement).toMatchObject({
    outcome: 'unknown',
    error: {
      reason: 'not_comparable',
      message:
        'withdrawAssets: shop1_a is 1.5 to 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2, which cannot be compared with what was asked for. Compare them yourself',
    },
  });
  expect(callsOf(made)).toEqual(['GET shop1_a']);
});

describe('a lookup that gives no record', () => {
  it('is named by its operation', async () => {
    const { wallet, clock } = serve([], json({}));
    const [settlement] = await clock.finish(findWithdrawals(wallet, [A]));
    expect(settlement).toMatchObject({
      outcome: 'unknown',
      error: {
        operationId: 'getWithdrawalState',
        reason: 'unexpected_result',
        effect: 'none',
        retryable: false,
        excerpt: '',
      },
    });
  });

  it.each([undefined, null, 'a text', 7])(
    'but %o, out of a wallet that somebody wraps, is no failure of that',
    async (given) => {
      const wallet = { getWithdrawalState: () => Promise.resolve(given) } as unknown as Wallet;
      const [settlement] = await findWithdrawals(wallet, [A]);
      expect(settlement).toMatchObject({ outcome: 'unknown', error: { reason: 'unexpected_result' } });
      expect(settlement).toHaveProperty('error', expect.any(UnreadableResponseError));
    },
  );

  it('is no proof that there is none, though a lookup would show it', async () => {
    for (const answer of [page('<html>'), json({}), json({ error: 'Teapot' }, 418), refused('invalid_order_id')]) {
      const { wallet, clock } = serve([], answer);
      const [settlement] = await clock.finish(findWithdrawals(wallet, [A], { earlierAttempts: 'shown' }));
      expect(settlement?.outcome).toBe('unknown');
    }
  });
});

describe('options and orders that make no sense are refused by the name of the operation', () => {
  it.each<[string, object]>([
    ['deadline', { deadline: NaN }],
    ['timeout', { timeout: 0 }],
    ['resends', { resends: 1.5 }],
    ['signal', { signal: {} }],
    ['earlierAttempts', { earlierAttempts: 'never' }],
  ])('%s', async (name, options) => {
    const made = serve(taken);
    const refusal = { name: 'InvalidCallError', ...nothingSent };
    await expect(submit(made, [A], options)).rejects.toMatchObject({
      ...{ ...refusal, operationId: 'withdrawAssets' },
      message: expect.stringMatching(`withdrawAssets: ${name} is `) as string,
    });
    await expect(findWithdrawals(made.wallet, [A], options)).rejects.toMatchObject({
      ...{ ...refusal, operationId: 'getWithdrawalState' },
      message: expect.stringMatching(`getWithdrawalState: ${name} is `) as string,
    });
    expect(made.sent).toEqual([]);
  });
});

it('every error of a settlement that the client itself makes is a SettlementError by name', async () => {
  const [settlement] = await submit(serve(taken, json(recordOf(A, { amount: '2' }))), [A], {});
  expect(settlement).toHaveProperty('error', expect.any(SettlementError));
  expect(settlement).toHaveProperty('error.name', 'SettlementError');
});
