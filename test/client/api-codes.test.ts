/** API codes: when one expires, and that the inactive one is used once, on purpose, and nowhere else. */
import { activateApiCode, checkApiCode, UnreadableResponseError } from '@wallet-operations/client';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from './fake-clock.ts';
import {
  API_CODE,
  broken,
  failureOf,
  json,
  page,
  refused,
  type Reply,
  type Sent,
  silent,
  stub,
  WALLET_ID,
} from './stub.ts';

const DAY = 24 * 3600;
const NEXT = { apiCode: 'PJTOVP3DP5VEYFRNGMEXAMPLE3', secret: 'rT5kPz8WqB2mXc7LnV4sYd9hJ' };
const now = createFakeClock().now() / 1000;
const status = (api_code: string, exp: number) =>
  json({ valid: { api_code, exp }, inactivated: { api_code: 'other' } });

describe('checkApiCode', () => {
  it.each([
    [now + 15 * DAY, undefined, false],
    [now + 14 * DAY + 1, undefined, false],
    [now + 14 * DAY, undefined, true],
    [now - 1, undefined, true],
    [now + 3600, 1800, false],
    [now + 1800, 1800, true],
    [now - DAY, 0, true],
    [now + 365 * DAY, NaN, true],
  ])('says of an expiry at %d, warned of %s seconds before, that it is due: %s', async (exp, warnWithin, isDue) => {
    const { wallet, clock } = stub(status(API_CODE, exp));
    const expiry = await checkApiCode(wallet, { clock, ...(warnWithin !== undefined && { warnWithin }) });
    expect(expiry).toEqual({ expiresAt: exp, expiresIn: exp - now, isDue });
  });

  it('asks once, with the code that the client has, and tells no code', async () => {
    const { wallet, sent, clock } = stub(status(API_CODE, now));
    const expiry = await checkApiCode(wallet, { clock });
    expect(sent.map(({ url, headers }) => [new URL(url).pathname, headers.get('x-api-code')])).toEqual([
      ['/v1/svc/wallets/635743/apisecret', API_CODE],
    ]);
    expect(JSON.stringify(expiry)).not.toContain(API_CODE);
  });

  it.each([{}, { valid: null }, { valid: {} }, { valid: { api_code: 'x', exp: 'soon' } }])(
    'does not say of %j that all is well',
    async (body) => {
      const error = await failureOf(checkApiCode(stub(json(body)).wallet));
      expect(error).toBeInstanceOf(UnreadableResponseError);
      expect(error).toMatchObject({ reason: 'unexpected_result', operationId: 'getApiCodeStatus', effect: 'none' });
    },
  );
});

describe('activateApiCode', () => {
  const codesOf = (sent: readonly Sent[]): (string | null)[] => sent.map(({ headers }) => headers.get('x-api-code'));

  it('uses the inactive code exactly once, and the client goes on with its own', async () => {
    const { client, options, sent } = stub([json({}), status(NEXT.apiCode, now + 365 * DAY), json({})]);
    await client.getVaultBalance({ WALLET_ID });
    expect(await activateApiCode(options, WALLET_ID, NEXT)).toEqual({
      expiresAt: now + 365 * DAY,
      expiresIn: 365 * DAY,
      isDue: false,
    });
    await client.listCallbacks({ WALLET_ID });
    expect(codesOf(sent)).toEqual([API_CODE, NEXT.apiCode, API_CODE]);
  });

  it('asks for the status of that wallet, and leaves other credentials aside', async () => {
    const readOnlyCredentials = { apiCode: 'readonly', secret: 'x' };
    const { options, sent } = stub(status(NEXT.apiCode, now), { product: 'sofa', readOnlyCredentials });
    await activateApiCode(options, 7, NEXT);
    expect(sent[0]?.url).toMatch(/^https:\/\/wallets\.example\/v1\/sofa\/wallets\/7\/apisecret\?t=\d+$/);
    expect(codesOf(sent)).toEqual([NEXT.apiCode]);
  });

  it('repeats what got no answer, since the code may be active by then', async () => {
    const { options, sent, clock } = stub([broken('ECONNRESET'), status(NEXT.apiCode, now)]);
    await clock.finish(activateApiCode(options, 7, NEXT));
    expect(codesOf(sent)).toEqual([NEXT.apiCode, NEXT.apiCode]);
  });

  it.each([
    ['another code is active', status(API_CODE, now)],
    ['none is told', json({})],
    ['no expiry is told', json({ valid: { api_code: NEXT.apiCode } })],
  ])('does not say that the code is active if %s', async (_, reply) => {
    const { options, sent } = stub(reply);
    const error = await failureOf(activateApiCode(options, 7, NEXT));
    expect(error).toBeInstanceOf(UnreadableResponseError);
    expect(error).toMatchObject({ reason: 'unexpected_result', effect: 'unknown', attempts: 1 });
    expect(sent).toHaveLength(1);
  });

  it.each<[string, Reply]>([
    ['invalid_api_code', refused('invalid_api_code')],
    ['connection', broken('ECONNRESET')],
    ['deadline', silent],
    ['empty_body', page('', 502)],
  ])(
    'fails as the operation does, and knows nothing of the code once a request has left: %s',
    async (reason, reply) => {
      const made = stub(reply, { attempts: 2, deadline: 1000 });
      const error = await failureOf(made.clock.finish(activateApiCode(made.options, 7, NEXT)));
      expect(error).toMatchObject({ reason, effect: 'unknown' });
    },
  );

  it('knows that nothing was activated where nothing left', async () => {
    const { options, sent } = stub(json({}), { sign: () => Promise.reject(new Error('closed')) });
    expect(await failureOf(activateApiCode(options, 7, NEXT))).toMatchObject({ reason: 'signing', effect: 'none' });
    expect(sent).toEqual([]);
  });
});

it('no other call ever uses a code but that of its credentials, inactive code in the answers or not', async () => {
  const { client, wallet, sent, clock } = stub(status(API_CODE, now));
  await clock.finish(
    Promise.all([wallet.getApiCodeStatus(), checkApiCode(wallet), client.listWallets(), wallet.listCallbacks()]),
  );
  expect(new Set(sent.map(({ headers }) => headers.get('x-api-code')))).toEqual(new Set([API_CODE]));
});
