/** What came from the service goes on as JSON: JSON.stringify writes it as it is, to the last digit, and without throwing. */
import { deepStrictEqual } from 'node:assert/strict';
import {
  type Callback,
  createCallbackHandler,
  memoryCallbackStore,
  sha256Verifier,
  signTestCallback,
} from '@wallet-operations/client/callbacks';
import {
  findCallbacks,
  parseJson,
  records,
  stringifyJson,
  submitWithdrawals,
  type ServiceError,
} from '@wallet-operations/client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operations } from '../document.ts';
import { failureOf, json, page, refused, SECRET, silent, stub } from '../stub.ts';
import { values } from './arbitraries.ts';

/** An integer that no double has. */
const HUGE = '9007199254740993';
const huge = (text: string): string => text.replace(/([:[,])\d+(?=[,}\]])/g, `$1${HUGE}`);

type AnyMethod = (input: object) => Promise<Record<string, unknown>>;
const order = { order_id: 'shop1_1', address: '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62', amount: '1.5' };

describe.each(operations)('the result of $operationId', ({ operationId, inPath, inQuery, bodies, answers }) => {
  const texts = answers.map((answer) => JSON.stringify(answer.json));
  it.each([...texts, ...texts.map(huge)])('is written as it came: %s', async (text) => {
    const method = (stub(page(text)).client as unknown as Record<string, AnyMethod>)[operationId] as AnyMethod;
    const result = await method({ ...inPath, ...inQuery, ...bodies[0]?.[1] });
    expect(JSON.stringify(result)).toBe(text);
    expect(stringifyJson(result)).toBe(text);
    expect(JSON.stringify({ data: [result] })).toBe(`{"data":[${text}]}`);
    for (const part of Object.values(result).filter((value) => typeof value === 'object'))
      expect(text).toContain(JSON.stringify(part)); // a record alone
  });
});

describe('what holds bigints', () => {
  const text = `{"results":{"a":7,"b":${HUGE}},"list":[${HUGE},1]}`;
  const given = async () => stub(page(text)).wallet.withdrawAssets({ requests: [order] });

  it('looks like any other object, to whoever compares, copies or prints it', async () => {
    const plain = { results: { a: 7n, b: BigInt(HUGE) }, list: [BigInt(HUGE), 1] };
    const result = await given();
    expect(result).toStrictEqual(plain);
    deepStrictEqual(result, plain as unknown);
    expect(structuredClone(result)).toStrictEqual(plain);
    expect(Object.keys(result.results)).toEqual(['a', 'b']);
    expect(stringifyJson({ ...result.results })).toBe(`{"a":7,"b":${HUGE}}`);
  });

  it('is written as it is by then', async () => {
    const result = await given();
    (result.results as Record<string, unknown>).a = 8n;
    (result.results as Record<string, unknown>).c = 'new';
    expect(JSON.stringify(result.results)).toBe(`{"a":8,"b":${HUGE},"c":"new"}`);
  });

  it('may have a property toJSON of its own', async () => {
    const { results } = await stub(page('{"results":{"toJSON":7}}')).wallet.withdrawAssets({ requests: [order] });
    expect(results).toEqual({ toJSON: 7n });
    expect(stringifyJson(results)).toBe('{"toJSON":7}');
  });

  it('is written so from any JSON', () => {
    fc.assert(
      fc.property(values, (value) => {
        const written = stringifyJson([value]);
        expect(JSON.stringify(parseJson(written))).toBe(written);
      }),
    );
  });
});

