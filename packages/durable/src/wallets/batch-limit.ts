/** How many orders one call of a wallet may have: learnt from what the service takes and refuses, for all processes. */
import { ServiceError, type WalletCalls } from '@wallet-operations/client';
import type { Database } from '../database/database.ts';
import type { Names } from '../schema/names.ts';

/** What is known of a wallet: a call of so many was taken, one of so many was refused. */
export interface BatchLimit {
  readonly taken: number;
  readonly too_many: number | null;
}

/** What a submission needs of a wallet. */
export type Submitter = WalletCalls<'withdrawAssets' | 'getWithdrawalState'>;

/** A wallet that learns. */
export interface Learning extends Submitter {
  /** The most that a call should have now; between what was taken and what was too many, it is tried out. */
  readonly most: () => number;
}

/**
 * The wallet, with what it learns written down.
 *
 * @param batch - orders of one call, where nothing is known
 */
export function learning(
  submitter: Submitter,
  database: Database,
  names: Names,
  wallet: bigint,
  batch: number,
  { taken, too_many: tooMany }: BatchLimit,
): Learning {
  const note = async (): Promise<void> => {
    await database
      .query(
        `UPDATE ${names.wallets} SET taken = $2::integer, too_many = $3::integer WHERE wallet_id = $1::text::numeric`,
        [String(wallet), taken, tooMany],
      )
      .catch(() => undefined); // it will be learnt again
  };
  return {
    most: () => (tooMany === null ? batch : Math.max(1, Math.min(batch, Math.floor((taken + tooMany) / 2)))),
    getWithdrawalState: (...given) => submitter.getWithdrawalState(...given),
    async withdrawAssets(input, options) {
      const count = input.requests.length;
      try {
        const answer = await submitter.withdrawAssets(input, options);
        if (tooMany !== null && count > taken) {
          taken = count;
          await note();
        }
        return answer;
      } catch (error) {
        if (error instanceof ServiceError && error.reason === 'request_limit_exceeded') {
          tooMany = Math.min(tooMany ?? count, count);
          if (taken >= tooMany) taken = 0; // it takes less than it did
          await note();
        }
        throw error;
      }
    },
  };
}
