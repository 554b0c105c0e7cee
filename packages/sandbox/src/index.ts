/** The sandbox as a library: what users start in their own tests. */
export { startSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';
export { sortedSha256, type Checksum, type ChecksumInput } from './service/checksum.ts';
export type { LogEntry } from './http/server.ts';
export type { Control, Failing, OrderName } from './control/control.ts';
export type { NewControlDeposit } from './control/deposit.ts';
export type { WalletId } from './control/wallet-id.ts';
export type { NewWallet, WalletAccess } from './control/create-wallet.ts';
export type { NewVaultTransaction, VaultState, VaultStep } from './control/vault.ts';
export type { ScenarioName, Trigger, Triggered } from './control/scenarios.ts';
export type { WebWithdrawal } from './control/web.ts';
export type { Sweep } from './chain/sweeps.ts';
export type { Fault } from './service/faults.ts';
export type { Overview } from './control/overview.ts';
export type { ApiCode } from './state/api-codes.ts';
export type { Token, WalletSettings } from './state/wallets.ts';
export type { Decisions } from './document/points.ts';
export type { WalletKind } from './document/names.ts';
export type { Happening, Limits } from './context.ts';
