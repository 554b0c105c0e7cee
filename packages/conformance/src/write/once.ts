/** The one way in which anything is written: sent once, behind a line of the ledger, and with certainty whether it left. */
import { ServiceError, type WalletError } from '@wallet-operations/client';
import { Halt } from './effect.ts';
import type { Intent } from './ledger-line.ts';
import type { Tools } from './tools.ts';
import { whyOf } from './words.ts';
import { unitsOf } from './writing.ts';

/** A call that changes something. */
export interface Sending<T> {
  readonly intent: Intent;
  /** The body as the client makes it. */
  readonly body: object;
  readonly send: () => Promise<T>;
  /** What the client says went wrong; undefined if nothing did. */
  readonly errorOf: (answer: T) => WalletError | undefined;
}

/** Whether the cap leaves room for so much more. */
export const hasRoomFor = ({ writing, ledger }: Pick<Tools, 'writing' | 'ledger'>, amount: string): boolean =>
  ledger.counted() + unitsOf(amount) <= unitsOf(writing.atMost);

export const NO_ROOM = 'at_most leaves no room for another withdrawal: none was sent.';

/** What came of it. */
export interface Sent<T> {
  /** Its number in the ledger. */
  readonly write: number;
  readonly answer: T;
  /** Why nothing of it was sent, for certain; undefined if something may have been. */
  readonly unsent: string | undefined;
}

/**
 * Waits for its turn, writes its line, and sends it. Where nothing of it was sent, the ledger has that, too.
 *
 * @throws what kept it from leaving, but for what the client says; and what `signal` has, once that is aborted before it left
 */
export async function sendOnce<T>(
  { calls, ledger, writing }: Tools,
  { intent, body, send, errorOf }: Sending<T>,
): Promise<Sent<T>> {
  await calls.turn();
  if (intent.operationId === 'withdrawAssets' && !hasRoomFor({ writing, ledger }, intent.order.amount))
    throw new Halt(NO_ROOM);
  const write = ledger.begin(intent);
  const way = { isUsed: false };
  const leave = (): void => {
    ledger.look();
    way.isUsed = true;
  };
  const { operationId, wallet: walletId } = intent;
  try {
    const answer = await calls.gate.permitting({ operationId, walletId, body, leave }, send);
    if (!way.isUsed) calls.signal?.throwIfAborted();
    const error = errorOf(answer);
    way.isUsed &&= !isUnconnected(error);
    return { write, answer, unsent: way.isUsed ? undefined : error ? whyOf(error) : 'it was held back' };
  } finally {
    if (!way.isUsed) ledger.unsent(write);
  }
}

/** Whether the client says that no connection came about. What a service says is another thing, and not believed so easily. */
const isUnconnected = (error: WalletError | undefined): boolean =>
  error?.effect === 'none' && !(error instanceof ServiceError);
