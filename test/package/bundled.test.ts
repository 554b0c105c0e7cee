// The client inside an application's bundle: how much it adds, and that it needs nothing but what every engine for the web has.
import { createContext, runInContext } from 'node:vm';
import document from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApplication, remove, temporaryFolder, type Application } from './build.ts';

const LIMIT = 9.9 * 1000;

const folder = temporaryFolder();
let application: Application;
beforeAll(async () => {
  application = await createApplication(folder);
});
afterAll(() => {
  remove(folder);
});

test('the core, with its dependency and the error catalogue inside, is at most 9.9 kB gzipped', async () => {
  const { gzipped } = await application.bundle(`export { createWalletClient } from './dist/index.js';`);
  expect(gzipped, 'bytes of the core; `npm run bench -- bundle` shows what they go to').toBeLessThanOrEqual(LIMIT);
});

test.each([
  ['toSmallestUnit', 'index', ['numbers/amounts.js']],
  ['sortedSha256', 'index', ['calls/percent.js', 'generated/points.js', 'signing/sha256.js', 'signing/sign.js']],
  ['sha256Verifier', 'callbacks', ['callbacks/body.js', 'callbacks/verify.js', 'generated/points.js']],
])('who uses %s alone loads nothing else', async (name, entry, modules) => {
  const bundled = await application.bundle(`export { ${name} } from './dist/${entry}.js';`);
  const loaded = [...bundled.modules].filter(([, size]) => size > 0).map(([id]) => id.replaceAll('\\', '/'));
  expect(loaded.map((id) => id.replace(/^.*\/dist\//, '')).sort()).toEqual(modules);
});

test('who asks for the reasons of one operation loads those alone, and who does not, none', async () => {
  const { modules, code } = await application.bundle(`export { getVaultBalance } from './dist/reasons.js';`);
  const loaded = [...modules].filter(([, size]) => size > 0).map(([id]) => id.replace(/^.*[\\/]/, ''));
  expect(loaded).toEqual(['reasons.js']);
  expect(code).toContain('invalid_checksum');
  expect(code).not.toContain('duplicated_entry');
  const core = await application.bundle(`export { createWalletClient, isRefusalOf } from './dist/index.js';`);
  expect([...core.modules.keys()].filter((id) => id.includes('reasons'))).toEqual([]);
});

test('who receives callbacks does not load what sends calls', async () => {
  const { modules } = await application.bundle(`export * from './dist/callbacks.js';`);
  expect([...modules.keys()].filter((id) => /openapi-fetch|transport|tables/.test(id))).toEqual([]);
});

describe('where there are only the globals of the web', () => {
  // Of those that every engine for the web has, the ones in use. No process, no Buffer, no require; and no eval, as in workers.
  const classes = { AbortController, AbortSignal, Headers, Request, Response, TextDecoder, TextEncoder, URL };
  const functions = { btoa, clearTimeout, crypto, performance, setTimeout };

  type Exports = Record<string, (...parameters: unknown[]) => Promise<unknown>>;

  async function load(
    code: string,
    fetch?: (url: string, init: RequestInit) => Promise<Response>,
    aged = '',
  ): Promise<Exports> {
    const context = createContext({ ...classes, ...functions, fetch }, { codeGeneration: { strings: false } });
    const bundled = await application.bundle(code, 'iife');
    return runInContext(`${aged};${bundled.code};entry`, context) as Exports;
  }

  describe.each([
    ['index', 'createWalletClient'],
    ['index', 'submitWithdrawals'],
    ['index', 'records, findCallbacks'],
    ['callbacks', 'createCallbackHandler'],
  ])('%s.js, for %s, is not even loaded', (entry, name) => {
    const code = `export { ${name} } from './dist/${entry}.js';`;
    test.each([
      ['JSON.rawJSON', 'delete JSON.rawJSON'],
      ['Array.fromAsync', 'delete Array.fromAsync'],
    ])('without %s', async (missing, aged) => {
      const message = `This engine lacks ${missing}: the client needs Node.js 22.13, or another engine as new.`;
      await expect(load(code, undefined, aged)).rejects.toThrow(message);
      await load(code);
    });
  });

  test('a withdrawal is signed, sent and read to its last digit', async () => {
    const sent: [url: string, init: RequestInit][] = [];
    const { withdraw } = await load(
      `import { createWalletClient } from './dist/index.js';
      const client = createWalletClient({
        baseUrl: 'https://wallet.example',
        credentials: { apiCode: 'code', secret: 'secret' },
        clock: { now: () => 1_700_000_000_000, monotonic: () => 0, after: () => () => undefined },
      });
      export const withdraw = (order) => client.wallet(635743).withdrawAssets({ requests: [order] });`,
      (...request) => {
        sent.push(request);
        return Promise.resolve(new Response('{"results":{"shop1_1":9007199254740993}}'));
      },
    );
    const answer = await withdraw?.({ order_id: 'shop1_1', address: '0x25d5', amount: '1.5' });
    expect(answer).toEqual({ results: { shop1_1: 9007199254740993n } });

    const [[url, { headers, body }] = ['', {}], ...more] = sent;
    expect(more).toEqual([]);
    expect(url).toBe('https://wallet.example/v1/svc/wallets/635743/sender/transactions?t=1700000000');
    expect(body).toBe('{"requests":[{"order_id":"shop1_1","address":"0x25d5","amount":"1.5"}]}');
    expect(headers).toMatchObject({
      'x-api-code': 'code',
      // printf 't=1700000000&%s&secret=secret' "$body" | sha256sum
      'x-checksum': 'eea6cc8a8454af37fda8c3712ff13f5a5510179ba20640fff74717d7362366aa',
    });
  });

  test('a callback is verified and handled', async () => {
    const { deliver } = await load(`
      import { createCallbackHandler, memoryCallbackStore, sha256Verifier, signTestCallback } from './dist/callbacks.js';
      export async function deliver(callback, signedWith) {
        const told = [];
        const handle = createCallbackHandler({
          verify: sha256Verifier('secret'),
          store: memoryCallbackStore(),
          onCredited: ({ serial }) => { told.push(serial); },
          onReversed: () => undefined,
          onWithdrawal: () => undefined,
          onError: (error) => { told.push(error); },
        });
        const { status } = await handle(await signTestCallback(callback, signedWith));
        return { status, told };
      }`);
    const callback = document.components.examples['depositCallback.request.account_chain'].value;
    expect(await deliver?.(callback, 'secret')).toEqual({ status: 200, told: [BigInt(callback.serial)] });
    expect(await deliver?.(callback, 'another')).toEqual({ status: 403, told: [] });
  });
});
