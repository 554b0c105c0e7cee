/** The service's time for the client that writes: it sends once, and so has no second try to learn from how far this machine's clock is off. */
import { watch, type WalletClient } from '@wallet-operations/client';
import type { Clock } from '../send/clock.ts';

/** What gives it, in Unix milliseconds. */
export interface ServiceTime {
  readonly now: () => number;
  /** Learns it as that client does for itself: by the `Date` of an answer that refuses a `t`, before that is sent again. */
  readonly learnFrom: (reading: WalletClient) => void;
}

/** Makes it; it is the machine's own as long as no `t` of a read is refused. */
export function createServiceTime({ now }: Pick<Clock, 'now'>): ServiceTime {
  let ahead = 0;
  return {
    now: () => now() + ahead,
    learnFrom(reading) {
      watch(reading, {
        onAnswer({ reason, headers }) {
          const learnt = reason === 'invalid_timestamp' ? Date.parse(headers.date ?? '') - now() : NaN;
          if (!Number.isNaN(learnt)) ahead = learnt;
        },
      });
    },
  };
}
