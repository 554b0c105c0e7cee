/** What can be known of a withdrawal: the words on which money is refunded, paid again, or waited for. */
import type { ServiceError, WalletError } from '../errors.ts';
import type { WithdrawalRequest } from '../types.ts';
import type { WithdrawalRecord } from './likeness.ts';
import type { SettlementError } from './settlement-error.ts';

/** What became of one order. */
export type Settlement =
  | {
      readonly order_id: string;
      /**
       * The service has this order: it gave it a transaction ID, or its record has this order_id, address, amount and memo. What the
       * record does not show (a token_id, a contract call, the sender) is not compared. Whether it gets into the chain, callbacks tell.
       */
      readonly outcome: 'accepted';
      /** The service's own ID of the withdrawal; undefined where the order was found by looking it up. */
      readonly transactionId: bigint | undefined;
    }
  | {
      readonly order_id: string;
      /**
       * The service has judged this very order and will not carry it out, and no attempt of it, of this call or an earlier one, can
       * have been taken. `error` is its judgement.
       */
      readonly outcome: 'refused';
      readonly error: ServiceError;
    }
  | {
      readonly order_id: string;
      /**
       * The service has not judged it, and no attempt of it can have been taken. `error` says what was in the way: submit it again
       * once that has passed.
       */
      readonly outcome: 'not_submitted';
      readonly error: WalletError;
    }
  | {
      readonly order_id: string;
      /** Its order_id holds another withdrawal: a person has to decide. */
      readonly outcome: 'conflict';
      /** What the service has under the order_id. */
      readonly found: WithdrawalRecord;
      readonly error: SettlementError;
    }
  | {
      readonly order_id: string;
      /** Nobody can know yet. Submit the very same order again, later, or look it up. A new order_id could pay twice. */
      readonly outcome: 'unknown';
      /** What was learnt last, and does not tell. */
      readonly error: WalletError;
    };

/**
 * What the caller knows of earlier attempts of an order, by whatever process.
 * - `none`: no byte of it was ever sent. Only a record written before the first attempt can tell.
 * - `possible`: there may have been attempts, and the service may still be at them.
 * - `shown`: there may have been attempts, but so long ago that a lookup shows by now whatever they left. How long that takes is
 *   not shown in the interface, so it is for you to say. It must be a lookup that works: the service has the same words for an order
 *   that it does not find and for a wallet that may not be asked.
 */
export type EarlierAttempts = 'none' | 'possible' | 'shown';

/** One value for all orders, or what tells it of each. */
export type EarlierAttemptsOf = EarlierAttempts | ((order: WithdrawalRequest) => EarlierAttempts);
