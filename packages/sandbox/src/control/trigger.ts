/** What is asked for by the name of a scenario, and what it tells of what it did. */
import type { WalletId } from './wallet-id.ts';

/** The name of a scenario. */
export type ScenarioName =
  | 'deposit'
  | 'deposit-detected'
  | 'deposit-reorganised'
  | 'withdrawal'
  | 'withdrawal-failed'
  | 'withdrawal-invalid'
  | 'withdrawal-dropped'
  | 'withdrawal-stuck'
  | 'collect'
  | 'airdrop'
  | 'web-withdrawal'
  | 'vault-approval'
  | 'read-only-some';

/** A scenario to let happen. */
export interface Trigger {
  readonly scenario: ScenarioName;
  /** Default: the first wallet that it fits. */
  readonly walletId?: WalletId;
  /** Decimal string in the main unit. Default: 0.01, or 1 of what has no decimals. */
  readonly amount?: string;
  /** Where a withdrawal goes. Default: an address outside. */
  readonly address?: string;
  /** For ERC721 and ERC1155 wallets. */
  readonly tokenId?: string;
  /** Whether a callback tells of a withdrawal that failed or was dropped: the interface has none. Default: false. */
  readonly callback?: boolean;
}

/** What a scenario did, and where to look. */
export interface Triggered {
  readonly scenario: ScenarioName;
  readonly walletId: bigint;
  /** Step by step, in words. */
  readonly did: readonly string[];
  readonly orderId?: string;
  readonly txid?: string;
  readonly address?: string;
  readonly memo?: string;
  readonly txno?: number;
  /** A code that the scenario made, with its secret. */
  readonly apiCode?: string;
  readonly secret?: string;
}
