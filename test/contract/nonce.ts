/** The nonce that a build with an operator's answer wants in every query. The document as it is wants none. */
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { pointsOf } from '@wallet-operations/answers';

const { nonce = 'none' } = (pointsOf(bundled).checksum?.value ?? {}) as {
  readonly nonce?: string;
};

/** A target with the nonce in its query, if one is wanted and `t` is there. */
export function withNonce(target: string): string {
  if (nonce === 'none' || !/[?&]t=/.test(target) || new RegExp(`[?&]${nonce}=`).test(target)) return target;
  return `${target}&${nonce}=1`;
}
