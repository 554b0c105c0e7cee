/** For `listen --forward-to`: a stream of callbacks, a line of JSON for each, and what became of them as the answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Parsed } from '@wallet-operations/validator';
import type { Letter } from '../listeners.ts';
import type { Context } from '../context.ts';
import { LAST_ID } from '../control/wallet-id.ts';
import type { Answer } from '../service/service.ts';
import { refused, shows } from './control-answer.ts';
import { MOST_UNREAD } from './page.ts';

/** The path of both, under control's. */
export const LISTEN = 'listen';

/** What is listened to. */
export interface Heard {
  readonly context: Context;
  /** Delivers what is due now. */
  readonly deliver: () => Promise<void>;
}

/** The first line of the stream. */
export interface Hello {
  /** Milliseconds within which each callback is to be answered for. */
  readonly timeout: number;
  /** Serial of the latest callback that there is; `since` of who connects again. */
  readonly latest: string;
}

/** The last line of a stream whose callbacks somebody else gets from now on. */
export interface Replaced {
  readonly replaced: true;
}

/** Every other line. */
export interface Handed extends Letter {
  readonly id: number;
}

/** What became of a callback. */
export interface Outcome {
  readonly id: number;
  /** The status, or why there is none. */
  readonly result: string;
}

/** Begins the stream; undefined once it is under way. */
export function streamCallbacks(
  { context, deliver }: Heard,
  query: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): Answer | undefined {
  const [wallet, since] = [query.get('wallet') ?? '', query.get('since') ?? ''];
  if (!/^\d{0,19}$/.test(wallet) || BigInt(wallet) > LAST_ID || !/^\d{0,18}$/.test(since))
    return refused(400, 'The parameters wallet and since are a wallet ID and a serial.');
  if (request.headers['sec-fetch-dest'] !== undefined)
    return refused(403, 'This is for wallet-sandbox listen: a page that shows it would take the callbacks');
  const walletId = wallet === '' ? undefined : BigInt(wallet);
  if (walletId !== undefined && !context.wallets.find(walletId)) return refused(400, `There is no wallet ${wallet}.`);
  response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
  const write = (line: Hello | Handed | Replaced): void => {
    response.write(`${JSON.stringify(line)}\n`);
    if (response.writableLength > MOST_UNREAD) response.destroy(); // who reads no more connects again once he does
  };
  const latest = latestOf(context);
  write({ timeout: context.limits.deliveryTimeout, latest: String(latest) });
  const hand = (id: number, letter: Letter): void => {
    write({ id, ...letter });
  };
  const replaced = (): void => {
    write({ replaced: true });
    response.end();
  };
  response.on('close', context.listeners.add({ walletId, hand, replaced }));
  if (since === '') return undefined;
  makeDue(context, walletId, BigInt(since) > latest ? 0n : BigInt(since)); // beyond the latest: of a state that is gone
  deliver().catch(context.report);
  return undefined;
}

/** Takes what became of a callback. */
export function takeOutcome({ context }: Heard, { value }: Parsed): Answer {
  const { id, result } = (value ?? {}) as Partial<Outcome>;
  if (typeof id !== 'number' || typeof result !== 'string')
    return refused(400, 'Give id, a number, and result, the status or why there is none, as text.');
  const isTaken = context.listeners.answer(id, result.slice(0, LONGEST_RESULT));
  return shows(LISTEN, { isTaken });
}

const LONGEST_RESULT = 500;

const latestOf = ({ store }: Context): bigint =>
  store.get<{ last: bigint | null }>('SELECT max(serial) AS last FROM callbacks')?.last ?? 0n;

/** What came while nobody listened, and goes nowhere else. */
function makeDue({ store, clock }: Context, walletId: bigint | undefined, since: bigint): void {
  const [where, ...values] = walletId === undefined ? ['true'] : ['wallet_id = ?', walletId];
  store.write(() =>
    store.run(
      `UPDATE callbacks SET next_at = ? WHERE serial > ? AND attempts = 0 AND next_at IS NULL AND ${where}`,
      clock.now(),
      since,
      ...values,
    ),
  );
}
