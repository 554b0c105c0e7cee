/** Who signs what, when: credentials for each attempt, no checksum twice, and failures of the caller's own functions. */
import {
  type Credentials,
  type Sign,
  SigningError,
  sortedSha256,
  TimeoutError,
  type Wallet,
  openapiFetch,
} from '@wallet-operations/client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from './fake-clock.ts';
import { seeded } from './faults/random.ts';
import {
  API_CODE,
  broken,
  failureOf,
  json,
  refused,
  type Reply,
  SECRET,
  type Sent,
  stub,
  type Stub,
  WALLET_ID,
} from './stub.ts';

const timeOf = ({ query }: { query: URLSearchParams }): number => Number(query.get('t'));

describe('credentials', () => {
  const keepSecrets = (): { secrets: string[]; sign: Sign } => {
    const secrets: string[] = [];
    return { secrets, sign: ({ secret, t }) => (secrets.push(secret), { checksum: `${secret}${String(t)}` }) };
  };

  it('may be one pair for all wallets', async () => {
    const { secrets, sign } = keepSecrets();
    const { client, sent } = stub(json({}), { sign });
    await client.getVaultBalance({ WALLET_ID });
    await client.listWallets();
    expect(sent.map(({ headers }) => headers.get('x-api-code'))).toEqual([API_CODE, API_CODE]);
    expect(secrets).toEqual([SECRET, SECRET]);
  });

  it('may be a function, which is asked for the wallet of each call', async () => {
    const asked: (bigint | undefined)[] = [];
    const credentials = (id: bigint | undefined): Credentials => {
      asked.push(id);
      return { apiCode: `code-${String(id)}`, secret: `secret-${String(id)}` };
    };
    const { secrets, sign } = keepSecrets();
    const { client, sent } = stub(json({}), { credentials, sign });
    await client.getVaultBalance({ WALLET_ID: 1 });
    await client.wallet(2).getVaultBalance();
    await client.getCurrencyPrices();
    await client.listWallets();
    expect(asked).toEqual([1n, 2n, undefined, undefined]);
    expect(sent.map(({ headers }) => headers.get('x-api-code'))).toEqual(asked.map((id) => `code-${String(id)}`));
    expect(secrets).toEqual(asked.map((id) => `secret-${String(id)}`));
  });

  it('are asked for before each attempt, so that a rotation in the midst of a call is used', async () => {
    let generation = 0;
    const credentials = (): Promise<Credentials> => {
      generation++;
      return Promise.resolve({ apiCode: `code${String(generation)}`, secret: `secret${String(generation)}` });
    };
    const { secrets, sign } = keepSecrets();
    const { wallet, sent, clock } = stub([broken('ECONNRESET'), json({})], { credentials, sign });
    await clock.finish(wallet.getVaultBalance());
    expect(sent.map(({ headers }) => headers.get('x-api-code'))).toEqual(['code1', 'code2']);
    expect(secrets).toEqual(['secret1', 'secret2']);
  });

  it('are the read-only ones for the wallet list and the balance list alone', async () => {
    const { client, wallet, sent } = stub(json({}), { readOnlyCredentials: { apiCode: 'readonly', secret: 'x' } });
    await client.listWallets();
    await client.listWalletBalances();
    await client.getCurrencyPrices();
    await wallet.listCallbacks();
    expect(sent.map(({ headers }) => headers.get('x-api-code'))).toEqual(['readonly', 'readonly', API_CODE, API_CODE]);
  });
});

