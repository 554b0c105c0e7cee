/** Deliveries of callbacks to measure receivers by: each of another deposit, signed by the assumed scheme. */
import { signTestCallback, type DepositCallback } from '@wallet-operations/client/callbacks';
import { parseJson } from '@wallet-operations/json';
import { callbackExample } from '../document.ts';

/** With which they are signed. */
export const SECRET = 'secret';

/** What takes one, and answers it. */
export type Receive = (request: Request) => Promise<Response>;

const EXAMPLE = callbackExample('depositCallback', 'account_chain') as DepositCallback;

let made = 0;

/** New ones, each of a deposit that is safe to credit. */
export const deliveries = (count: number): Promise<Request[]> =>
  Promise.all(Array.from({ length: count }, () => signTestCallback(deposit(++made), SECRET)));

function deposit(number: number): DepositCallback {
  const serial = 90_000_000_000_000_000n + BigInt(number);
  return { ...EXAMPLE, serial, txid: `0x${number.toString(16).padStart(64, '0')}`, processing_state: 2 };
}

/** Has them received, so many at a time. @returns how many a second @throws Error for one that is not acknowledged */
export async function received(receive: Receive, requests: readonly Request[], atOnce: number): Promise<number> {
  const waiting = requests.values();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const request of waiting) {
        const { status } = await receive(request);
        if (status !== 200) throw new Error(`A delivery was answered with ${String(status)}.`);
      }
    }),
  );
  return (requests.length * 1000) / (performance.now() - started);
}

/** What every receiver has to do, as one writes it by hand: the bytes of a delivery are the service's own, or it is nothing. */
export async function verifiedByHand(request: Request): Promise<DepositCallback> {
  const body = new Uint8Array(await request.arrayBuffer());
  const digest = await crypto.subtle.digest('SHA-256', Buffer.concat([body, Buffer.from(SECRET)]));
  const expected = Buffer.from(digest).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
  if (request.headers.get('x-checksum') !== expected) throw new Error('This is not of the service.');
  return parseJson(Buffer.from(body).toString()) as DepositCallback;
}
