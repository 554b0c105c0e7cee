/** Every row of the error catalogue, on every operation that lists it, wherever the body carries its words. */
import {
  createWalletClient,
  ServiceError,
  UnreadableResponseError,
  WalletError,
  watch,
} from '@wallet-operations/client';
import { errors, type ErrorReason } from '@wallet-operations/openapi/errors';
import bundle from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operations } from './document.ts';
import { bodyOf, failureOf, json, page, type Reply, stub } from './stub.ts';

type AnyMethod = (input: object) => Promise<unknown>;
const reasons = Object.keys(errors) as ErrorReason[];

/** What each write asks for: one thing, or more. */
const order = { address: '0x25d5', amount: '1.5' };
const ones: Record<string, object> = {
  withdrawAssets: { requests: [{ order_id: 'shop1_1', ...order }] },
  createDepositAddresses: { count: 1, memos: ['10001'] },
  addWhitelistEntries: { items: [{ address: '0x25d5' }] },
};
const batches: Record<string, readonly object[]> = {
  withdrawAssets: [{ requests: ['shop1_1', 'shop1_2'].map((order_id) => ({ order_id, ...order })) }],
  createDepositAddresses: [{ count: 2 }, { count: 2n }, { count: 1, labels: ['a', 'b'] }],
  addWhitelistEntries: [{ items: [{ address: '0x25d5' }, { address: '0xAF0D' }] }],
};

/** One attempt of an operation, with the document's example; of a write, for one thing if nothing else is said. */
function failureAt(operationId: string, reply: Reply, body = ones[operationId]): Promise<unknown> {
  const { client, clock } = stub(reply, { attempts: 1 });
  const { inPath, inQuery, bodies } = operations.find(
    (each) => each.operationId === operationId,
  ) as (typeof operations)[0];
  const method = (client as unknown as Record<string, AnyMethod>)[operationId] as AnyMethod;
  return failureOf(clock.finish(method({ ...inPath, ...inQuery, ...(body ?? bodies[0]?.[1]) })));
}

/** What the document says of a row besides its words. */
const said = new Map(
  Object.values(bundle.components.examples as Record<string, { readonly 'x-error'?: Said }>).flatMap(
    ({ 'x-error': row }): [string, Said][] => (row ? [[row.reason, row]] : []),
  ),
);
interface Said {
  readonly reason: string;
  readonly repeat: string;
  readonly stage?: string;
}
/** A replay of a copy that was carried out, and a row whose words fit what the interface does not list. */
const UNSURE = ['invalid_checksum', 'authentication_callback_unreachable'];
const writes = operations.filter(({ repeatable }) => repeatable !== 'always').map(({ operationId }) => operationId);