describe('no two requests of a client carry the same checksum for the same method and path', () => {
  it.each([0, 0.5, 1, Math.random()])(
    'since equal requests of one second get different times (chance %d)',
    async (chance) => {
      const { wallet, sent, clock } = stub(json({}), { random: () => chance });
      const now = Math.floor(clock.now() / 1000);
      await clock.finish(Promise.all(Array.from({ length: 100 }, () => wallet.getVaultBalance())));
      expect(timeOf(sent[0] as Sent)).toBe(now);
      expect(new Set(sent.map(timeOf)).size).toBe(100);
      expect(sent.map(({ at }) => at)).toEqual(sent.map(() => 0));
    },
  );

  it.each<[string, number, (wallet: Wallet) => Promise<unknown>]>([
    ['what may be asked again, 240 seconds', 240, (wallet) => wallet.getVaultBalance()],
    ['what may not, 5', 5, (wallet) => wallet.createDepositAddresses({ count: 1 })],
  ])('and wait where all are used: of %s on either side', async (_, reach, call) => {
    const { wallet, sent, clock } = stub(json({}));
    const start = clock.now() / 1000;
    await clock.finish(Promise.all(Array.from({ length: 2 * reach + 4 }, () => call(wallet))));
    const atOnce = sent.filter(({ at }) => at === 0).map((request) => timeOf(request) - start);
    expect(atOnce.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 2 * reach + 1 }, (_, i) => i - reach));
    for (const request of sent)
      expect(Math.abs(timeOf(request) - start - request.at / 1000)).toBeLessThanOrEqual(reach);
    expect(sent.slice(-3).map(({ at }) => at)).toEqual([1000, 2000, 3000]);
    expect(new Set(sent.map(timeOf)).size).toBe(sent.length);
    expect(clock.pending()).toBe(0);
  });

  it('and a slow scheme is asked twice for each of them at most', async () => {
    const scheme = sortedSha256();
    let asked = 0;
    const sign: Sign = async (input) => (asked++, scheme(input));
    const { wallet, sent, clock } = stub(json({}), { sign });
    for (let read = 0; read < 100; read++) await clock.finish(wallet.getVaultBalance());
    expect(new Set(sent.map(timeOf)).size).toBe(100);
    expect(asked).toBeLessThanOrEqual(200);
  });

  it('whatever is called, at once or in turn, with the assumed scheme', async () => {
    const call = fc.record({
      order: fc.constantFrom('a', 'b'),
      which: fc.nat(2),
      wait: fc.constantFrom(0, 0, 0, 400, 2000),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(call, { minLength: 1, maxLength: 8 }), { maxLength: 6 }), async (groups) => {
        const { wallet, sent, clock } = stub([broken('ECONNRESET'), json({})], { sign: sortedSha256() });
        for (const group of groups) {
          const made = group.map(({ order, which }) =>
            which === 0
              ? wallet.getWithdrawalState({ ORDER_ID: order })
              : which === 1
                ? wallet.listDepositAddresses({ start_index: order.length })
                : wallet.checkWhitelistEntry({ address: order }),
          );
          await clock.finish(Promise.all(made));
          await clock.advance(group[0]?.wait ?? 0);
        }
        const keys = sent.map(({ method, url, headers }) =>
          [method, new URL(url).pathname, headers.get('x-checksum')].join(' '),
        );
        expect(new Set(keys).size).toBe(keys.length);
      }),
      { numRuns: 60 },
    );
  });

  it('however slowly some of them are signed', async () => {
    const scheme = sortedSha256();
    let calls = 0;
    const sign: Sign = async (input) => {
      const slow = calls++ % 2 === 0;
      for (let turn = 0; slow && turn < 10; turn++) await Promise.resolve();
      return scheme(input);
    };
    const { wallet, sent, clock } = stub(json({}), { sign });
    await clock.finish(Promise.all(Array.from({ length: 6 }, () => wallet.getVaultBalance())));
    expect(new Set(sent.map(({ headers }) => headers.get('x-checksum'))).size).toBe(6);
  });

  it('even if thousands of others lie between them within a second', async () => {
    const { wallet, sent, clock } = stub(json({}));
    const calls = ['same', ...Array.from({ length: 5000 }, (_, i) => `other${String(i)}`), 'same'];
    for (const ORDER_ID of calls) await wallet.getWithdrawalState({ ORDER_ID });
    expect(sent[0]?.headers.get('x-checksum')).not.toBe(sent.at(-1)?.headers.get('x-checksum'));
    expect(clock.pending()).toBe(0);
  });

  it('even if more than it remembers at once lie before them, all of one checksum', async () => {
    const { wallet, sent, clock } = stub(json({}), { sign: sortedSha256() }); // the assumed scheme does not cover the path
    const calls = [...Array.from({ length: 10_000 }, (_, i) => `other${String(i)}`), 'same', 'same'];
    for (const ORDER_ID of calls) await wallet.getWithdrawalState({ ORDER_ID });
    expect(sent.at(-2)?.headers.get('x-checksum')).not.toBe(sent.at(-1)?.headers.get('x-checksum'));
    expect(clock.pending()).toBe(0);
  });

  it('so a scheme whose checksum does not depend on the time is told, and does not wait for ever', async () => {
    const { wallet, sent, clock } = stub(json({}), { sign: () => ({ checksum: 'constant' }) });
    await wallet.getVaultBalance();
    const error = await failureOf(clock.finish(wallet.getVaultBalance()));
    expect(error).toBeInstanceOf(SigningError);
    expect((error as Error).cause).toMatchObject({
      message: expect.stringContaining('must depend on t') as string,
    });
    expect(sent).toHaveLength(1);
  });
});

