/** What a step asks, before it is signed. */
import type { Alterations, Caller } from '@wallet-operations/transcript';
import type { Probe } from './probes.ts';

/** One call. */
export interface Asked {
  readonly caller: Caller;
  /** Besides WALLET_ID, which is the caller's. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly body?: unknown;
  readonly altered?: Alterations;
}

/** A step of a run: some calls of one operation, for one purpose. */
export interface Step {
  /** Its name, which the verdicts know it by. */
  readonly id: string;
  readonly operationId: string;
  /** What it is for, in a few words. */
  readonly what: string;
  /** The row that it provokes; undefined where an answer is to come. */
  readonly row?: string;
  /** Rows of what else is wrong with it: one of these instead of its row tells of another order of checks. */
  readonly behind?: readonly string[];
  /** The point that says so, where the interface does not. */
  readonly point?: string;
  /** At most so many calls; for steps that ask several wallets, by which there are. */
  readonly most: number | ((known: Known) => number);
  /** The calls, made of what was answered before: none, where nothing of that leads to one. */
  readonly make: (known: Known) => readonly Asked[];
}

/** How many calls of a step there can be, whatever is answered. */
export const mostOf = ({ make, most }: Step, known: Known): number =>
  Math.max(make(known).length, typeof most === 'number' ? most : most(known));

/** What was answered so far, as it came. */
export interface Known {
  /** Places and kinds of the wallets. */
  readonly wallets: readonly KnownWallet[];
  /** The bodies of the answers 200 of a step, of all callers or of one. */
  readonly bodies: (step: string, caller?: Caller) => readonly Record<string, unknown>[];
  /** The calls so far whose `t` was off. */
  readonly probes: readonly Probe[];
  /** Callers whom a step was answered with 200. */
  readonly answered: (step: string) => readonly Caller[];
  /** Unix seconds. */
  readonly now: number;
}

/** A wallet of the run. */
export interface KnownWallet {
  readonly place: number;
  readonly kind: string;
  readonly walletId: string;
}
