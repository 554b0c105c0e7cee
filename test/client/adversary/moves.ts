/** What the adversary can do with one call: what changes before it, whether and when it is done, and what is answered. */
import type { WithdrawalRequest } from '@wallet-operations/client';
import type { ErrorReason } from '@wallet-operations/openapi/errors';
import type { Judging, Settings } from './rules.ts';

/** Whether the service does what it is asked: at once, later than anybody waits for, or never. */
export type Done = 'now' | 'late' | 'never';

/** What comes back. */
export type Answer =
  | 'own' // what the service has to say
  | 'reset'
  | 'silence'
  | 'bad gateway'
  | 'half' // of what the service has to say
  | 'empty'
  | 'replay' // Forbidden. Invalid checksum
  | 'throttled'
  | 'wrong clock'
  | 'unlisted refusal'
  | 'unlisted failure'
  | `body: ${string}` // with 200
  | `never sent: ${string}`; // an engine's code of a connection that was not made

/** Results of a 200 that say nothing, or too little. */
export interface OddResults {
  /** Undefined if the order is left out. */
  readonly value: undefined | null | string | boolean | number;
  readonly of: 'first' | 'last' | 'all';
  /** Whether the orders are taken all the same. */
  readonly taken: boolean;
}

/** Changes the service's settings. */
export type Change = (settings: Settings, orders: readonly WithdrawalRequest[]) => Settings;

/** What the caller does while the call is on its way. */
export type Caller = 'aborts' | 'is killed';

/** One request to withdraw. */
export interface PostMove {
  readonly name: string;
  readonly done: Done;
  readonly answer: Answer;
  /** Holds from now on. */
  readonly change?: Change | undefined;
  /** Holds for this call alone. */
  readonly once?: Change | undefined;
  readonly odd?: OddResults | undefined;
  readonly caller?: Caller | undefined;
  /** Every later call of the submission fares the same: an outage. */
  readonly lasts?: boolean;
}

/** What a lookup gives instead of the record. */
export type OddRecord =
  | 'nothing' // {}
  | 'null'
  | 'a list'
  | 'an error with 200'
  | 'a login page'
  | 'a page with 404'
  | 'wrapped'
  | "somebody else's"
  | 'unlisted refusal'
  | 'unlisted failure';

/** One lookup. */
export interface LookupMove {
  readonly name: string;
  readonly answer: Exclude<Answer, 'replay'> | OddRecord;
  /** Of SPELLINGS or GAPS. */
  readonly spelling?: string | undefined;
  readonly change?: Change | undefined;
  readonly once?: Change | undefined;
  readonly caller?: Caller | undefined;
  readonly lasts?: boolean;
}

/** What a credentials function does. */
export type CredentialsMove = 'gives them' | 'throws' | 'gives none' | 'gives a wrong secret';

/** Which orders of a refused batch are taken: of those that the answer does not name. */
export const PARTS = ['none', 'up to the bad one', 'all', 'all that are good'] as const;
export type Part = (typeof PARTS)[number];

/** The other side of every call. */
export interface Adversary {
  readonly post: (requests: readonly WithdrawalRequest[]) => PostMove;
  readonly lookUp: (orderId: string) => LookupMove;
  readonly credentials: () => CredentialsMove;
  readonly judging: () => Judging;
  readonly part: () => Part;
  /** Milliseconds until lookups see what is taken now. */
  readonly lag: () => number;
  /** Milliseconds until something is done that was given up on. */
  readonly late: () => number;
  /** Milliseconds until an answer is there. */
  readonly latency: () => number;
  /** Milliseconds by which a process' wall clock jumps before this call. */
  readonly jump: () => number;
}

export const own: PostMove = { name: '-', done: 'now', answer: 'own' };
export const found: LookupMove = { name: '-', answer: 'own' };

/** Whether a move leaves the call as it is when all is well. */
export const isPlain = (move: PostMove | LookupMove): boolean => move.name === '-';

export const gate =
  (reason: ErrorReason): Change =>
  (settings) => ({ ...settings, gate: settings.gate ? undefined : reason });

/** Puts an order on a list, or takes it off; -1 means all. */
export const listed =
  (reason: ErrorReason, index: number): Change =>
  (settings, orders) => {
    const lists = new Map(settings.lists);
    for (const { order_id } of index < 0 ? orders : orders.slice(index, index + 1))
      if (!lists.delete(order_id)) lists.set(order_id, reason);
    return { ...settings, lists };
  };

export const blackListed =
  (index: number): Change =>
  (settings, orders) => {
    const blackList = new Set(settings.blackList);
    for (const { address } of index < 0 ? orders : orders.slice(index, index + 1))
      if (!blackList.delete(address)) blackList.add(address);
    return { ...settings, blackList };
  };

export const code =
  (reason: ErrorReason): Change =>
  (settings) => ({ ...settings, code: settings.code ? undefined : reason });

export const prefix =
  (text: string): Change =>
  (settings) => ({ ...settings, prefix: settings.prefix ? '' : text });

export const permission: Change = (settings) => ({ ...settings, permission: !settings.permission });

export const limit =
  (orders: number): Change =>
  (settings) => ({ ...settings, limit: settings.limit === Infinity ? orders : Infinity });

export const clockAhead =
  (milliseconds: number): Change =>
  (settings) => ({ ...settings, clockAhead: settings.clockAhead ? 0 : milliseconds });
