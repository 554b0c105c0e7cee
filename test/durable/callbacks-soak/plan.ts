/** How large a soak of callbacks is, and by which chances: everything that a seed decides. */
import { hash } from 'node:crypto';

/** Sizes and settings of one soak. */
export interface Plan {
  readonly seed: number;
  readonly deposits: number;
  readonly withdrawals: number;
  /** SIGKILLs of receivers. */
  readonly kills: number;
  /** SIGKILLs while it is caught up, before the catch-up that counts. */
  readonly interrupted: number;
  /** Receivers at once. */
  readonly receivers: number;
  /** Blocks over which deposits and withdrawals come. */
  readonly steps: number;
  /** Of all callbacks, the share that is never delivered. */
  readonly dropped: number;
  /** Of those that are, the share that comes twice. */
  readonly doubled: number;
  /** Milliseconds by which a callback comes late, at most: what is sent later overtakes it. */
  readonly delay: number;
  /** Milliseconds after which the service's own records have a callback, at most. */
  readonly lag: number;
  /** Of all blocks, the share after which the chain loses some. */
  readonly reorganised: number;
  /** Of all deposits, the share that fails after it was final; and the share that fails just before. */
  readonly reversed: number;
  readonly failed: number;
}

/** A plan, with all the rest in proportion unless it is given. */
export function planOf(given: Partial<Plan> & Pick<Plan, 'seed' | 'deposits' | 'kills'>): Plan {
  return {
    withdrawals: Math.ceil(given.deposits / 5),
    interrupted: 3,
    receivers: 2,
    steps: Math.max(40, 2 * given.kills),
    dropped: 0.3,
    doubled: 0.3,
    delay: 2000,
    lag: 3000,
    reorganised: 0.2,
    reversed: 0.03,
    failed: 0.02,
    ...given,
  };
}

/** A chance from 0 to 1 that hangs on what it is for, and not on when it is asked for: what happens at once comes in any order. */
export const chanceOf = ({ seed }: Plan, ...parts: readonly unknown[]): number =>
  parseInt(hash('sha256', [seed, ...parts].map(String).join('\u0000')).slice(0, 8), 16) / 2 ** 32;
