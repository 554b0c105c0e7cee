/** Answers are made for their requests: valid whatever is asked for, always the same, and such that a client's first test passes. */
import { createWalletClient, findWithdrawals, submitWithdrawals, openapiFetch } from '@wallet-operations/client';
import { stringifyJson } from '@wallet-operations/json';
import { type Answerer, createAnswerer, type MockAnswer, startMock } from '@wallet-operations/mock';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import document from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { createAnswerCheck, type Operation, operationsOf } from '@wallet-operations/validator';
import { operations, type ProbedOperation } from './document.ts';

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 20 }),
  fc.constantFrom('__proto__', '7', 'constructor', '…'),
);
const word = text.map((one) => one.replaceAll(/[/\\]/g, '_'));
const whole = fc.oneof(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.bigInt({ min: -9n, max: 99n }));
const int = fc.oneof(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), fc.integer({ min: -2, max: 9 }));
const entry = fc.record({ address: text, memo: fc.string(), user_id: fc.string() }, { requiredKeys: ['address'] });
const payment = fc.record({ order_id: word, address: text, amount: fc.constantFrom('1', '0.5') });

const check = createAnswerCheck(document);

/** What a body may be, by operation. */
const bodies: Readonly<Record<string, fc.Arbitrary<object>>> = {
  withdrawAssets: fc.record({ requests: fc.uniqueArray(payment, { minLength: 1, selector: (one) => one.order_id }) }),
  createDepositAddresses: fc.oneof(
    fc.record({ count: fc.integer({ min: -5, max: 1000 }) }),
    fc.array(text, { maxLength: 30 }).map((memos) => ({ count: memos.length, memos })),
  ),
  getCallbacksById: fc.record({ ids: fc.array(whole, { maxLength: 100 }) }),
  addWhitelistEntries: fc.record({ items: fc.array(entry) }),
  checkWhitelistEntry: entry,
  getDelegatedBalances: fc.oneof(
    fc.record({ addresses: fc.array(text, { maxLength: 30 }) }),
    fc.record({ address: fc.array(text) }),
  ),
};

/** What a parameter may be: what is not here is a whole number of 32 bits. */
const parameters: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  WALLET_ID: whole,
  ORDER_ID: fc.oneof(word, fc.constant('shop1_20261120_000017')),
  TX_ID: text,
  txid: text,
  convert: fc.oneof(text, fc.constantFrom('USD,EUR', 'JPY', ',', 'USD, CHF')),
  from_time: fc.nat(2_000_000_000),
  to_time: fc.constant(2_000_000_000),
  request_number: fc.integer({ min: -5, max: 100 }),
  start_index: int,
  state: fc.constantFrom(-1, 1, 2),
};

interface Asked {
  readonly path: string;
  readonly query: string;
  readonly body: string;
}

function askedOf({ operationId, parameters: own, path }: ProbedOperation): fc.Arbitrary<Asked> {
  const of = (place: string): fc.Arbitrary<Record<string, unknown>> =>
    fc.record(
      Object.fromEntries(own.filter((one) => one.in === place).map(({ name }) => [name, parameters[name] ?? int])),
      { noNullPrototype: true },
    );
  const template = own[0]?.template ?? path;
  return fc
    .record({ inPath: of('path'), query: of('query'), body: bodies[operationId] ?? fc.constant(undefined) })
    .map(({ inPath, query, body }) => ({
      path: template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(inPath[name]))),
      query: new URLSearchParams(
        Object.entries(query).map(([name, one]): [string, string] => [name, String(one)]),
      ).toString(),
      body: body === undefined ? '' : stringifyJson(body),
    }));
}

const send = (
  answer: Answerer,
  { method }: ProbedOperation,
  { path, query, body }: Asked,
  t = '1',
): Promise<MockAnswer> => {
  const type = { ...(body !== '' && { 'content-type': 'application/json' }), prefer: 'code=200' };
  const headers = { 'x-api-code': 'code', 'x-checksum': `sum ${t}`, ...type };
  return answer({ method, url: `${path}?${query}&t=${t}`, headers, body });
};

