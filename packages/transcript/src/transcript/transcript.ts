/** What a run writes down: who was asked what, and what came back, made of the document's own types. Verdicts are made of this alone. */
import type { WalletKind } from '../document/interface.ts';

/** A run, or what a proxy recorded of the calls of others. */
export interface Transcript {
  /** Wallets by their places; who they are is nobody's business. Of which kind one is, a recording does not always show. */
  readonly wallets: readonly { readonly kind: WalletKind | 'unknown' }[];
  /** Of a recording alone: how many exchanges are not in it, since they came late, or tell nothing new, or are of no operation. */
  readonly recorded?: { readonly leftOut: number };
  readonly exchanges: readonly Exchange[];
  /** Why the run ended before its last step; undefined for one that did not. */
  readonly stopped?: Stop;
}

/** Why a run ended early. */
export const STOPS = [
  'not admitted',
  'not the activated code',
  'code refused',
  'throttled',
  'told to wait long',
  'replayed',
  'clock',
  'no answer',
  'fault',
  'interrupted',
] as const;

/** One of them. */
export type Stop = (typeof STOPS)[number];

/** Whose API code a request carries: the wallet's of this place, or the read-only one. */
export type Caller = number | 'read-only';

/** A request with its answer. */
export interface Exchange {
  /** Name of the step that asked: `history.max.request_number`. */
  readonly step: string;
  readonly operationId: string;
  /** Whose wallet is in the path; the caller's, unless `codeOf` says otherwise. */
  readonly caller: Caller;
  readonly request: SentRequest;
  /** Undefined where none came. */
  readonly answer?: ReceivedAnswer;
  /** Between which times the service looked at it, as far as clocks differ; undefined where nobody knows. */
  readonly when?: Span;
}

/** Two times, in Unix seconds: hidden as all others are. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A request, without what authenticates it. */
export interface SentRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly altered: Alterations;
}

/** What of a request was made wrong, or otherwise, on purpose. */
export interface Alterations {
  /** A header, or `t`, that was left out. */
  readonly omits?: 'X-API-CODE' | 'X-CHECKSUM' | 't';
  /** Seconds that `t` lies in the past; negative for the future. */
  readonly late?: number;
  /** Whether the checksum was another than that of the request. */
  readonly wrongChecksum?: boolean;
  /** Whether it is the request before, byte for byte. */
  readonly again?: boolean;
  /** Whose API code it carries instead of the caller's. */
  readonly codeOf?: Caller;
  /** Whether it carries an API code that nobody ever had. */
  readonly madeUpCode?: boolean;
  /** Name of the scheme that it is signed by, where that is not the assumed one. */
  readonly scheme?: string;
  /** Name of a nonce, where that is not the assumed one. */
  readonly nonce?: string;
  /** Unit of `t`, where that is not the assumed one. */
  readonly unit?: 'seconds' | 'milliseconds';
}

/** An answer. */
export interface ReceivedAnswer {
  readonly status: number;
  /** One of those that are known; `other` for any other; empty for none. */
  readonly contentType: string;
  /** Undefined for what is no JSON. */
  readonly body?: unknown;
  /** Why there is no body. */
  readonly unread?: 'empty' | 'no JSON' | 'too large' | 'too many parts';
}

/** Who a caller is, in words. */
export const callerInWords = ({ wallets }: Pick<Transcript, 'wallets'>, caller: Caller): string =>
  caller === 'read-only' ? 'the read-only code' : `wallet ${String(caller + 1)} (${wallets[caller]?.kind ?? '?'})`;
