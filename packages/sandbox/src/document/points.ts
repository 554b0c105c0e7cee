/** What the interface does not show and a service must decide: the values of the document's open points, answered or assumed. */
import { marksOf, namesOf, pointsOf, type PointedDocument, type Points } from '@wallet-operations/answers';
import { operationsOf, type OpenApiDocument } from '@wallet-operations/validator';
import type { OperationId, WalletKind } from './names.ts';

/** States of orders and transactions that the sandbox knows. The document may have more. */
type StateName =
  | 'processing'
  | 'inPool'
  | 'inChain'
  | 'confirmed'
  | 'failed'
  | 'resent'
  | 'cancelled'
  | 'dropped'
  | 'transactionFailed';

/** How this sandbox decides. */
export interface Decisions {
  /** Numbers of the wallet kinds. */
  readonly walletTypes: Readonly<Record<WalletKind, number>>;
  /** Kinds that may be asked where the interface names none. */
  readonly kinds: Partial<Record<OperationId, readonly WalletKind[]>>;
  /** Types of callbacks. */
  readonly callbackType: Readonly<Record<'deposit' | 'withdrawal', number>> &
    Partial<Readonly<Record<'collect' | 'airdrop', number>>>;
  /** States as callbacks and the all-states query number them. */
  readonly states: Readonly<Record<StateName, number>>;
  /** How far the service is with a transaction. */
  readonly processing: Readonly<Record<'inPool' | 'inChain' | 'done', number>>;
  /** The number of a currency. */
  readonly numberOf: (currency: { readonly name: string }) => bigint;
  /** Minutes until a callback is sent again, each counted from the attempt before it; then it is given up. */
  readonly retryMinutes: readonly number[];
  /** What a second is in t. */
  readonly perSecond: 1 | 1000;
  /** Seconds that t may be off, either way. */
  readonly window: number;
  /** Query parameter that every request has to carry besides; undefined for none. */
  readonly nonce: string | undefined;
  /** Seconds for which an activated API code is good. */
  readonly codeLifetime: number;
  /** Header and encoding of a callback's signature. */
  readonly signature: { readonly header: string; readonly encoding: 'base64url' | 'base64' | 'hex' };
  /** What becomes of a withdrawal whose approval is answered with 400. */
  readonly declined: 'cancelled' | 'failed';
  /** Whether one refused withdrawal leaves the others of its batch alone. */
  readonly isSettledOrderByOrder: boolean;
  /** Whether a page of a vault's history counts itself alone. */
  readonly countsPage: boolean;
  /** When callers may credit a deposit. Blocks with such a deposit are not taken back. */
  readonly safe: { readonly field: string; readonly is: string };
  /** Fields that the list of balances and that of prices stand under. */
  readonly balances: { readonly total: string; readonly records: string };
  readonly prices: { readonly records: string };
  /** Limits that are answered; those that are not are the sandbox's own. */
  readonly limits: {
    readonly callsPerMinute?: number;
    readonly withdrawalsPerCall?: number;
    readonly depositAddresses?: number;
  };
}

const valueOf = (points: Points, id: string): unknown => points[id]?.value;

/** Reads them from a document. */
export function decisionsOf(document: OpenApiDocument): Decisions {
  const points = pointsOf(document as unknown as PointedDocument);
  /** Every answer has the names that the sandbox asks for. */
  const numbers = <Name extends string>(...ids: string[]): Readonly<Record<Name, number>> =>
    Object.assign({}, ...ids.map((id) => namesOf(points[id]))) as Record<Name, number>;
  const { unit, window } = valueOf(points, 'request-time') as { unit: string; window: number };
  const currencies: Readonly<Record<string, number | undefined>> = numbers('currency-numbers');
  const { nonce } = valueOf(points, 'checksum') as { nonce: string };
  return {
    walletTypes: Object.fromEntries(
      Object.entries(numbers('wallet-type')).map(([name, number]) => [name.replace('W', '-w'), number]),
    ) as Record<WalletKind, number>,
    kinds: kindsOf(document, points),
    callbackType: numbers('callback-type'),
    states: withDropped(numbers('callback-state', 'withdrawal-state')),
    processing: numbers('processing-state'),
    numberOf: ({ name }) => BigInt(currencies[name] ?? 0),
    retryMinutes: valueOf(points, 'callback-retry') as readonly number[],
    perSecond: unit === 'milliseconds' ? 1000 : 1,
    window,
    nonce: nonce === 'none' ? undefined : nonce,
    codeLifetime: (valueOf(points, 'api-code-lifetime') as number) * 24 * 3600,
    signature: valueOf(points, 'callback-signature') as Decisions['signature'],
    declined: valueOf(points, 'approval-declined') as Decisions['declined'],
    isSettledOrderByOrder: valueOf(points, 'batch-refusal') === 'order by order',
    countsPage: valueOf(points, 'vault-count') === 'the page',
    safe: valueOf(points, 'safe-to-credit') as Decisions['safe'],
    balances: valueOf(points, 'wallet-balance-envelope') as Decisions['balances'],
    prices: valueOf(points, 'price-envelope') as Decisions['prices'],
    limits: Object.fromEntries(
      LIMITS.flatMap(([limit, id]) => (isNumber(points, id) ? [[limit, valueOf(points, id)]] : [])),
    ),
  };
}

/** An answer need not know of dropped transactions: it is then one that failed. */
const withDropped = (states: Readonly<Record<Exclude<StateName, 'dropped'>, number>>): Decisions['states'] => ({
  dropped: states.transactionFailed,
  ...states,
});

/** An example of a number is no limit: only an answer is. */
const LIMITS = [
  ['callsPerMinute', 'throttling-count'],
  ['withdrawalsPerCall', 'batch-limit'],
  ['depositAddresses', 'address-limit'],
] as const;

const isNumber = (points: Points, id: string): boolean =>
  points[id]?.answer !== undefined && typeof points[id].value === 'number';

const kindsOf = (document: OpenApiDocument, points: Points): Decisions['kinds'] =>
  Object.fromEntries(
    operationsOf(document).map(({ operationId, node }) => [
      operationId,
      marksOf(node)
        .filter((id) => id.endsWith('-kinds'))
        .map((id) => valueOf(points, id) as readonly WalletKind[])[0],
    ]),
  );

/** Moments at which the sandbox tells of a deposit, by the field that says so. */
const TOLD: Readonly<Record<string, readonly string[]>> = {
  state: ['inChain'],
  processing_state: ['inChain', 'done'],
};

/** What the sandbox cannot follow: it never tells of a deposit at such a moment, so that nobody would ever credit one. */
export function unfollowed(points: Points): { readonly ids: readonly string[]; readonly message: string } | undefined {
  const { field, is } = valueOf(points, 'safe-to-credit') as Decisions['safe'];
  if (TOLD[field]?.includes(is)) return undefined;
  const moments = Object.entries(TOLD).flatMap(([name, values]) => values.map((one) => `${name} ${one}`));
  return {
    ids: ['safe-to-credit'],
    message: `The sandbox tells of no deposit whose ${field} is ${is}. It can follow ${moments.join(', ')}; use the mock for others.`,
  };
}