describe.each(operations.map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (operationId, operation) => {
    const declared = operationsOf(document).find((one) => one.operationId === operationId) as Operation;

    it.each([false, true])('answers any request with what fits the document, generated: %s', async (dynamic) => {
      const answer = await createAnswerer(undefined, 'svc', { dynamic, seed: 'a' });
      await fc.assert(
        fc.asyncProperty(askedOf(operation), async (asked) => {
          const { status, body, headers } = await send(answer, operation, asked);
          expect([status, headers?.['x-mock-violations']]).toEqual([200, undefined]);
          const bytes = Buffer.from(JSON.stringify(body));
          expect(check.answer(declared, { status, contentType: 'application/json', body: bytes })).toEqual([]);
          const again = await send(answer, operation, asked, '2');
          expect(JSON.stringify(again.body)).toBe(JSON.stringify(body));
        }),
        { numRuns: dynamic ? 30 : 200 },
      );
    });

    it('gives an example that is asked for as it is, whatever the request', async () => {
      const answer = await createAnswerer();
      const [asked] = fc.sample(askedOf(operation), 1);
      const headers = { 'x-api-code': 'code', 'x-checksum': 'sum', 'content-type': 'application/json' };
      for (const { name, status, body } of operation.answers) {
        const url = `${asked?.path ?? ''}?${asked?.query ?? ''}&t=1`;
        const prefer = { ...headers, prefer: `example=${name}` };
        const given = await answer({ method: operation.method, url, headers: prefer, body: asked?.body ?? '' });
        expect([given.status, given.body]).toEqual([status, body]);
      }
    });
  },
);

describe('a client', () => {
  const orders = [
    { order_id: 'order-1', address: '0xAF0DfAcE54EF64c958E6713fE821a23Ae7Ddc48f', amount: '0.7' },
    { order_id: 'order-2', address: '0xAF0DfAcE54EF64c958E6713fE821a23Ae7Ddc48f', amount: '0.7' },
  ];

  async function start(): Promise<{ client: ReturnType<typeof createWalletClient>; url: string }> {
    const mock = await startMock();
    onTestFinished(() => mock.close());
    const credentials = { apiCode: 'any', secret: 'any' };
    return { client: createWalletClient({ baseUrl: mock.url, credentials }), url: mock.url };
  }

  it.each(['possible', 'none', 'shown'] as const)(
    'submits orders of its own, earlier attempts: %s',
    async (earlierAttempts) => {
      const { client } = await start();
      const settlements = await submitWithdrawals(client.wallet(1), orders, { earlierAttempts });
      expect(settlements.map(({ order_id, outcome }) => [order_id, outcome])).toEqual([
        ['order-1', 'accepted'],
        ['order-2', 'accepted'],
      ]);
      const ids = settlements.map((settlement) => 'transactionId' in settlement && settlement.transactionId);
      expect(new Set(ids).size).toBe(2);
    },
  );

  it('finds no order that no example has, and the others', async () => {
    const { client } = await start();
    const known = {
      order_id: 'shop1_20261120_000017',
      address: '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62',
      amount: '1.5',
    };
    const found = await findWithdrawals(client.wallet(1), [...orders, known]);
    expect(found.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown', 'accepted']);
  });

  it('gets a record under its own order_id if it asks for a success', async () => {
    const { client } = await start();
    const { data } = await openapiFetch(client).GET('/v1/svc/wallets/{WALLET_ID}/sender/transactions/{ORDER_ID}', {
      params: { path: { WALLET_ID: 1n, ORDER_ID: 'order-1' } },
      headers: { prefer: 'code=200' },
    });
    expect(data).toMatchObject({ order_id: 'order-1', amount: '1.5' });
  });

  it('reads 64 bits as they were sent', async () => {
    const { client } = await start();
    const serials = [9223372036854775807n, 9007199254740993n, 7n];
    const { notifications } = await client.wallet(9223372036854775807n).getCallbacksById({ ids: serials });
    expect(notifications.map(({ serial, wallet_id }) => [serial, wallet_id])).toEqual(
      serials.map((serial) => [serial, 9223372036854775807n]),
    );
  });

  it('gets as many addresses as it asks for, no two of them the same', async () => {
    const { client } = await start();
    const { addresses } = await client.wallet(1).createDepositAddresses({ count: 1000 });
    expect([addresses.length, new Set(addresses).size]).toEqual([1000, 1000]);
  });

  it('comes to the end of pages of one', async () => {
    const { client } = await start();
    const pages = [0, 1, 2, 3].map((start_index) =>
      client.wallet(1).listWithdrawalHistory({ start_index, request_number: 1 }),
    );
    const found = (await Promise.all(pages)).map(({ total_count, transactions }) => [total_count, transactions.length]);
    expect(found).toEqual([
      [3, 1],
      [3, 1],
      [3, 1],
      [3, 0],
    ]);
    expect(
      new Set((await Promise.all(pages)).flatMap(({ transactions }) => transactions.map(({ txid }) => txid))).size,
    ).toBe(3);
  });
});
