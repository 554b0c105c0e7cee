/** A thousand secrets, planted wherever a client holds one and given back by the service in every spelling: none is in a span, a metric, what hooks are told, or an error. */
import { context } from '@opentelemetry/api';
import { openapiFetch, watch, type Hooks } from '@wallet-operations/client';
import { telemetry } from '@wallet-operations/client/opentelemetry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printed } from '../printed.ts';
import { broken, failureOf, silent, stub, type Reply, type Sent } from '../stub.ts';
import { createSdk, followPromises } from './sdk.ts';

const ROUNDS = 6;
const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_-';

/** Secrets that nobody has seen: long, of odd signs too, and the same in each run. */
let seed = 20261120;
function secret(): string {
  return Array.from({ length: 32 }, () => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return SIGNS[(seed >>> 8) % SIGNS.length];
  }).join('');
}

/** One of each kind, new for each client. */
const plant = () => ({
  apiCode: secret(),
  secret: secret(),
  checksum: secret(),
  signature: secret(),
  authorization: secret(),
  proxy: secret(),
});

/** How a service may spell what it gives back. */
const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  'as they are': (text) => text,
  'in upper case': (text) => text.toUpperCase(),
  'in lower case': (text) => text.toLowerCase(),
  'with escaped slashes': (text) => text.replaceAll('/', '\\/'),
  'as codes': (text) => text.replace(/\W/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
};

/** Where it may give them back. */
const PLACES: Readonly<Record<string, (told: string) => Reply>> = {
  'a refusal': (told) => () => new Response(`{"error":"${told}","message":"${told}"}`, { status: 400 }),
  'a refusal, beside its words': (told) => () => new Response(`{"error":"debug","request":"${told}"}`, { status: 500 }),
  'a page': (told) => () => new Response(`<html>${told}</html>`, { status: 502 }),
  'a result that is cut off': (told) => () => new Response(`{"valid":{"api_code":"${told}"`),
  'headers of a refusal': (told) => () =>
    new Response('{"error":"debug"}', {
      status: 503,
      headers: { 'x-request-id': told, 'x-seen': told, location: told },
    }),
  'its ID of a success': (told) => () =>
    new Response('{"valid":{}}', { headers: { 'x-request-id': told, etag: told } }),
};

const OTHERS: Readonly<Record<string, Reply>> = { 'a reset connection': broken('ECONNRESET'), 'a timeout': silent };

const cases = Object.entries(PLACES).flatMap(([place, reply]) =>
  Object.entries(SPELLINGS).map(([how, spell]): [string, (told: string) => Reply] => [
    `${place}, ${how}`,
    (told) => reply(spell(told)),
  ]),
);
cases.push(...Object.entries(OTHERS).map(([how, reply]): [string, () => Reply] => [how, () => reply]));

beforeAll(followPromises);
afterAll(() => {
  context.disable();
});

let planted = 0;
describe.each(cases)('%s', (_, replyOf) => {
  it('leaves none of them anywhere', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const sdk = createSdk();
      const told: unknown[] = [];
      const log = (event: unknown): unknown => told.push(event);
      const secrets = plant();
      const hooks: Hooks[] = [{ onRequest: log, onAnswer: log, onWait: log }, telemetry(sdk)];
      const all = stub((sent: Sent) => replyOf([...sent.headers.values(), secrets.secret].join(' '))(sent), {
        attempts: 2,
        timeout: 50,
        credentials: { apiCode: secrets.apiCode, secret: secrets.secret },
        sign: ({ t }) => ({ checksum: secrets.checksum + String(t), headers: { 'x-signature': secrets.signature } }),
      });
      for (const each of hooks) watch(all.client, each);
      const headers = { authorization: `Bearer ${secrets.authorization}`, 'proxy-authorization': secrets.proxy };
      const params = { path: { WALLET_ID: 1n } };
      const asked = openapiFetch(all.client).GET('/v1/svc/wallets/{WALLET_ID}/apisecret', { params, headers });
      const given = await all.clock.finish(
        asked.then(
          ({ error }) => error as unknown,
          (error: unknown) => error,
        ),
      );
      const failure = await failureOf(
        all.clock.finish(
          all.client
            .wallet(1)
            .getApiCodeStatus()
            .then(() => Promise.reject(new Error('a success'))),
        ),
      );

      const spans = sdk.spans().map(({ name, attributes, events, status }) => ({ name, attributes, events, status }));
      expect(spans).toHaveLength(all.sent.length); // or nothing would be looked at
      expect(told.length).toBeGreaterThanOrEqual(2 * all.sent.length);
      const places = { spans, metrics: await sdk.metrics(), told, given, failure, client: all.client };
      for (const [place, value] of Object.entries(places)) {
        const text = printed(value).replaceAll('\\', '').toLowerCase();
        const found = Object.entries(secrets).filter(([, each]) =>
          Object.values(SPELLINGS).some((spell) => text.includes(spell(each).replaceAll('\\', '').toLowerCase())),
        );
        expect([place, ...found.map(([kind]) => kind)]).toEqual([place]);
      }
      planted += Object.keys(secrets).length;
    }
  });
});

it('were a thousand at least', () => {
  expect(planted).toBeGreaterThanOrEqual(1000);
});
