/** The callback endpoint as the service and strangers meet it: what it takes, what it refuses, and what it tells whom. */
import {
  CallbackError,
  sha256Verifier,
  signTestCallback,
  type Callback,
  type CallbackHandlerOptions,
  type Claim,
} from '@wallet-operations/client/callbacks';
import { callbackFields } from '@wallet-operations/openapi/callbacks';
import { describe, expect, it, vi } from 'vitest';
import { stringifyJson } from '@wallet-operations/json';
import { deposit, endpoint, requiredFields, SECRET, signed, URL, webhookExamples, withdrawal } from './kit.ts';

const json = (callback: Callback, changes: object = {}): string => stringifyJson({ ...callback, ...changes });

describe('a callback of the document', () => {
  it('has an example of either kind', () => {
    expect(webhookExamples.map(({ body }) => body.order_id === '')).toEqual(expect.arrayContaining([true, false]));
  });

  it.each(webhookExamples)('$name reaches its handler, and is acknowledged', async ({ body }) => {
    const { handle, handled, errors } = endpoint();
    const response = await handle(await signed(JSON.stringify(body)));
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(errors).toEqual([]);
    expect(handled.map(({ event }) => event === 'withdrawal')).toEqual([body.order_id !== '']);
    expect(JSON.parse(stringifyJson(handled[0]?.callback))).toEqual(body);
  });

  it('comes with its 64-bit integers as bigints, whatever their size', async () => {
    const { deliver, handled } = endpoint();
    for (const serial of [1n, 2n ** 63n - 1n]) await deliver({ ...deposit, txid: `tx${String(serial)}`, serial });
    expect(handled.map(({ callback }) => callback.serial)).toEqual([1n, 9223372036854775807n]);
    const { wallet_id, block_height, chain_at } = handled[0]?.callback ?? {};
    expect([typeof wallet_id, typeof block_height, typeof chain_at]).toEqual(['bigint', 'bigint', 'number']);
  });

  it('may have values and fields that the document does not know', async () => {
    const { handle, handled } = endpoint();
    const news = { type: 99, state: -7, processing_state: 1234, currency: 'NEW', addon: { deep: [2n ** 70n] } };
    const fields = { problems: ['a field'], callback: null, constructor: 1, amount_usd: '1.5', nonce: 2n ** 60n };
    expect((await handle(await signed(json(deposit, { ...news, ...fields })))).status).toBe(200);
    expect(handled[0]?.callback).toEqual({ ...deposit, ...news, ...fields });
  });
});

describe('a genuine body that does not fit the document', () => {
  it('has a table of the fields that the document requires', () => {
    expect(Object.keys(callbackFields).sort()).toEqual([...requiredFields].sort());
  });

  it.each(requiredFields)('without %s', async (field) => {
    const { handle, handled, errors } = endpoint();
    expect((await handle(await signed(json(deposit, { [field]: undefined })))).status).toBe(400);
    expect(handled).toEqual([]);
    expect(errors).toEqual([
      new CallbackError('invalid', `A genuine callback does not fit the document: ${field} is missing.`),
    ]);
  });

  it.each(requiredFields.flatMap((field) => [null, true, [], 1.5, 'text', 1, {}].map((value) => ({ field, value }))))(
    '$field of $value, unless it has that type',
    async ({ field, value }) => {
      const { handle, handled } = endpoint();
      const fits = {
        string: value === 'text',
        integer: value === 1,
        bigint: value === 1,
        object: typeof value === 'object' && !Array.isArray(value), // and null for addon, of which nothing is shown
      };
      const { status } = await handle(await signed(json(withdrawal, { [field]: value })));
      expect(status).toBe(fits[callbackFields[field]] ? 200 : 400);
      expect(handled).toHaveLength(fits[callbackFields[field]] ? 1 : 0);
    },
  );

  it.each([
    ['', /no JSON in UTF-8/],
    ['{', /no JSON in UTF-8/],
    ['null', /is null, not an object/],
    ['[]', /of type array, not an object/],
    ['"text"', /of type string, not an object/],
    [Uint8Array.of(0x22, 0xff, 0x22), /no JSON in UTF-8/],
    [
      json(deposit).replace(/"tindex":\d+/, '"tindex":9007199254740993'),
      /tindex is of type bigint, not an integer within/,
    ],
    [json(deposit).replace(/"serial":\d+/, '"serial":1e300'), /serial is of type number, not an integer/],
    [
      json(deposit, { memo: null, addon: [] }),
      /: memo is null, not a string; addon is of type array, not an object\.$/,
    ],
    [json(deposit).replace('"memo":', '"__proto__":'), /memo is missing/],
  ])('%s', async (body, problem) => {
    const { handle, handled, errors } = endpoint();
    expect((await handle(await signed(body))).status).toBe(400);
    expect(handled).toEqual([]);
    expect(errors).toEqual([expect.objectContaining({ reason: 'invalid' })]);
    expect((errors[0] as Error).message).toMatch(problem);
  });

  it('goes to onInvalid with all that is wrong, which answers as it likes', async () => {
    const onInvalid = vi.fn(() => new Response('kept for later', { status: 200 }));
    const { handle, errors } = endpoint({ onInvalid });
    const body = json(deposit, { memo: undefined, amount: 1 });
    const response = await handle(await signed(body));
    expect([response.status, await response.text()]).toEqual([200, 'kept for later']);
    expect(onInvalid).toHaveBeenCalledExactlyOnceWith({
      body: new TextEncoder().encode(body),
      value: expect.objectContaining({ amount: 1, txid: deposit.txid }) as unknown,
      problems: ['amount is of type number, not a string', 'memo is missing'],
    });
    expect(errors).toEqual([]);
  });
});

