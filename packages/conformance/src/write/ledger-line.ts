/** Lines of a ledger: what was about to be written, and what became of it. */
import { isNode } from '@wallet-operations/validator';
import { unitsOf } from './writing.ts';

/** What a ledger is of: it is taken for no other service, wallet or currency. */
export interface Heading {
  readonly form: typeof FORM;
  readonly service: string;
  readonly product: string;
  readonly wallet: string;
  readonly currency: string;
  readonly token: string | null;
}

export const FORM = 'wallet-conform ledger 1';

/** What is about to be written. */
export type Intent =
  | { readonly operationId: 'withdrawAssets'; readonly wallet: string; readonly order: Order }
  | { readonly operationId: 'createDepositAddresses'; readonly wallet: string; readonly memo: string }
  | { readonly operationId: 'addWhitelistEntries'; readonly wallet: string; readonly entry: WhitelistItem };

/** An order as it is sent. */
export interface Order {
  readonly order_id: string;
  readonly address: string;
  readonly amount: string;
  readonly memo?: string;
}

/** An entry as it is sent. */
export interface WhitelistItem {
  readonly address: string;
  readonly memo?: string;
}

/**
 * What became of it. `not sent`: its request never left. `refused` and `not submitted`: nothing, as far as lookups until the end of the wait
 * tell; the service judged the one, and turned the other away before. `proved`: a read showed it. `closed by hand`: no read did, and its
 * user ended it. `conflict` and `not comparable`: a read shows something under its order_id, another withdrawal, or one of which nobody can
 * tell. All others leave it open. All of them are counted as if it had been carried out.
 */
export const OUTCOMES = [
  ...(['accepted', 'proved', 'refused', 'not submitted', 'not sent', 'unknown', 'conflict'] as const),
  ...(['not comparable', 'closed by hand'] as const),
] as const;

/** One of them. */
export type Outcome = (typeof OUTCOMES)[number];

/** A write, with what is known of it by now. */
export interface Entry {
  /** Its number in the ledger, from 1 on. */
  readonly write: number;
  readonly intent: Intent;
  readonly outcomes: readonly Outcome[];
  /** What its answer refused it by, or that it was no answer, as `refusalIn` has it; whatever was found out later. */
  readonly row?: string | undefined;
  /** A digest of what a read has shown under its order_id last, that is not the order as far as anybody can tell. */
  readonly shown?: string | undefined;
}

/** Why something became of a write. */
export interface Why {
  readonly row?: string | undefined;
  readonly reason?: string | undefined;
  readonly shown?: string | undefined;
}

/** The same, with what has become of it since. */
export const withOutcome = (entry: Entry, outcome: Outcome, { row, shown }: Why): Entry => ({
  ...entry,
  outcomes: [...entry.outcomes, outcome],
  row: row ?? entry.row,
  shown: shown ?? entry.shown,
});

const has = ({ outcomes }: Entry, ...any: Outcome[]): boolean => any.some((one) => outcomes.includes(one));

/** Whether its request never left. */
export const isUnsent = ({ outcomes }: Entry): boolean => outcomes.at(-1) === 'not sent';

/** Whether nothing of it can have been carried out. Only the last word counts: an earlier one may have been too soon. */
export const isVoid = (entry: Entry): boolean =>
  isUnsent(entry) || ['refused', 'not submitted'].includes(entry.outcomes.at(-1) ?? '');

/** Whether a run saw to its end that nothing of it was carried out, as the service had said. */
export const isRefused = (entry: Entry): boolean => has(entry, 'refused', 'not submitted');

/** What a read may show under an order_id that is not the order, as far as anybody can tell. */
export type Shown = 'conflict' | 'not comparable';

/** Whether its user has ended it, and knew by then whatever a read has shown of it: what shows later is for him to judge anew. */
export const isClosed = ({ outcomes }: Entry): boolean => {
  const last = (one: Outcome): number => outcomes.lastIndexOf(one);
  return last('closed by hand') > Math.max(last('conflict'), last('not comparable'));
};

/** Whether what became of it is still to be found out. */
export const isOpen = (entry: Entry): boolean => !isVoid(entry) && !has(entry, 'proved') && !isClosed(entry);

/** What the withdrawals come to, refused, closed or not: a service that refuses may have paid all the same, and show it later. */
export const spentIn = (entries: readonly Entry[]): bigint =>
  entries.reduce(
    (sum, { intent }) => (intent.operationId === 'withdrawAssets' ? sum + unitsOf(intent.order.amount) : sum),
    0n,
  );

/** A line as it is read. */
export type Line =
  { readonly write: number; readonly intent: Intent } | ({ readonly of: number; readonly outcome: Outcome } & Why);

/** Reads one; undefined for what is none. */
export function lineOf(node: unknown): Line | undefined {
  if (!isNode(node)) return undefined;
  const { write, of, outcome, row, shown } = node;
  if (typeof of === 'number' && OUTCOMES.includes(outcome as Outcome))
    return {
      ...{ of, outcome: outcome as Outcome },
      row: typeof row === 'string' ? rowIn(row) : undefined,
      shown: typeof shown === 'string' ? shown : undefined,
    };
  const intent = intentOf(node);
  return typeof write === 'number' && intent ? { write, intent } : undefined;
}

/** Of a number that no row has, which may be a value in its place. */
export const OTHER_CODE = 'another_error_code';

/** What may be the name of a row; a number in its place, which earlier versions wrote down, is not told, nor is whatever else somebody wrote there. */
function rowIn(text: string): string | undefined {
  if (/^error_code -?\d{1,16}$/.test(text)) return OTHER_CODE;
  return /^[a-z][a-z0-9_]{0,60}$/.test(text) ? text : undefined;
}

function intentOf({ operationId, wallet, order, memo, entry }: Record<string, unknown>): Intent | undefined {
  if (typeof wallet !== 'string') return undefined;
  if (operationId === 'createDepositAddresses' && typeof memo === 'string') return { operationId, wallet, memo };
  if (operationId === 'addWhitelistEntries' && isItem(entry)) return { operationId, wallet, entry };
  if (operationId !== 'withdrawAssets' || !isOrder(order)) return undefined;
  return { operationId, wallet, order };
}

const isItem = (node: unknown): node is WhitelistItem =>
  isNode(node) && typeof node.address === 'string' && ['string', 'undefined'].includes(typeof node.memo);

/** One that is paid: none of 0, which would leave room under the cap. */
const AMOUNT = /^(?=.*[1-9])\d{1,40}(\.\d{1,30})?$/;

function isOrder(node: unknown): node is Order {
  if (!isItem(node)) return false;
  const { order_id, amount } = node as unknown as Record<string, unknown>;
  return typeof order_id === 'string' && typeof amount === 'string' && AMOUNT.test(amount);
}
