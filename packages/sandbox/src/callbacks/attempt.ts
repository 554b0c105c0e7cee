/** One attempt to deliver a callback: where it goes, in which bytes, with which signature, and what came back. */
import type { Context } from '../context.ts';
import type { AttemptRow, CallbackRow } from '../state/stored.ts';
import { INBOX, LISTENER } from './destination.ts';
import type { Listener } from '../listeners.ts';
import { ending, postSealed, sealed } from './signed.ts';
import { spelled } from './spelled.ts';
import type { CallbackFault } from './disturb.ts';

/** What was sent, and what became of it. */
export type Sent = Pick<AttemptRow, 'result' | 'url' | 'header' | 'signature' | 'body'>;

/** The result of an attempt that its receiver has acknowledged. */
export const ACKNOWLEDGED = '200';

const NOTHING = { url: '', header: '', signature: '', body: '' };

/** Makes it, as a fault has it if there is one. Gives what was sent, each for itself. */
export async function attempt(context: Context, row: CallbackRow, fault: CallbackFault | undefined): Promise<Sent[]> {
  const { wallet_id, serial, attempts, body } = row;
  const wallet = context.wallets.find(wallet_id);
  const listener = context.listeners.of(wallet_id);
  const url = listener ? LISTENER : (wallet?.settings.callbackUrl ?? '');
  if (url === '') return [{ ...NOTHING, result: 'the wallet has no callback address any more' }];
  // another spelling at each attempt
  const letter = {
    url,
    ...sealed(context, wallet_id, spelled(body, context.ids.chance('callback', serial, attempts))),
  };
  if (fault?.kind === 'drop') return [{ ...letter, result: 'lost on its way, as it was asked for' }];
  const signal = ending(context);
  const send = async (): Promise<Sent> => ({
    ...letter,
    result: await resultOf(context, row, letter, listener, signal),
  });
  return fault?.kind === 'duplicate' ? [await send(), await send()] : [await send()];
}

/** The headers that a letter goes out with, besides those of the connection. */
export const headersOf = ({ header, signature, body }: Pick<Sent, 'header' | 'signature' | 'body'>) => ({
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(body)),
  [header]: signature,
});

async function resultOf(
  context: Context,
  { serial, wallet_id }: CallbackRow,
  letter: Omit<Sent, 'result'>,
  listener: Listener | undefined,
  signal: AbortSignal,
): Promise<string> {
  const { url, body } = letter;
  if (url === INBOX) return ACKNOWLEDGED;
  try {
    signal.throwIfAborted();
    if (!listener) return String((await postSealed(context, url, letter, signal)).status);
    const handed = { serial: String(serial), walletId: String(wallet_id), headers: headersOf(letter), body };
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(context.limits.deliveryTimeout)]);
    return await context.listeners.send(listener, handed, inTime);
  } catch (error) {
    return (error as Error).message;
  }
}
