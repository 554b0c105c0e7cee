/** A service that differs from the document in something: what is run against, and what has to be found out of it. */
import type { Credentials, KnownWallet } from '../world.ts';

/** A variant that is up. */
export interface Running {
  /** Base address, without a slash at its end. */
  readonly url: string;
  readonly wallets: readonly KnownWallet[];
  readonly readOnly: Credentials;
  /** Path segment that stands for `svc`. Default: `svc`. */
  readonly product?: string;
  /** Milliseconds on the clock of the service. Default: the machine's. */
  readonly now?: () => number;
  /** Lets so many milliseconds pass, when the run waits: for a service whose time stands still. Default: nothing happens. */
  readonly pass?: (milliseconds: number) => Promise<void>;
  /** A hash of all that the service keeps, by which a test sees that nothing changed. */
  readonly fingerprint: () => Promise<string>;
  readonly close: () => Promise<void>;
}

/** An open point that the variant answers in its own way. */
export interface ExpectedPoint {
  /** Its ID in `x-open-points`. */
  readonly point: string;
  readonly verdict: 'contradicted' | 'confirmed' | 'not observable' | 'not asked';
  /** The value that the overlay has to give it; left out where there is none, or any will do. */
  readonly value?: unknown;
}

/** The kinds of facts that an operation has. */
export type FactKind =
  | 'status' // another status than documented
  | 'error row' // another row, or none of the catalogue, for what was provoked
  | 'field' // one that is missing, or that nobody declared
  | 'type' // type, format, pattern, enum
  | 'bound' // a largest page, or a largest list, is another
  | 'default' // what a parameter is that was left out
  | 'value' // what an answer says of what was asked: a filter, a page, a total, a record that two operations have
  | 'order of checks'; // which of two faults is told first

/** A defect: an operation that does not do as documented. */
export interface ExpectedFact {
  readonly operationId: string;
  readonly kind: FactKind;
  /** A word that the finding has to have in it, such as the name of a field, a parameter or a row. */
  readonly about?: string;
}

/** What differs in a value. */
export const value = (operationId: string, about: string): ExpectedFact => ({ operationId, kind: 'value', about });

/** One variant. Nothing else than what is expected may be found. */
export interface Variant {
  /** A few words, which name the test. */
  readonly name: string;
  readonly start: () => Promise<Running>;
  /** Every point and fact that differs. Empty for a service that does as the document says. */
  readonly expected: readonly (ExpectedPoint | ExpectedFact)[];
}
