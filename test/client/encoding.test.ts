/** The bytes that are signed are the bytes that arrive, whatever stands in a path, a query or a body. */
import {
  createWalletClient,
  InvalidCallError,
  type SignInput,
  sortedSha256,
  type WalletClient,
} from '@wallet-operations/client';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startRecorder, type Received, type Recorder } from './recorder.ts';
import { failureOf, json, stub, WALLET_ID } from './stub.ts';

let service: Recorder;
let client: WalletClient;
const signed: (SignInput & { checksum: string; more: string })[] = [];
const scheme = sortedSha256(() => `'*${String(signed.length)}`);
beforeAll(async () => {
  service = await startRecorder();
  client = createWalletClient({
    baseUrl: service.url,
    credentials: { apiCode: 'code', secret: 'secret' },
    sign: async (input) => {
      const { checksum, query = '' } = await scheme(input);
      signed.push({ ...input, checksum, more: query });
      return { checksum, query };
    },
  });
});
afterAll(() => service.close());
beforeEach(() => {
  service.received.length = 0;
  signed.length = 0;
});

/** Makes one call, and compares what was signed last with what arrived. An equal request of the same second is signed again. */
async function received(call: () => Promise<unknown>): Promise<Received> {
  service.received.length = 0;
  signed.length = 0;
  await call();
  expect(service.received).toHaveLength(1);
  const input = signed.at(-1) as (typeof signed)[number];
  const [request] = service.received as [Received];
  expect(request.method).toBe(input.method);
  expect(request.rawUrl).toBe(
    `${input.path}?${[input.query, input.more, `t=${String(input.t)}`].filter(Boolean).join('&')}`,
  );
  expect(request.body.equals(Buffer.from(input.body, 'utf8'))).toBe(true);
  expect(request.headers).toMatchObject({ 'x-api-code': 'code', 'x-checksum': input.checksum });
  return request;
}

/** Any text, and often one that some step on the way writes anew. */
const wellFormed = (text: string): boolean => text.isWellFormed();
const anyText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.string({
    unit: fc.constantFrom("'", ' ', '+', '*', '%', '&', '=', '/', '\\', '.', ';', '?', '#', '\0', '\n', '😀', 'é', '"'),
    minLength: 1,
  }),
  fc.constantFrom('%2e%2e', '%2F', '...', '../..', '%', '%zz', 'a b+c', '\u2028', '\ufeff', '__proto__'),
);
const segment = anyText.filter((text) => wellFormed(text) && text !== '.' && text !== '..');
const RUNS = { numRuns: 150 };

describe('what is signed arrives', () => {
  it('in a path', async () => {
    await fc.assert(
      fc.asyncProperty(segment, async (orderId) => {
        const { rawUrl } = await received(() => client.listWithdrawalStates({ WALLET_ID, ORDER_ID: orderId }));
        const [, encoded = ''] =
          /^\/v1\/svc\/wallets\/635743\/sender\/transactions\/([^/?]+)\/all\?/.exec(rawUrl) ?? [];
        expect(decodeURIComponent(encoded)).toBe(orderId);
      }),
      RUNS,
    );
  });

  it('in a query', async () => {
    await fc.assert(
      fc.asyncProperty(anyText.filter(wellFormed), async (txid) => {
        const { rawUrl } = await received(() => client.getWithdrawalEventLogs({ WALLET_ID, txid }));
        expect(new URL(rawUrl, service.url).searchParams.get('txid')).toBe(txid);
      }),
      RUNS,
    );
  });

  it('in a body, half surrogate pairs and all', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyText,
        fc.string({ unit: fc.constantFrom('\ud83d', '\ude00', 'a') }),
        async (order_id, memo) => {
          const requests = [{ order_id, address: '0xabc', amount: '1.5', memo }];
          const { body, headers } = await received(() => client.withdrawAssets({ WALLET_ID, requests }));
          expect(JSON.parse(body.toString('utf8'))).toEqual({ requests });
          expect(headers['content-type']).toBe('application/json');
        },
      ),
      RUNS,
    );
  });

  it('in integers of 64 bits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
        fc.array(fc.bigInt(), { maxLength: 3 }),
        async (id, ids) => {
          const { rawUrl, body } = await received(() => client.getCallbacksById({ WALLET_ID: id, ids }));
          expect(rawUrl).toContain(`/wallets/${String(id)}/`);
          expect(body.toString()).toBe(`{"ids":[${ids.join(',')}]}`);
        },
      ),
      RUNS,
    );
  });

  it('and is signed once for each attempt', async () => {
    for (const start_index of [1, 2, 3]) await client.listDepositAddresses({ WALLET_ID: 1, start_index });
    expect([signed.length, service.received.length]).toEqual([3, 3]);
  });

  it('without a body where there is none', async () => {
    const { headers, body } = await received(() => client.getVaultBalance({ WALLET_ID }));
    expect(body).toHaveLength(0);
    expect(headers).not.toHaveProperty('content-type');
  });
});

