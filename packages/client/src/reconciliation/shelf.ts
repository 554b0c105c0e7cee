/** Entries of the books, to find those that a payment may be of without a look at all of them. */
import { canonicalAddress, spellingOf } from '../canonical-address.ts';
import { canonicalDecimal } from '../withdrawals/decimals.ts';
import type { Payment } from '../withdrawals/likeness.ts';
import type { WithdrawalEntry } from './ledger.ts';
import { createHolder, type Held, type Window } from './windows.ts';

/** Entries in memory. */
export interface Shelf {
  readonly add: (window: Window, entry: WithdrawalEntry) => void;
  /** All that may be this payment, and few others. */
  readonly likely: (payment: Payment) => Iterable<Held<WithdrawalEntry>>;
  /** Those of which nobody has said so far that they need no look. */
  readonly open: () => Iterable<Held<WithdrawalEntry>>;
  readonly close: (entry: WithdrawalEntry) => void;
  readonly forget: (window: Window) => void;
}

/** Makes an empty one. */
export function createShelf(): Shelf {
  const byAddress = createHolder<WithdrawalEntry>();
  const bySpelling = createHolder<WithdrawalEntry>();
  const spellings = new Set<string>();
  const open = new Map<WithdrawalEntry, Window>();

  return {
    add(window, entry) {
      const address = canonicalAddress(entry.address);
      const spelling = spellingOf(address);
      spellings.add(spelling);
      // Of an ERC-721 token the service may say 1, whatever the amount of the order.
      for (const amount of new Set([canonicalDecimal(entry.amount) ?? '', ...(entry.token_id ? ['1e0'] : [])])) {
        for (const part of partsOf(address)) byAddress.add(window, `${amount} ${part}`, entry);
        bySpelling.add(window, `${amount} ${spelling}`, entry);
      }
      open.set(entry, window);
    },

    *likely(payment) {
      const amount = canonicalDecimal(payment.amount) ?? '';
      const address = canonicalAddress(payment.address);
      for (const part of partsOf(address)) yield* byAddress.near(`${amount} ${part}`);
      // Addresses of two spellings may be one.
      for (const spelling of spellings)
        if (spelling !== spellingOf(address)) yield* bySpelling.near(`${amount} ${spelling}`);
    },

    *open() {
      for (const [value, window] of open) yield { window, value };
    },

    close(entry) {
      open.delete(entry);
    },

    forget(window) {
      byAddress.forget(window);
      bySpelling.forget(window);
      for (const [entry, { place }] of open) if (place === window.place) open.delete(entry);
    },
  };
}

/** An address, and what of it stands before a tag or a checksum. */
const partsOf = (address: string): string[] => [
  address,
  ...[...address.matchAll(/\W/g)].map(({ index }) => address.slice(0, index)),
];
