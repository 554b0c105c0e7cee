/** The sandbox as a library: what users start in their own tests. */
export { startSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';
export { sortedSha256, type Checksum, type ChecksumInput } from './http/checksum.ts';
export type { LogEntry } from './http/server.ts';
export type { Control, NewControlDeposit, OrderName, WalletId } from './control/control.ts';
export type { NewWallet, WalletAccess } from './control/create-wallet.ts';
export type { NewVaultTransaction } from './control/vault.ts';
export type { Fault } from './control/faults.ts';
export type { Overview } from './control/overview.ts';
export type { ApiCode } from './state/api-codes.ts';
export type { Token, WalletSettings } from './state/wallets.ts';
export type { WalletKind } from './document/document.ts';
export type { Happening, Limits } from './world.ts';
