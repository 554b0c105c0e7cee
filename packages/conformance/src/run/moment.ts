/** Whether an answer tells of the moment alone: of a call that came twice, too often or too late, or of a service that could not answer. */
import type { Alterations } from '@wallet-operations/transcript';
import { TRY } from '../calls/access.ts';
import { isTimed } from '../calls/probes.ts';
import { slackOf } from '../calls/window.ts';
import type { Received } from '../send/gate.ts';
import { isToldByStatus } from '../send/waiting.ts';

/** What it tells. */
export type Moment = 'replayed' | 'throttled' | 'slow' | 'untimely' | 'failed';

/** A call that was made. */
export interface Made {
  readonly step: string;
  readonly altered: Alterations;
  /** Undefined where no answer came. */
  readonly received: Received | undefined;
  /** Names of the rows that the answer may be. */
  readonly rows: readonly string[];
  /** Milliseconds since it was signed. */
  readonly age: number;
}

/** Undefined for one that tells of what was asked. */
export function momentOf({ step, altered, received, rows, age }: Made): Moment | undefined {
  // another run, or another program, was there with this very request: the next t is free
  if (rows.includes('invalid_checksum') && altered.again !== true && altered.wrongChecksum !== true) return 'replayed';
  if (received && (rows.includes('call_too_frequently') || isToldByStatus(received))) return 'throttled';
  const isAboutTime = isTimed(step) || rows.includes('invalid_timestamp');
  if (received && isAboutTime && Math.abs(age) > 1000 * slackOf(step, altered.late)) return 'slow';
  // made as those that were taken: a clock may have been set since then, or one of several may be off
  if (rows.includes('invalid_timestamp') && step !== TRY && altered.late === undefined) return 'untimely';
  return received === undefined || received.status >= 500 ? 'failed' : undefined;
}
