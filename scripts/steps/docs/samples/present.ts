// What is new in each attempt of a call, in each language, as the open points have it.
import { pointsOf, type PointedDocument } from '@wallet-operations/answers';
import type { Bundle } from '../../../lib/bundle.ts';
import { shellPairs } from '../../../lib/points.ts';

export interface Present {
  /** Name of the nonce's query parameter, if there is one. */
  readonly nonce: string | undefined;
  /** Whether `t` is in milliseconds. */
  readonly isFine: boolean;
  /** What a query has besides its own parameters in a shell. */
  readonly shell: readonly string[];
  /** What every sample that signs says first. */
  readonly notice: string;
}

export function presentOf(bundle: Bundle): Present {
  const points = pointsOf(bundle as unknown as PointedDocument);
  const { 'request-time': time, checksum } = points;
  const { nonce } = checksum?.value as { nonce: string };
  const { unit } = time?.value as { unit: string };
  return {
    nonce: nonce === 'none' ? undefined : nonce,
    isFine: unit === 'milliseconds',
    shell: shellPairs(points),
    notice: `Fresh for every attempt.${checksum?.answer === undefined ? ' How the checksum is computed is assumed.' : ''}`,
  };
}