/** Whether a text could be one of the request, which is not believed: of one or two characters nearly everything could. */
const request = JSON.stringify(ones).toLowerCase();
const isOfRequest = (text: string): boolean => request.includes(text.replace(/[\s"\\\p{Cc}]/gu, '').toLowerCase());

/** Values that a service can fill in: any text that does not look like the words around it, or like the request. */
const valueOf = (name: string): fc.Arbitrary<string> =>
  name === 'HTTP_CODE' || name === 'THROTTLING_COUNT'
    ? fc.nat(999).map(String)
    : fc
        .string({ unit: 'binary', minLength: 1 })
        .filter((text) => !isOfRequest(text) && !/decimals|^[\s/:,-]|\s$/.test(text));
const valuesOf = (placeholders: readonly string[]): fc.Arbitrary<Record<string, string>> =>
  fc.record(Object.fromEntries(placeholders.map((name) => [name, valueOf(name)])));

/** Where a body may carry the message, which the interface does not show. */
const carriers: Record<string, (body: Record<string, unknown>) => Record<string, unknown>> = {
  'in message': (body) => body,
  'in another field': ({ message, ...body }) => ({ ...body, detail: message }),
  'before the text': ({ error, ...body }) => ({ ...body, error, message: body.message }),
  'deep inside': ({ message, ...body }) => ({ ...body, data: { errors: [{ text: message }] } }),
  'behind the text and a slash': ({ message, error, ...body }) => ({
    ...body,
    error: `${String(error)} / ${String(message)}`,
  }),
  'behind the text and a colon': ({ message, error, ...body }) => ({
    ...body,
    error: `${String(error)}: ${String(message)}`,
  }),
  'behind the text and a comma': ({ message, error, ...body }) => ({
    ...body,
    error: `${String(error)}, ${String(message)}`,
  }),
  'behind the text and a hyphen': ({ message, error, ...body }) => ({
    ...body,
    error: `${String(error)} - ${String(message)}`,
  }),
};

it('the catalogue is that of the document', () => {
  expect(reasons.length).toBeGreaterThan(50);
  expect([...said.keys()].toSorted()).toEqual(reasons.toSorted());
});

describe.each(reasons)('%s', (reason) => {
  const { status, code, message, placeholders, operations: listing } = errors[reason];
  const { repeat, stage }: Partial<Said> = said.get(reason) ?? {};
  const filled = (values: Record<string, string>): Record<string, unknown> => ({ ...bodyOf(reason, values) });

  it.each(listing)('is told by %s', async (operationId) => {
    const values = Object.fromEntries(placeholders.map((name) => [name, '42']));
    const body = filled(values);
    const error = await failureAt(operationId, json(body, status));
    expect(error).toBeInstanceOf(ServiceError);
    const isUnsure = UNSURE.includes(reason) && writes.includes(operationId);
    expect(error).toMatchObject({
      ...{ name: 'ServiceError', operationId, reason, status, code: code ?? undefined, text: body.error, values, body },
      ...{ attempts: 1, repeat, stage, retryable: repeat === 'soon', effect: isUnsure ? 'unknown' : 'none' },
    });
    expect((error as Error).message).toContain(
      `${operationId}: ${[body.error, body.message].filter(Boolean).join(': ')}`,
    );
  });

  it.each(listing.flatMap((operationId) => (batches[operationId] ?? []).map((batch) => [operationId, batch] as const)))(
    'leaves open what %s has done of %o, unless it is refused before anything is carried out',
    async (operationId, batch) => {
      const values = Object.fromEntries(placeholders.map((name) => [name, '42']));
      const error = await failureAt(operationId, json(filled(values), status), batch);
      const isSure = stage === 'authentication' && reason !== 'invalid_checksum';
      expect(error).toMatchObject({ reason, effect: isSure ? 'none' : 'unknown' });
    },
  );

  if (message !== null)
    it.each(Object.entries(carriers))('is told by its message %s', async (_, carry) => {
      const values = Object.fromEntries(placeholders.map((name) => [name, '42']));
      expect(await failureAt(listing[0], json(carry(filled(values)), status))).toMatchObject({ reason, values });
    });

  if (placeholders.length > 0)
    it('is told whatever its placeholders stand for, and tells them', async () => {
      const carrier = fc.constantFrom(...(message === null ? [carriers['in message']] : Object.values(carriers)));
      await fc.assert(
        fc.asyncProperty(valuesOf(placeholders), carrier, async (values, carry) => {
          const body = (carry as (typeof carriers)[string])(filled(values));
          expect(await failureAt(listing[0], json(body, status))).toMatchObject({ reason, values });
        }),
        { numRuns: 25 },
      );
    });
});

it('a request ID beside the message changes nothing where the message has words of its own', async () => {
  const body = {
    ...bodyOf('memo_required', { ORDER_ID: 'a' }),
    message: undefined,
    request: 'f00-ba4',
    detail: 'order_id: a - memo is required',
  };
  expect(await failureAt('withdrawAssets', json(body, 400))).toMatchObject({ reason: 'memo_required' });
});

it('the words of a row elsewhere change nothing where there is a message', async () => {
  const detail = 'order_id: a - memo is required';
  const body = { error_code: 703, error: 'Operation failed', message: 'signer is late', detail };
  const reason = 'authentication_callback_unreachable';
  expect(await failureAt('withdrawAssets', json(body, 400))).toMatchObject({ reason });
});

it('an empty value leaves the row what it is', async () => {
  const values = { HTTP_CODE: '503', RESPONSE_BODY: '' };
  const body = bodyOf('authentication_callback_failed', values);
  const error = await failureAt('withdrawAssets', json(body, 400));
  expect(error).toMatchObject({ reason: 'authentication_callback_failed', values });
});

describe('an error that the interface does not list', () => {
  const unknown: [string, number, object, boolean][] = [
    ['a code that it does not have', 400, { error_code: 999, error: 'Invalid parameter' }, false],
    ['a known code under another status', 403, { error_code: 955, error: 'There is no content' }, false],
    ['a code in the place of none', 403, { error_code: 7, error: 'Forbidden. Invalid API code' }, false],
    ['other words without a code', 403, { error: 'Forbidden. Go away' }, false],
    ['words that only begin like a row', 403, { error: 'Forbidden. Invalid API code, or whatever' }, false],
    ['a text without the message that tells', 400, { error_code: 703, error: 'Operation failed' }, false],
    ['another status', 418, { error: 'I am a teapot' }, false],
    ['a status of too many requests', 429, { error: 'slow down' }, true],
    ['a status of the server', 500, { error_code: 500, error: 'insufficient fund' }, true],
  ];
  it.each(unknown)('is told as unknown: %s', async (_, status, body, retryable) => {
    for (const [operationId, effect] of [
      ['withdrawAssets', 'unknown'],
      ['getVaultBalance', 'none'],
    ] as const) {
      const error = await failureAt(operationId, json(body, status));
      expect(error).toBeInstanceOf(ServiceError);
      expect(error).toMatchObject({ reason: 'unknown', status, body, values: {}, retryable, effect, stage: undefined });
      expect(error).toMatchObject({ repeat: retryable ? 'soon' : 'later' });
    }
  });

  it('with a null in the place of a code is a row without one', async () => {
    const body = { error: 'Forbidden. Invalid API code', error_code: null };
    expect(await failureAt('listWallets', json(body, 403))).toMatchObject({
      reason: 'invalid_api_code',
      code: undefined,
    });
  });

  it.each([
    ['as they are', ' order_id: shop1_2 - memo is required'],
    ['with line breaks and control characters', 'order_id:\t shop1_2 -\r\n\u0000memo\u001f is required'],
    ['with quotes and backslashes', '\\"order_id:" shop1_2 \\- memo is "required"'],
    ['in another case and form', 'ORDER_ID: shop1_2 - ｍｅｍｏ is required'],
  ])('though it has the words of a row, if those are the words of the request, %s', async (_, memo) => {
    const body = { requests: [{ order_id: 'shop1_1', ...order, memo }] };
    const said = { error_code: 703, error: 'Operation failed', detail: 'order_id: shop1_2 - memo is required' };
    expect(await failureAt('withdrawAssets', json(said, 400), body)).toMatchObject({ reason: 'unknown' });
    expect(await failureAt('withdrawAssets', json(said, 400))).toMatchObject({ reason: 'memo_required' });
  });

  it('with more in it than can be looked through is looked through up to there', async () => {
    const message = 'order_id: a - memo is required';
    const reasonOf = async (fill: number, ...last: unknown[]): Promise<unknown> => {
      const more = Object.fromEntries(
        [...Array<number>(fill).fill(7), ...last].map((value, i) => [`x${String(i)}`, value]),
      );
      const said = { error_code: 703, error: 'Operation failed', ...more };
      return ((await failureAt('withdrawAssets', json(said, 400))) as ServiceError).reason;
    };
    expect(await reasonOf(97, message)).toBe('memo_required');
    expect(await reasonOf(98, message)).toBe('unknown');
    expect(await reasonOf(95, { message })).toBe('memo_required');
    expect(await reasonOf(96, { message })).toBe('unknown');
  });

  it('is told however deep its body is nested', async () => {
    const deep = `{"error":"deep","inner":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    expect(await failureAt('listWallets', page(deep, 400))).toMatchObject({ reason: 'unknown' });
  });
});

describe('what is no answer of the service is an UnreadableResponseError', () => {
  const html = '<!doctype html><title>502</title>';
  const bodies: [string, number, string, string][] = [
    ['a page', 502, html, 'not_json'],
    ['a page with brackets in it', 502, '<style>p { }</style>', 'not_json'],
    ['a page with 403', 403, html, 'not_json'],
    ['a page in the place of a result', 200, html, 'not_json'],
    ['nothing', 500, '', 'empty_body'],
    ['nothing but space', 200, ' \n', 'empty_body'],
    ['half an error', 403, '{"error":"Forbidden. Inv', 'truncated_json'],
    ['half a result', 200, '{"results":{"shop1', 'truncated_json'],
    ['half a list', 200, ' [1,', 'truncated_json'],
    ['a list with 200', 200, '[]', 'not_an_object'],
    ['null with 200', 200, 'null', 'not_an_object'],
    ['a text with 200', 200, '"OK"', 'not_an_object'],
    ['a number with 200', 200, '7', 'not_an_object'],
    ['null', 403, 'null', 'undocumented_status'],
    ['a list', 403, '[{"error":"Forbidden. Invalid API code"}]', 'undocumented_status'],
    ['an object without an error', 403, '{"message":"Forbidden"}', 'undocumented_status'],
    ['an error that is no text', 403, '{"error":{"code":7}}', 'undocumented_status'],
    ['a code that is no number', 400, '{"error":"Operation failed","error_code":"703"}', 'undocumented_status'],
    ['a result with another status', 201, '{"results":{}}', 'undocumented_status'],
    ['an error with a redirect', 302, '{"error":"Forbidden. Invalid API code"}', 'undocumented_status'],
  ];
  it.each(bodies)('%s (%d)', async (_, status, text, reason) => {
    const error = await failureAt('createDepositAddresses', page(text, status));
    expect(error).toBeInstanceOf(UnreadableResponseError);
    const retryable = status === 200 || status >= 500;
    expect(error).toMatchObject({
      reason,
      status,
      attempts: 1,
      effect: 'unknown',
      retryable,
      excerpt: status === 200 ? '' : text,
    });
  });

  it('of which the error shows the beginning alone', async () => {
    const error = await failureAt('listWallets', page('x'.repeat(1_000_000), 502));
    expect(error).toMatchObject({ excerpt: 'x'.repeat(200) });
    expect((error as Error).message.length).toBeLessThan(300);
  });
});

it('whatever a service answers, a call gives an object or throws a WalletError', async () => {
  const body = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc
      .record(
        {
          error: fc.oneof(fc.string(), fc.anything()),
          error_code: fc.oneof(fc.integer(), fc.anything()),
          message: fc.anything(),
        },
        { requiredKeys: [] },
      )
      .map((value) => {
        try {
          return JSON.stringify(value);
        } catch {
          return ''; // fast-check also makes what JSON cannot hold
        }
      }),
    fc.constantFrom(...reasons).map((reason) => JSON.stringify(bodyOf(reason))),
  );
  const statuses = fc.oneof(fc.integer({ min: 200, max: 599 }), fc.constantFrom(200, 400, 403, 404));
  const names = fc.constantFrom(...operations.map(({ operationId }) => operationId));
  await fc.assert(
    fc.asyncProperty(names, statuses, fc.option(body), async (operationId, status, text) => {
      const isBodiless = [204, 205, 304].includes(status);
      const outcome = await failureAt(operationId, page(isBodiless ? null : text, status)).catch((error: unknown) => {
        if (error instanceof Error && error.message === 'It did not fail.') return undefined;
        throw error;
      });
      if (outcome !== undefined) {
        expect(outcome).toBeInstanceOf(WalletError);
        expect(outcome).toMatchObject({ operationId, attempts: 1, reason: expect.any(String) as string });
      } else expect(status).toBe(200);
    }),
    { numRuns: 400 },
  );
});

it.each([undefined, null, 'a text', new Error('x'), { status: 200 }, Symbol('x')])(
  'a fetch that fails with %s is a failure of the connection',
  async (thrown) => {
    const client = createWalletClient({
      baseUrl: 'https://wallets.example',
      credentials: { apiCode: 'code', secret: 'secret' },
      attempts: 1,
      fetch: () => {
        const { promise, reject } = Promise.withResolvers<Response>();
        reject(thrown);
        return promise;
      },
    });
    const error = await failureOf(client.wallet(1).createDepositAddresses({ count: 1 }));
    expect(error).toMatchObject({ name: 'ConnectionError', reason: 'connection', effect: 'unknown', attempts: 1 });
  },
);

describe('a debug hook changes nothing', () => {
  const full = new Error('the log is full');
  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw full;
      },
    ],
    ['rejects', () => Promise.reject(full)],
    ['rejects later', () => new Promise((_, reject) => setImmediate(reject, full))],
    ['never comes to an end', () => new Promise(() => undefined)],
    [
      'gives something that only looks like a promise',
      () => ({
        then: () => {
          throw full;
        },
      }),
    ],
  ])('that %s', async (_, hook) => {
    const unhandled: unknown[] = [];
    const note = (error: unknown): unknown => unhandled.push(error);
    process.on('unhandledRejection', note);
    const { client, wallet } = stub(json({ addresses: ['a'] }));
    watch(client, { onRequest: hook, onAnswer: hook, onWait: hook });
    expect(await wallet.createDepositAddresses({ count: 1 })).toEqual({ addresses: ['a'] });
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});
