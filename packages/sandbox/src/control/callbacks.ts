/** Callbacks as they were sent, attempt by attempt, and what came into the sandbox's own inbox. */
import { parseJson } from '@wallet-operations/json';
import { ACKNOWLEDGED, headersOf } from '../callbacks/attempt.ts';
import { INBOX } from '../callbacks/destination.ts';
import { serialsOfOrders } from '../callbacks/of-order.ts';
import { callbackOf, tellsOf, type Told } from '../callbacks/record.ts';
import { signatureOf } from '../callbacks/signed.ts';
import type { Context } from '../context.ts';
import { howMany } from './how-many.ts';
import { exactId, type WalletId } from './wallet-id.ts';
import type { AttemptRow, CallbackRow, CodeRow } from '../state/stored.ts';

/** A callback, and how far it got. Times are milliseconds of the sandbox's clock. */
export interface CallbackEntry {
  /** As decimal text: it lies beyond 2^53. */
  readonly serial: string;
  readonly walletId: string;
  /** As the service numbers it. */
  readonly type: number;
  readonly tells: Told;
  /** Empty where it tells of no order. */
  readonly orderId: string;
  readonly txid: string;
  /** When it was caused. */
  readonly time: number;
  /** When it was acknowledged first; null if it was not. */
  readonly deliveredAt: number | null;
  /** When the next attempt is due; null if none is. */
  readonly nextAt: number | null;
  /** Attempts, the first first. */
  readonly attempts: readonly { readonly at: number; readonly result: string }[];
}

/** An attempt as it was sent. */
export interface SentAttempt {
  readonly at: number;
  /** The status of the answer, or why there was none. */
  readonly result: string;
  /** Where it went: an address, `inbox`, or `listener`. Undefined where it went nowhere, or an older sandbox sent it. */
  readonly url?: string;
  /** What it went out with, besides what every connection has. */
  readonly headers: Readonly<Record<string, string>>;
  /** The signature among the headers. */
  readonly signature: string;
  /** The very text that was signed and sent. */
  readonly body: string;
}

/** A callback with all that was sent. */
export interface CallbackDetails extends Omit<CallbackEntry, 'attempts'> {
  readonly attempts: readonly SentAttempt[];
}

/** A callback that came into the inbox. */
export interface InboxEntry {
  readonly serial: string;
  readonly walletId: string;
  /** Empty where it tells of no order. */
  readonly orderId: string;
  readonly at: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly signature: string;
  /** The very text that came. */
  readonly body: string;
  /** Whether the signature is that of this very text, with the secret of one of the wallet's API codes. */
  readonly isVerified: boolean;
  /** The API code whose secret that is. */
  readonly apiCode?: string;
}

/** Which callbacks to give: those for which all of it holds. */
export interface CallbackFilter {
  readonly walletId?: WalletId;
  readonly orderId?: string;
  /** How many of the latest; Infinity for all. Default: 25. */
  readonly latest?: number;
}

/** The latest callbacks, the latest first. */
export function listCallbacks(context: Context, filter: CallbackFilter = {}): CallbackEntry[] {
  const [where, ...values] = conditionOf(context, filter);
  return context.store
    .all<CallbackRow>(
      `SELECT * FROM callbacks WHERE ${where} ORDER BY serial DESC LIMIT ?`,
      ...values,
      howMany(filter.latest),
    )
    .map((row) => ({
      ...entryOf(context, row),
      attempts: attemptsOf(context, row.serial).map(({ at, result }) => ({ at: Number(at), result })),
    }));
}

/** One callback. @throws Error for a serial that none has. */
export function getCallback(context: Context, serial: bigint | string): CallbackDetails {
  const row = callbackOf(context, BigInt(serial));
  const attempts = attemptsOf(context, row.serial).map((sent) => ({
    at: Number(sent.at),
    result: sent.result,
    ...(sent.url !== '' && { url: sent.url }),
    headers: sent.header === '' ? {} : headersOf(sent),
    signature: sent.signature,
    body: sent.body,
  }));
  return { ...entryOf(context, row), attempts };
}

/** What came into the inbox, the latest first. */
export function listInbox(context: Context, filter: CallbackFilter = {}): InboxEntry[] {
  const [where, ...values] = conditionOf(context, filter);
  return context.store
    .all<AttemptRow & Pick<CallbackRow, 'wallet_id'>>(
      `SELECT attempts.*, callbacks.wallet_id FROM attempts JOIN callbacks USING (serial)
        WHERE attempts.url = '${INBOX}' AND attempts.result = '${ACKNOWLEDGED}' AND ${where}
        ORDER BY attempts.at DESC, serial DESC, attempts.number DESC LIMIT ?`,
      ...values,
      howMany(filter.latest),
    )
    .map((sent) => {
      const apiCode = signerOf(context, sent);
      return {
        serial: String(sent.serial),
        walletId: String(sent.wallet_id),
        orderId: orderOf(sent),
        at: Number(sent.at),
        headers: headersOf(sent),
        signature: sent.signature,
        body: sent.body,
        isVerified: apiCode !== undefined,
        ...(apiCode !== undefined && { apiCode }),
      };
    });
}

/** The code that has signed it, by the text that came. */
const signerOf = (
  { store, decisions }: Context,
  { wallet_id, body, signature }: AttemptRow & Pick<CallbackRow, 'wallet_id'>,
) =>
  store
    .all<CodeRow>('SELECT * FROM api_codes WHERE wallet_id = ?', wallet_id)
    .find(({ secret }) => signatureOf(body, secret, decisions.signature.encoding) === signature)?.api_code;

/** A condition on callbacks, and its values. */
function conditionOf(
  context: Context,
  { walletId, orderId }: CallbackFilter,
): [where: string, ...values: (string | bigint)[]] {
  if (orderId === undefined) return walletId === undefined ? ['true'] : ['callbacks.wallet_id = ?', exactId(walletId)];
  const serials = serialsOfOrders(context, {
    walletId: walletId === undefined ? undefined : String(exactId(walletId)),
    orderIds: [orderId],
  });
  return ['callbacks.serial IN (SELECT value FROM json_each(?))', `[${serials.join(',')}]`];
}

const orderOf = ({ body }: { readonly body: string }): string => (parseJson(body) as { order_id: string }).order_id;

const attemptsOf = ({ store }: Context, serial: bigint): AttemptRow[] =>
  store.all<AttemptRow>('SELECT * FROM attempts WHERE serial = ? ORDER BY number', serial);

const entryOf = ({ decisions }: Context, row: CallbackRow): Omit<CallbackEntry, 'attempts'> => ({
  serial: String(row.serial),
  walletId: String(row.wallet_id),
  type: Number(row.type),
  tells: tellsOf(decisions, Number(row.type)),
  orderId: orderOf(row),
  txid: row.txid,
  time: Number(row.time) * 1000,
  deliveredAt: row.delivered_at === null ? null : Number(row.delivered_at),
  nextAt: row.next_at === null ? null : Number(row.next_at),
});