describe('what a stranger sends', () => {
  const silent = async (response: Response, status: number): Promise<void> => {
    expect([response.status, await response.text()]).toEqual([status, '']);
    expect([...response.headers.keys()].filter((name) => name !== 'allow')).toEqual([]);
  };

  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is not allowed', async (method) => {
    const { handle } = endpoint();
    const response = await handle(new Request(URL, { method }));
    expect(response.headers.get('Allow')).toBe('POST');
    await silent(response, 405);
  });

  it.each([
    ['unsigned', new Request(URL, { method: 'POST', body: json(deposit) })],
    ['without a body', new Request(URL, { method: 'POST' })],
    ['with some checksum', new Request(URL, { method: 'POST', body: '{', headers: { 'X-CHECKSUM': 'A'.repeat(44) } })],
  ])('%s is refused in silence', async (_, request) => {
    const { handle, handled, errors } = endpoint();
    await silent(await handle(request), 403);
    expect([handled, errors]).toEqual([[], []]);
  });

  it('signed with another secret is refused', async () => {
    const { handle, handled } = endpoint();
    await silent(await handle(await signTestCallback(deposit, 'other')), 403);
    expect(handled).toEqual([]);
  });

  it('is refused if the verifier says anything but true', async () => {
    const { handle, handled } = endpoint({ verify: () => 'yes' as unknown as boolean });
    await silent(await handle(await signTestCallback(deposit, SECRET)), 403);
    expect(handled).toEqual([]);
  });

  it('is verified over its raw bytes, and parsed only after that', async () => {
    const verify = vi.fn(() => true);
    const { handle, handled } = endpoint({ verify });
    const body = `\ufeff ${json(deposit)}\r\n`;
    const request = new Request(URL, { method: 'POST', body, headers: { 'X-OTHER': 'scheme' } });
    expect((await handle(request)).status).toBe(200);
    expect(verify).toHaveBeenCalledExactlyOnceWith({ body: new TextEncoder().encode(body), headers: request.headers });
    expect(handled).toHaveLength(1);
  });
});