describe('what the client makes of answers is written, too:', () => {
  it('settlements', async () => {
    const { wallet } = stub(page(`{"results":{"shop1_1":${HUGE}}}`));
    const settlements = await submitWithdrawals(wallet, [order], { earlierAttempts: 'none' });
    expect(JSON.stringify({ settlements })).toBe(
      `{"settlements":[{"order_id":"shop1_1","outcome":"accepted","transactionId":${HUGE}}]}`,
    );
  });

  it('the error of a settlement', async () => {
    const { wallet } = stub(refused('invalid_amount', { AMOUNT: '1.5', ORDER_ID: 'shop1_1' }));
    const [settlement] = await submitWithdrawals(wallet, [order], { earlierAttempts: 'none' });
    expect(JSON.parse(JSON.stringify(settlement))).toMatchObject({ error: { name: 'ServiceError', status: 400 } });
  });

  it('what was found, and what is missing', async () => {
    const { wallet } = stub(page(`{"notifications":[{"serial":${HUGE}}]}`));
    expect(JSON.stringify({ wallet })).toBe(`{"wallet":{"walletId":${String(wallet.walletId)}}}`);
    expect(JSON.stringify(await findCallbacks(wallet, [5n, BigInt(HUGE)]))).toBe(
      `{"found":[{"serial":${HUGE}}],"missing":[5]}`,
    );
  });

  it('a record of a list', async () => {
    const { wallet } = stub(page(`{"transactions":[{"block_height":7,"memo":"a"}],"total_count":1}`));
    for await (const record of records(wallet, 'listWithdrawalHistory', {}))
      expect(JSON.stringify(record)).toBe('{"block_height":7,"memo":"a"}');
  });

  it('a callback', async () => {
    const { answers } = operations.find((each) => each.operationId === 'getCallbacksById') as (typeof operations)[0];
    const [callback] = (answers[0]?.value as { notifications: Callback[] }).notifications;
    const told: string[] = [];
    const handle = createCallbackHandler({
      verify: sha256Verifier(SECRET),
      store: memoryCallbackStore(),
      onCredited: (given) => void told.push(JSON.stringify(given)),
      onReversed: () => undefined,
      onWithdrawal: (given) => void told.push(JSON.stringify(given)),
      onError: (error) => void told.push(String(error)),
    });
    await handle(await signTestCallback({ ...callback, serial: BigInt(HUGE) } as Callback, SECRET));
    expect(told).toEqual([stringifyJson({ ...callback, serial: BigInt(HUGE) })]);
  });
});

describe('JSON.stringify of an error', () => {
  const tells = ['name', 'message', 'reason', 'operationId', 'attempts', 'effect', 'retryable'];

  it.each([
    ['a refusal', refused('invalid_amount'), [...tells, 'status', 'code', 'text', 'values', 'repeat']],
    ['a gateway', page('<html>', 502), [...tells, 'status', 'excerpt']],
    ['no answer', silent, tells],
  ])('of %s has all that it tells', async (_, reply, names) => {
    const { clock, wallet } = stub(reply, { attempts: 1 });
    const error = await failureOf(clock.finish(wallet.withdrawAssets({ requests: [order] })));
    const written = JSON.parse(JSON.stringify({ error })) as { error: Record<string, unknown> };
    expect(Object.keys(written.error).toSorted()).toEqual(expect.arrayContaining(names.toSorted()));
    for (const name of names) expect(written.error[name]).toEqual((error as Record<string, unknown>)[name]);
  });

  it('leaves out the body of a refusal, which has all its digits by itself', async () => {
    const { wallet } = stub(page(`{"error":"no","limits":[{"most":${HUGE}}]}`, 400));
    const error = await failureOf(wallet.withdrawAssets({ requests: [order] }));
    const { body } = error as ServiceError;
    expect(JSON.stringify(body)).toBe(`{"error":"no","limits":[{"most":${HUGE}}]}`);
    expect(JSON.parse(JSON.stringify(error))).not.toHaveProperty('body');
  });

  it('is written whatever its body is nested like', async () => {
    const { wallet } = stub(page(`{"error":"no","deep":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 400));
    const error = await failureOf(wallet.withdrawAssets({ requests: [order] }));
    const written = JSON.parse(JSON.stringify([{ error }])) as unknown;
    expect(written).toMatchObject([{ error: { name: 'ServiceError', text: 'no', status: 400 } }]);
  });

  it('is nothing new for one that holds another', async () => {
    const { wallet } = stub(json({ results: {} }));
    const error = await failureOf(wallet.withdrawAssets({ requests: [order] }, { signal: AbortSignal.abort(1n) }));
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ name: 'AbortedError', reason: 'aborted' });
  });
});