describe('several processes with one API code', () => {
  /** A service that takes each checksum once for a path, whoever sends it, and tells whose were refused. */
  function takingOnce(): Reply {
    const seen = new Set<string>();
    return (sent) => {
      const key = `${new URL(sent.url).pathname} ${sent.headers.get('x-checksum') ?? ''}`;
      if (seen.has(key)) return refused('invalid_checksum')(sent);
      seen.add(key);
      return json({ balance: '1' })(sent);
    };
  }

  const inProcesses = (seed: number): Stub[] => {
    const { next } = seeded(seed);
    const [reply, clock] = [takingOnce(), createFakeClock()];
    return Array.from({ length: 8 }, () => ({ ...stub(reply, { clock, random: next }), clock }));
  };

  it.each([1, 2, 3, 4, 5])(
    'have all of their equal reads answered, as fast as they make them (seed %d)',
    async (seed) => {
      const processes = inProcesses(seed);
      const reading = processes.map(async ({ wallet }) => {
        for (let read = 0; read < 20; read++) await wallet.getVaultBalance();
      });
      await processes[0]?.clock.finish(Promise.all(reading));
      const sent = processes.flatMap((process) => process.sent);
      expect(sent.length).toBeLessThan(1.5 * 160);
      for (const { events } of processes) expect(events.filter(({ status }) => status === 200)).toHaveLength(20);
    },
  );

  it('do not send again what they may not, and leave open what has become of it', async () => {
    const processes = inProcesses(0);
    const outcomes = await Promise.allSettled(
      processes.map(({ wallet }) => wallet.createDepositAddresses({ count: 1 })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ reason: 'invalid_checksum', effect: 'unknown', attempts: 1 });
  });
});

describe('a scheme with a nonce', () => {
  it('puts it into the query and under the checksum, anew for each attempt', async () => {
    let nonce = 0;
    const sign = sortedSha256(() => `'n ${String(nonce++)}`);
    const { wallet, sent, clock } = stub([broken('ECONNRESET'), json({})], { sign });
    await clock.finish(wallet.listDepositAddresses({ start_index: 5 }));
    const t = String(Math.floor(clock.now() / 1000));
    expect(sent.map(({ url }) => new URL(url).search)).toEqual([
      `?start_index=5&r=%27n%200&t=${t}`,
      `?start_index=5&r=%27n%201&t=${t}`,
    ]);
    const { checksum } = await sortedSha256()({
      method: 'GET',
      path: '',
      query: 'start_index=5&r=%27n%201',
      body: '',
      t: Number(t),
      apiCode: API_CODE,
      secret: SECRET,
    });
    expect(sent[1]?.headers.get('x-checksum')).toBe(checksum);
  });
});

describe('a scheme may add to the request', () => {
  it('headers of its own, and sign the API code', async () => {
    const sign: Sign = ({ apiCode, t }) => ({
      checksum: `sum-of-${apiCode}-${String(t)}`,
      headers: { 'X-Nonce': 'nonce-of-the-scheme', 'x-key_ID': '7', 'X-Checksum-Version': '2' },
    });
    const { client, sent } = stub(json({}), { sign });
    await openapiFetch(client).GET('/v1/svc/wallets/{WALLET_ID}/notifications', {
      params: { path: { WALLET_ID } },
      headers: { 'X-Nonce': 'of the caller', 'X-Request-Id': 'abc' },
    });
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
      'x-api-code': API_CODE,
      'x-checksum': `sum-of-${API_CODE}-1795163400`,
      'x-nonce': 'nonce-of-the-scheme',
      'x-key_id': '7',
      'user-agent': expect.stringMatching(/^wallet-operations-client\//) as string,
      'x-checksum-version': '2',
      'x-request-id': 'abc',
    });
  });

  it.each(['', 'r=1', 'r=a%2Fb%3D', 'r=1&s=2&tt=3&T=4', 'at=5', 'r=t=5', 'r'])('the query "%s"', async (query) => {
    const { wallet, sent } = stub(json({}), { sign: () => ({ checksum: 'sum', query }) });
    await wallet.listDepositAddresses({ start_index: 5 });
    expect(sent[0]?.url.split('?')[1]).toBe(`start_index=5&${query && `${query}&`}t=1795163400`);
    expect(sent[0]?.query.getAll('t')).toEqual(['1795163400']);
  });
});