describe('what would be another request is refused, and nothing is sent', () => {
  const refuse = async (call: (client: WalletClient) => Promise<unknown>): Promise<InvalidCallError> => {
    const { client, sent } = stub(json({}));
    const error = await failureOf(call(client));
    expect(error).toBeInstanceOf(InvalidCallError);
    expect(error).toMatchObject({ attempts: 0, effect: 'none', retryable: false });
    expect(sent).toEqual([]);
    return error as InvalidCallError;
  };

  it.each(['', '.', '..', '\ud83d', 'a\ude00'])('ORDER_ID %j', async (ORDER_ID) => {
    const { message } = await refuse((client) => client.getWithdrawalState({ WALLET_ID, ORDER_ID }));
    expect(message).toMatch(/^getWithdrawalState: ORDER_ID /);
  });

  it.each([undefined, null, true, {}, ['a']])('ORDER_ID %j, which is no text', async (ORDER_ID) => {
    const { message } = await refuse((client) => client.getWithdrawalState({ WALLET_ID, ORDER_ID } as never));
    expect(message).toContain('ORDER_ID');
  });

  it.each([2 ** 53, -(2 ** 53), 1.5, NaN, Infinity])('WALLET_ID %d, which is no exact integer', async (wallet) => {
    const { message } = await refuse((client) => client.getVaultBalance({ WALLET_ID: wallet }));
    expect(message).toContain(`WALLET_ID is ${String(wallet)}`);
  });

  it.each(['abc', '1e3', '0x10', ' 1', '-1'])('WALLET_ID "%s", which is no number of a wallet', async (wallet) => {
    await refuse((client) => client.getVaultBalance({ WALLET_ID: wallet } as never));
  });

  it.each([1.5, NaN, 2 ** 53])('the query parameter start_index %d', async (start_index) => {
    const { message } = await refuse((client) => client.listDepositAddresses({ WALLET_ID, start_index }));
    expect(message).toContain('start_index');
  });

  it('a query parameter with half a surrogate pair', async () => {
    await refuse((client) => client.getWithdrawalEventLogs({ WALLET_ID, txid: 'a\ud83d' }));
  });

  it.each([{ count: NaN }, { count: 2 ** 60 }])('a body with %o', async (body) => {
    const { message, cause } = await refuse((client) => client.createDepositAddresses({ WALLET_ID, ...body }));
    expect(message).toContain('count');
    expect(cause).toBeInstanceOf(RangeError);
  });
});

it('leaves out what is undefined in a query', async () => {
  const { client, sent } = stub(json({}));
  await client.listDepositAddresses({ WALLET_ID, start_index: undefined, request_number: 5 } as never);
  expect([...(sent[0]?.query.keys() ?? [])]).toEqual(['request_number', 't']);
});

it('signs the path of the interface, without what a gateway has before it', async () => {
  const paths: string[] = [];
  const { client, sent } = stub(json({}), {
    baseUrl: 'https://gateway.example/wallets/',
    product: 'sofa',
    sign: ({ path, t }) => (paths.push(path), { checksum: String(t) }),
  });
  await client.getVaultBalance({ WALLET_ID });
  expect(paths).toEqual(['/v1/sofa/wallets/635743/vault/balance']);
  expect(sent[0]?.url).toContain(`https://gateway.example/wallets${paths[0] ?? ''}?`);
});