describe('the limit of the body', () => {
  const request = (body: string | ReadableStream, headers = {}): Request =>
    new Request(URL, { method: 'POST', body, headers, ...(body instanceof ReadableStream && { duplex: 'half' }) });

  it('is 1 MiB', async () => {
    const { handle } = endpoint({ verify: () => true, onInvalid: () => new Response(null, { status: 202 }) });
    expect((await handle(request('x'.repeat(2 ** 20)))).status).toBe(202);
    expect((await handle(request('x'.repeat(2 ** 20 + 1)))).status).toBe(413);
  });

  it('holds for bytes, not for characters', async () => {
    const { handle } = endpoint({ verify: () => true, limit: 5 });
    expect((await handle(request('"ää"'))).status).toBe(413);
    expect((await handle(request('"äa"'))).status).toBe(400);
  });

  it.each(['7', 'many', '-'])('refuses a Content-Length of %s without reading', async (length) => {
    const verify = vi.fn(() => true);
    const { handle } = endpoint({ verify, limit: 6 });
    const long = request('x', { 'Content-Length': length });
    expect((await handle(long)).status).toBe(413);
    expect(long.bodyUsed).toBe(false);
    expect(verify).not.toHaveBeenCalled();
  });

  it('stops reading an endless body', async () => {
    let pulled = 0;
    const { promise: cancelled, resolve: cancel } = Promise.withResolvers<undefined>();
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled++;
        controller.enqueue(new Uint8Array(1000));
      },
      cancel: () => {
        cancel(undefined);
      },
    });
    const { handle } = endpoint({ limit: 10_000 });
    expect((await handle(request(endless))).status).toBe(413);
    await cancelled;
    expect(pulled).toBeLessThan(20);
  });

  it('puts together what comes in pieces', async () => {
    const whole = await signTestCallback(deposit, SECRET);
    const bytes = new Uint8Array(await whole.clone().arrayBuffer());
    const pieces = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7));
        controller.close();
      },
    });
    const { handle, handled } = endpoint();
    expect((await handle(request(pieces, whole.headers))).status).toBe(200);
    expect(handled[0]?.callback).toEqual(deposit);
  });

  it('answers 400 to a body that breaks off', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        controller.error(new Error('connection lost'));
      },
    });
    const { handle, errors } = endpoint();
    expect((await handle(request(broken))).status).toBe(400);
    expect(errors).toEqual([]);
  });
});

describe('what goes wrong here', () => {
  const fault = Object.assign(new Error(`could not, with ${SECRET}`), { reason: 'not_confirmed' }); // which is no CallbackError
  const fail = (): never => {
    throw fault;
  };

  it.each<[string, Partial<CallbackHandlerOptions>]>([
    ['verify', { verify: fail }],
    ['the source of the secrets', { verify: sha256Verifier(fail) }],
    ['store.claim', { store: { claim: fail } }],
    ['store.commit', { store: { claim: () => ({ before: undefined, commit: fail, release: () => undefined }) } }],
    ['keyOf', { keyOf: fail }],
    ['confirm', { confirm: fail }],
    ['onCredited', { onCredited: fail }],
    ['onCredited, later', { onCredited: () => Promise.reject(fault) }],
    ['onStale', { store: { claim: () => ({ stale: { progress: 0n, note: '' } }) }, onStale: fail }],
  ])('%s throws: 500, the error goes to onError, and none of it into the response', async (_, options) => {
    const { handle, errors } = endpoint(options);
    const response = await handle(await signTestCallback(deposit, SECRET));
    expect([response.status, await response.text(), [...response.headers]]).toEqual([500, '', []]);
    expect(errors).toEqual([fault]);
  });

  it('onInvalid throws: the same', async () => {
    const { handle, errors } = endpoint({ onInvalid: fail });
    expect((await handle(await signed('{}'))).status).toBe(500);
    expect(errors).toEqual([fault]);
  });

  it('release throws too: both errors are told', async () => {
    const second = new Error('nor release');
    const release = (): never => {
      throw second;
    };
    const store = { claim: (): Claim => ({ before: undefined, commit: () => undefined, release }) };
    const { deliver, errors } = endpoint({ store, onCredited: fail });
    expect(await deliver(deposit)).toBe(500);
    expect(errors).toEqual([second, fault]);
  });

  it('onError throws: the service gets its answer all the same', async () => {
    for (const onError of [fail, () => Promise.reject(fault)]) {
      expect(await endpoint({ onCredited: fail, onError }).deliver(deposit)).toBe(500);
    }
  });

  it('tells onError of which callback', async () => {
    const onError = vi.fn();
    await endpoint({ onCredited: fail, onError }).deliver(deposit);
    expect(onError).toHaveBeenCalledExactlyOnceWith(fault, deposit);
  });

  it('a body parser took the body: says so', async () => {
    const { handle, errors } = endpoint();
    const request = await signTestCallback(deposit, SECRET);
    await request.text();
    expect((await handle(request)).status).toBe(500);
    expect(errors).toEqual([expect.objectContaining({ reason: 'body_used' })]);
    expect((errors[0] as Error).message).toMatch(
      /^The body of .* was signed\. In Hono: .* reads the body\. In a route of Next: export const POST = handler\.$/,
    );
  });
});
