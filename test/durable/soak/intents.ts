/** What customers want: payouts, numbered, of which a seed makes some odd. */
import type { WithdrawalRequest } from '@wallet-operations/client';
import { randomOf, type Plan } from './plan.ts';

/**
 * - `plain`: nothing is wrong with it.
 * - `listed`: its address is put on the blacklist, and taken off again.
 * - `sanctioned`: its address is on the blacklist for ever.
 * - `long`, `precise`: what it says itself is refused, its ID or its amount.
 * - `doomed`: its transaction fails, if it is not in the chain before.
 */
export type Kind = 'plain' | 'listed' | 'sanctioned' | 'long' | 'precise' | 'doomed';

/** A payout that somebody wants, once. */
export interface Intent {
  readonly number: number;
  readonly kind: Kind;
  /** Which of the wallets pays. */
  readonly wallet: number;
  readonly request: WithdrawalRequest & { readonly user_id: string };
  readonly priority: number;
}

/** How many wallets there are. */
export const WALLETS = 4;
export const PREFIX = 's_';

/** Of a thousand payouts so many are odd. */
const ODD: readonly (readonly [Kind, number])[] = [
  ['listed', 140],
  ['sanctioned', 30],
  ['long', 15],
  ['precise', 15],
  ['doomed', 20],
];

const addressOf = (kind: string, number: number): string =>
  `0x${kind}${number.toString(16).padStart(40 - kind.length, '0')}`;
/** Addresses that come onto the blacklist and go. */
export const LISTED = Array.from({ length: 12 }, (_, i) => addressOf('11', i + 1));
/** The address that stays there. */
export const SANCTIONED = addressOf('55', 1);

/** All of them. The number of each is its `user_id`, by which it is told what was paid for it, under whatever ID. */
export function intentsOf({ seed, orders, priorities }: Plan): Intent[] {
  const random = randomOf(seed + 1);
  return Array.from({ length: orders }, (_, i) => {
    const number = i + 1;
    const kind = kindOf(random());
    const address =
      kind === 'listed'
        ? (LISTED[number % LISTED.length] ?? SANCTIONED)
        : kind === 'sanctioned'
          ? SANCTIONED
          : addressOf(kind === 'doomed' ? 'dd' : 'aa', number);
    const amount = `0.${String(number).padStart(8, '0')}`; // no two are equal
    return {
      number,
      kind,
      wallet: Math.floor(random() * WALLETS),
      priority: priorities ? Math.floor(random() * 3) : 0,
      request: {
        order_id: `${PREFIX}${String(number)}${kind === 'long' ? 'x'.repeat(300) : ''}`,
        address,
        amount: kind === 'precise' ? `${amount}${'0'.repeat(20)}1` : amount,
        user_id: String(number),
      },
    };
  });
}

function kindOf(chance: number): Kind {
  let left = chance * 1000;
  for (const [kind, share] of ODD) if ((left -= share) < 0) return kind;
  return 'plain';
}
