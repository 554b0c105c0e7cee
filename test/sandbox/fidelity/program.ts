/** A short client program that provokes one row of the error catalogue by behaviour alone. */
import type { SandboxOptions } from '@wallet-operations/sandbox';
import type { Lab } from '../lab.ts';

/** What the service shall answer with, typed by hand from the interface. */
export type Expected = readonly [status: number, body: Readonly<Record<string, unknown>>];

/** A program. */
export interface Program {
  readonly expected: Expected | ((lab: Lab) => Expected);
  readonly options?: SandboxOptions;
  /** Prepares the ground, and gives the call that is to be refused. */
  readonly prepare: (lab: Lab) => Promise<() => Promise<unknown>>;
}

/** A message of the family of errors that share a code. */
export const failed = (message: string): Expected => [400, { error_code: 703, error: 'Operation failed', message }];
export const INVALID_PARAMETER: Expected = [400, { error_code: 112, error: 'Invalid parameter' }];
