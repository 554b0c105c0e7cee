/** The assumed signature, against values computed with `printf '%s' '…' | openssl dgst -sha256 -binary | base64 | tr '+/' '-_'`. */
import { sha256Verifier } from '@wallet-operations/client/callbacks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { callbackChecksum, sameBytes } from '../../../packages/client/src/callbacks/verify.ts';

const BODY = '{"a":1}';
const CHECKSUM = 'g99FpaD8JvwI5gxVRn27aGQvfwQdvHgUKhb_BJ2qauA='; // printf '%s' '{"a":1}s3cret'
const BY_OLD_SECRET = '3NPjR7mPwcGPxUB19n1DSSp8juwOawFUsSj7cefaiWs='; // printf '%s' '{"a":1}old-secret'

const bytes = (text: string) => new TextEncoder().encode(text);
const input = (body: string, checksum?: string) => ({
  body: bytes(body),
  headers: new Headers(checksum === undefined ? {} : { 'X-CHECKSUM': checksum }),
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the checksum', () => {
  it.each([
    [bytes(BODY), 's3cret', CHECKSUM],
    [bytes(''), 's3cret', 'HsHCa1DV08WNlYMYGvgHZlX-AHVr9yhZQLo2cPmfy6A='],
    [bytes('{"memo":"Grüße 😀"}'), 'pässword', 'DunfmLjwiGrbn4UXvDljtxGlJrNrp_5AIib_xNL5Eis='],
    // printf '\377\000s3cret'
    [Uint8Array.of(0xff, 0), 's3cret', 'LJsKqJbBMrE3Tb82XXBbaKrhm3ZC5QCo0YMnLhoeNFM='],
  ])('is padded base64url of SHA-256 over the raw bytes and the secret', async (body, secret, checksum) => {
    expect(await callbackChecksum(body, secret)).toBe(checksum);
  });
});

describe('sha256Verifier', () => {
  it.each([
    ['a body as it was signed', BODY, CHECKSUM, true],
    ['a body with another space', '{"a": 1}', CHECKSUM, false],
    ['no checksum', BODY, undefined, false],
    ['an empty checksum', BODY, '', false],
    ['a checksum that lacks its padding', BODY, CHECKSUM.slice(0, -1), false],
    ['a checksum with something behind', BODY, `${CHECKSUM}A`, false],
    ['two checksums', BODY, `${CHECKSUM}, ${CHECKSUM}`, false],
    ['plain base64', BODY, CHECKSUM.replaceAll('-', '+').replaceAll('_', '/'), false],
    ['other letter case', BODY, CHECKSUM.toLowerCase(), false],
  ])('%s', async (_, body, checksum, expected) => {
    expect(await sha256Verifier('s3cret')(input(body, checksum))).toBe(expected);
  });

  it('takes any of several secrets, as they are during a rotation', async () => {
    const verify = sha256Verifier(['s3cret', 'old-secret']);
    expect(await verify(input(BODY, CHECKSUM))).toBe(true);
    expect(await verify(input(BODY, BY_OLD_SECRET))).toBe(true);
    expect(await sha256Verifier(['s3cret', 'other'])(input(BODY, BY_OLD_SECRET))).toBe(false);
  });

  it('asks a function for the secrets each time', async () => {
    let secrets = ['old-secret'];
    const verify = sha256Verifier(() => Promise.resolve(secrets));
    expect(await verify(input(BODY, CHECKSUM))).toBe(false);
    secrets = ['s3cret'];
    expect(await verify(input(BODY, CHECKSUM))).toBe(true);
    expect(await verify(input(BODY, BY_OLD_SECRET))).toBe(false);
  });

  it.each([[''], [[]], [['s3cret', '']], [undefined as unknown as string]])(
    'refuses %j for secrets at once, since everybody could sign',
    (secrets) => {
      expect(() => sha256Verifier(secrets)).toThrow(/no secret, or an empty one/);
    },
  );

  it.each([[[]], [['']]])('rejects when a function gives %j for secrets', async (secrets) => {
    await expect(sha256Verifier(() => secrets)(input(BODY, CHECKSUM))).rejects.toThrow(/no secret, or an empty one/);
  });

  it('computes the checksum of every secret, whichever matches', async () => {
    const digest = vi.spyOn(crypto.subtle, 'digest');
    const secrets = ['s3cret', 'b', 'c'];
    for (const order of [secrets, secrets.toReversed()]) {
      expect(await sha256Verifier(order)(input(BODY, CHECKSUM))).toBe(true);
    }
    expect(digest).toHaveBeenCalledTimes(6);
  });
});

describe('the comparison', () => {
  /** Compares, and counts how often the expected bytes are read. */
  const reads = (expected: string, given: string): [same: boolean, reads: number] => {
    let count = 0;
    const watched = new Proxy(bytes(expected), {
      get: (target, key) => {
        if (typeof key === 'string' && /^\d+$/.test(key)) count++;
        return Reflect.get(target, key, target) as unknown;
      },
    });
    return [sameBytes(watched, bytes(given)), count];
  };

  it.each([
    ['abcdef', true],
    ['Xbcdef', false],
    ['abcdeX', false],
    ['', false],
    ['abc', false],
    ['abcdefg', false],
  ])('with %j reads every expected byte once', (given, same) => {
    expect(reads('abcdef', given)).toEqual([same, 6]);
  });

  it('does not take a missing byte for a zero', () => {
    expect(sameBytes([1, 0], [1])).toBe(false);
    expect(sameBytes([1], [1, 0])).toBe(false);
  });
});
