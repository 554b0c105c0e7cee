/** All handlers, by the operationId of the document. */
import { addWhitelistEntries } from './addWhitelistEntries.ts';
import { checkWhitelistEntry } from './checkWhitelistEntry.ts';
import { createDepositAddresses } from './createDepositAddresses.ts';
import { getApiCodeStatus } from './getApiCodeStatus.ts';
import { getCallbacksById } from './getCallbacksById.ts';
import { getCurrencyPrices } from './getCurrencyPrices.ts';
import { getDelegatedBalances } from './getDelegatedBalances.ts';
import { getDepositCallback } from './getDepositCallback.ts';
import { getVaultBalance } from './getVaultBalance.ts';
import { getWithdrawalEventLogs } from './getWithdrawalEventLogs.ts';
import { getWithdrawalState } from './getWithdrawalState.ts';
import { listCallbacks } from './listCallbacks.ts';
import { listDepositAddresses } from './listDepositAddresses.ts';
import { listVaultHistory } from './listVaultHistory.ts';
import { listWalletBalances } from './listWalletBalances.ts';
import { listWallets } from './listWallets.ts';
import { listWhitelistEntries } from './listWhitelistEntries.ts';
import { listWithdrawalHistory } from './listWithdrawalHistory.ts';
import { listWithdrawalStates } from './listWithdrawalStates.ts';
import { withdrawAssets } from './withdrawAssets.ts';
import type { Handlers } from './handler.ts';

export const handlers: Handlers = {
  addWhitelistEntries,
  checkWhitelistEntry,
  createDepositAddresses,
  getApiCodeStatus,
  getCallbacksById,
  getCurrencyPrices,
  getDelegatedBalances,
  getDepositCallback,
  getVaultBalance,
  getWithdrawalEventLogs,
  getWithdrawalState,
  listCallbacks,
  listDepositAddresses,
  listVaultHistory,
  listWalletBalances,
  listWallets,
  listWhitelistEntries,
  listWithdrawalHistory,
  listWithdrawalStates,
  withdrawAssets,
};