describe('what a scheme must not add is a SigningError that says so, after which nothing was sent', () => {
  const refused = async (signature: object): Promise<unknown> => {
    const { wallet, sent } = stub(json({}), { sign: () => ({ checksum: 'sum', ...signature }) });
    const error = await failureOf(wallet.withdrawAssets({ requests: [] }));
    expect(error).toBeInstanceOf(SigningError);
    expect(error).toMatchObject({ operationId: 'withdrawAssets', attempts: 0, effect: 'none', retryable: false });
    expect(sent).toEqual([]);
    return (error as Error).message;
  };

  it.each([
    ...[
      't',
      't=5',
      'r=1&t=5',
      't=5&r=1',
      'r=1&t',
      '&t=5',
      '%74=5',
      'r=1&%74',
      'r=1#',
      '#',
      'r=a b',
      'r=1\n',
      ' ',
      'r=%',
    ],
    ...['r=%4', 'r=%zz', 'r=é', 'r=😀', "r='1'", 'r="1"', 'r=<1>', 'r=1;t=5', 'r=[1]', 'r=1\\', 'r=1\0'],
  ])('the query "%s"', async (query) => {
    expect(await refused({ query })).toBe('withdrawAssets: sign gave a query that is not percent-encoded or has a t.');
  });

  it.each(['X-API-CODE', 'x-checksum', 'Content-Type', 'content-type', '', 'a b', 'é', 'x:y', 'x\n'])(
    'the header "%s"',
    async (name) => {
      expect(await refused({ headers: { [name]: 'value' } })).toBe(`withdrawAssets: sign gave the header ${name}.`);
    },
  );

  it.each(['a\r\nx-api-code: other', '', 'é', 7, undefined, ['a']])('a header of %o', async (value) => {
    expect(await refused({ headers: { 'x-nonce': value } })).toMatch(
      /^withdrawAssets: header x-nonce is (empty|no such text|number|undefined|object)\. Give a line of plain text\.$/,
    );
  });
});

describe('a failure of the caller’s own functions is a SigningError, after which nothing was sent', () => {
  const cause = new Error('the vault is closed');
  const fail = (): never => {
    throw cause;
  };
  it.each([
    ['sign throws', { sign: fail }],
    ['sign rejects', { sign: () => Promise.reject(cause) }],
    ['credentials throw', { credentials: fail }],
    ['credentials reject', { credentials: () => Promise.reject(cause) }],
  ])('%s', async (_, options) => {
    const { wallet, sent, clock } = stub(json({}), options);
    const error = await failureOf(wallet.createDepositAddresses({ count: 1 }));
    expect(error).toBeInstanceOf(SigningError);
    expect(error).toMatchObject({ reason: 'signing', attempts: 0, effect: 'none', retryable: false, cause });
    expect([sent, clock.pending()]).toEqual([[], 0]);
  });

  const header = { apiCode: 'code', secret: 'secret' };
  it.each([
    ['sign gives nothing', { sign: () => undefined }],
    ['sign gives no text', { sign: () => ({ checksum: 7 }) }],
    ['sign gives an empty text', { sign: () => ({ checksum: '' }) }],
    ['sign gives what no header can hold', { sign: () => ({ checksum: 'a\nb' }) }],
    ['the credentials are none', { credentials: () => undefined }],
    ['the API code is missing', { credentials: () => ({ ...header, apiCode: undefined }) }],
    ['the API code is empty', { credentials: () => ({ ...header, apiCode: '' }) }],
    ['the API code is what no header can hold', { credentials: () => ({ ...header, apiCode: 'code\n' }) }],
    ['the secret is missing', { credentials: () => ({ ...header, secret: undefined }) }],
  ])('%s', async (_, options) => {
    const { wallet, sent } = stub(json({}), options as never);
    const error = await failureOf(wallet.getVaultBalance());
    expect(error).toBeInstanceOf(SigningError);
    expect(error).toMatchObject({ attempts: 0, effect: 'none' });
    expect(sent).toEqual([]);
  });

  const never = (): Promise<never> => new Promise(() => undefined);
  it.each([
    ['sign', { sign: never }],
    ['credentials', { credentials: never }],
  ])('%s that never come are a timeout', async (_, options) => {
    const { wallet, sent, events, clock } = stub(json({}), { ...options, timeout: 3000, deadline: 10_000 });
    const start = clock.monotonic();
    const error = await failureOf(clock.finish(wallet.createDepositAddresses({ count: 1 })));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ attempts: 0, effect: 'none' });
    expect(events).toEqual([]); // nothing left
    expect(clock.monotonic() - start).toBeLessThanOrEqual(10_000);
    expect([sent, clock.pending()]).toEqual([[], 0]);
  });
});
