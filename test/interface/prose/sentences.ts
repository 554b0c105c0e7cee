// What a reader must be told wherever a place speaks of it, since he loses money where he is told otherwise or nothing.

import { retries } from './repeated.ts';

/** A statement, what each place says of it, and what would be its contrary, which may stand nowhere. */
export interface Statement {
  readonly says: Readonly<Record<string, RegExp>>;
  readonly never?: RegExp;
}

/**
 * Places are those of the document (`withdrawAssets body requests[].memo`), of a row (`row memo_required`), of an open point
 * (`point callback-retry`), of a guide (`guide Amounts and big integers`), or a file. Line breaks count as blanks.
 */
export const statements: Readonly<Record<string, Statement>> = {
  'callbacks count in the smallest unit': {
    says: {
      'guide Rules that keep money safe': /callbacks count in the smallest unit/,
      'depositCallback body amount': /smallest unit/,
      depositCallback: /`amount` is in the \*\*smallest\*\* unit/,
      withdrawalCallback: /`amount` is in the \*\*smallest\*\* unit/,
      listCallbacks: /callbacks are in the \*\*smallest\*\* unit/,
      'guide Amounts and big integers': /`amount` of a callback \| smallest unit/,
      'guide Deposits and their confirmation': /whole numbers of the \*\*smallest\*\* unit/,
      'guide Withdrawals from request to callback': /Its amount is in the \*\*smallest\*\* unit/,
      'packages/client/README.md': /callbacks count in the smallest unit/,
    },
    never: /callbacks?[^.|]{0,40} in the (\*\*)?main/i,
  },
  'the fees of a callback are assumed to be in the smallest unit': {
    says: {
      'depositCallback body fees': /the smallest unit of the currency, like its amount/,
      'guide Amounts and big integers': /`fees` of a callback \| not shown; assumed: the smallest unit/,
    },
    never: /fees are in the main unit/i,
  },
  'other amounts are assumed to be in the main unit': {
    says: {
      withdrawAssets: /assumed to be in the main unit/,
      listWithdrawalHistory: /assumed to be in the main unit/,
      listWalletBalances: /assumed to be in the main unit/,
      getDelegatedBalances: /assumed to be in the main unit/,
      getVaultBalance: /assumed to be in the main unit/,
      'withdrawAssets body requests[].amount': /the main unit of the currency/,
      'guide Amounts and big integers': /names no unit, the main one of the currency is assumed/,
      'guide Withdrawals from request to callback': /in the main unit \(assumed\)/,
    },
  },
  'manual_fee counts in the smallest unit, on some chains in gwei': {
    says: {
      'withdrawAssets body requests[].manual_fee':
        /smallest unit of the wallet's currency; in gwei for ETH, BSC, HECO, OKT, OP, ARB, CELO, FTM and PALM/,
      'guide Amounts and big integers':
        /`manual_fee` \| smallest unit; gwei for ETH, BSC, HECO, OKT, OP, ARB, CELO, FTM and PALM/,
      'row invalid_manual_fee': /mind its unit/,
    },
    never: /manual_fee[^.|]{0,40} in (wei|the main unit)/i,
  },
  'an unknown order goes out again under its own ID, or it is paid twice': {
    says: {
      'guide Rules that keep money safe':
        /Never choose a new `order_id` for an order in doubt\.\*\* The service would pay it as well/,
      withdrawAssets: /Never send an unknown withdrawal again under a new order_id: that pays twice/,
      'guide Withdrawals from request to callback': /A new `order_id` would pay twice/,
      'guide Throttling and unknown outcomes': /submit \*\*the same order\*\* again; no refund, no new ID/,
      'row not_found': /send the same order_id again; never a new one/,
      'row order_id_prefix_mismatch': /look it up first, or another order_id may pay twice/,
      'row order_id_prohibited_character': /look it up first, or another order_id may pay twice/,
      'row invalid_order_id': /look it up first, or another order_id may pay twice/,
      'packages/client/src/withdrawals/settlement.ts': /A new order_id could pay twice/,
    },
  },
  'a withdrawal that is not found may still be there': {
    says: {
      'guide Rules that keep money safe': /`not_found` is no refusal/,
      getWithdrawalState: /404 soon after submission is no proof that the order does not exist/,
      'row not_found': /no proof that the order does not exist/,
      'guide Withdrawals from request to callback': /A `not_found` right after submitting proves nothing/,
      'guide Throttling and unknown outcomes': /`not_found` for a fresh order \| nothing yet: ask again later/,
    },
  },
  'a duplicate is looked up and compared': {
    says: {
      'guide Rules that keep money safe': /Where address, amount or memo differ, call a person/,
      withdrawAssets: /look it up and compare address, amount and memo/,
      'row duplicated_entry': /look it up and compare address, amount and memo/,
      'guide Withdrawals from request to callback': /Compare address, amount and memo/,
      'guide Throttling and unknown outcomes': /look it up, compare address, amount and memo/,
    },
  },
  'refused means that no attempt can have been taken': {
    says: {
      'guide Rules that keep money safe': /no attempt of it, by any process, can have been taken before/,
      'guide Throttling and unknown outcomes':
        /refuses this very order, and no attempt of it, by any process, can have been taken before/,
      'packages/client/src/withdrawals/settlement.ts':
        /no attempt of it, of this call or an earlier one, can have been taken/,
    },
  },
  'a refused batch is assumed to be refused whole, and each order is settled by itself': {
    says: {
      withdrawAssets: /a refused batch is refused whole\. Do not rely on it, and settle each order by itself/,
      'guide Withdrawals from request to callback':
        /refuses its whole batch is not shown either, so settle each order by itself/,
      'packages/sandbox/README.md': /A refused batch is refused whole/,
      'packages/client/README.md': /Nor is it shown whether a refused batch is refused whole/,
    },
    never: /a refused batch is refused in part/i,
  },
  'ignore_black_list turns the check off for all orders of a call': {
    says: {
      'withdrawAssets body ignore_black_list': /for all withdrawals of the batch/,
      'row address_blacklisted': /skips the check for all orders/,
      'guide Withdrawals from request to callback': /turns the check off for all orders of the call/,
    },
  },
  'one blacklisted address aborts the whole request': {
    says: {
      withdrawAssets: /one blacklisted address aborts the request/,
      'row address_blacklisted': /The whole request is aborted/,
      'guide Withdrawals from request to callback': /One bad address aborts the whole request/,
    },
  },
  'a payment without its memo may be lost': {
    says: {
      'row memo_required': /without it the amount may be lost/,
      'row destination_tag_required': /without it the amount may be lost/,
    },
  },
  'an amount of an ERC721 token counts as 1': {
    says: {
      'withdrawAssets body requests[].amount': /ERC721 wallet it counts as 1/,
      'guide Delegated and mapped wallets': /ERC721 token with a `token_id` the amount counts as 1/,
      'packages/client/README.md': /ERC-721 token give the amount `1`, as which it counts/,
    },
  },
  'a deposit is credited once, and only when it is done, which is assumed to be processing_state 2': {
    says: {
      'depositCallback body processing_state':
        /2 done .*a deposit is safe to credit when its processing_state is done, once/,
      'guide Deposits and their confirmation':
        /Credit once, when `processing_state` says done, which is 2\. That this is safe is assumed\. The numbers of `processing_state` are assumed: 0 in pool, 1 in chain, 2 done/,
    },
    never: /credit[^.]{0,40} when it is detected/i,
  },
  'a callback is confirmed by the service before money is credited': {
    says: {
      'guide Rules that keep money safe': /Ask the service back before you credit/,
      depositCallback: /confirm it with \[the query by serial\].* before you credit it/,
      getCallbacksById: /confirm that a deposit callback you received really exists before you credit it/,
      'guide Deposits and their confirmation': /Ask the service itself, with `getCallbacksById`/,
    },
  },
  'a deposit is known by wallet, transaction, output, address and memo': {
    says: {
      'guide Rules that keep money safe': /Credit once\*\* for each wallet, `txid`, `vout_index`, address and memo/,
      depositCallback: /count a deposit once for its wallet, `txid`, `vout_index`, address and memo/,
      'depositCallback body vout_index': /With txid, address and memo it identifies a deposit to a wallet/,
      'guide Deposits and their confirmation': /Find the deposit by wallet, `txid`, `vout_index`, address and memo/,
    },
  },
  'a signed callback can be played again': {
    says: { 'guide Deposits and their confirmation': /A signed callback has no time in it/ },
  },
  'a callback is assumed to be sent again at growing intervals, each from one attempt to the next': {
    says: {
      'guide Rules that keep money safe': /recorded a signed callback can play it again/,
      'point callback-retry': new RegExp(`: ${retries} later, each counted from the attempt before it, then given up`),
      'packages/sandbox/README.md': new RegExp(`and again ${retries} later, each counted from the attempt before it`),
      'packages/sandbox/src/document/points.ts':
        /Minutes until a callback is sent again, each counted from the attempt before it; then it is given up/,
    },
    never: /(?:again|retried) after (?:\d+, )+\d+ and|minutes after the first attempt/i,
  },
  'in chain is when a withdrawal has succeeded': {
    says: {
      'guide Rules that keep money safe': /Book a withdrawal when it is in chain, never because time has passed/,
      withdrawalCallback: /succeeds, that is when it moves from in pool to in chain/,
      'guide Withdrawals from request to callback':
        /from in pool to in chain\. That is when the withdrawal has succeeded/,
      'packages/sandbox/README.md': /moves from in pool to in chain, sends its callback/,
    },
  },
  'addresses are not created again blindly': {
    says: {
      'guide Rules that keep money safe': /Do not repeat `createDepositAddresses` or `addWhitelistEntries` blindly/,
      'guide Deposits and their confirmation':
        /\*\*not\*\* safe to repeat: after a timeout, look with `listDepositAddresses`/,
      'guide Throttling and unknown outcomes': /`createDepositAddresses`, `addWhitelistEntries` \| no: look first/,
    },
  },
  'whitelist entries are not added again blindly': {
    says: {
      'guide Rules that keep money safe': /Do not repeat `createDepositAddresses` or `addWhitelistEntries` blindly/,
      addWhitelistEntries: /When the outcome is unknown, check the entry first/,
      'guide Withdrawal whitelists': /After a timeout, check before you add again/,
    },
  },
  'any use of the inactivated code activates it': {
    says: {
      'guide Rules that keep money safe': /Any request with the inactivated one ends the other at once/,
      getApiCodeStatus: /Using the inactivated code in any request activates it, and the other is invalid at once/,
      'scheme ApiCode': /activates it and kills the other at once/,
      'row invalid_api_code': /using the inactivated code once kills the activated one/,
      'guide Authentication': /\*\*Any\*\* request with the code that is not activated activates it and ends the other/,
    },
  },
  'a request that is sent again is signed anew': {
    says: {
      'guide Rules that keep money safe': /submit the very same order again, signed anew/,
      'scheme Checksum': /fresh one, with a fresh t, for every attempt/,
      'row invalid_checksum': /never send the same signed request twice/,
      'row call_too_frequently': /signed anew/,
      withdrawAssets: /under the \*\*same\*\* order_ids, signed anew/,
      'guide Authentication': /A request that is sent again needs a new `t` and a new checksum/,
    },
  },
  'the path is no part of the assumed checksum': {
    says: {
      'scheme Checksum': /Take the query's `name=value` pairs, the raw body \(if any\) and `t=<t>`, sort them bytewise/,
      'row checksum_unmatch': /by the assumed scheme the path is no part of it/,
      'guide Authentication': /1\. Take the `name=value` pairs of the query, the raw body if there is one, and `t=<t>`/,
    },
    never: /(sign|checksum)[^.]{0,60}\((the )?path,/i,
  },
  'what is too long for the delegated balances is dropped': {
    says: {
      getDelegatedBalances: /the service drops the rest without a word/,
      'guide Delegated and mapped wallets': /It \*\*drops\*\* the rest without a word/,
    },
  },
  'whose balance a token wallet shows': {
    says: {
      'getVaultBalance reply balance': /that of the parent wallet/,
      'getDelegatedBalances reply balances.*.balance': /that of the mapped wallet/,
      'listWalletBalances reply wallet_balances[].balance': /that of the mapped wallet/,
      'guide Delegated and mapped wallets':
        /the \*\*parent's\*\* coin for `getVaultBalance`; for `getDelegatedBalances` and `listWalletBalances`/,
    },
  },
  'a balance whose query failed is not used': {
    says: {
      listWalletBalances: /Do not use the balances of a record whose `error` is true/,
      'listWalletBalances reply wallet_balances[].error': /Do not use the balances of this record/,
    },
  },
  'addresses of a mapped wallet are created on its parent': {
    says: {
      createDepositAddresses: /Only a parent wallet may: a mapped \(token\) wallet is refused/,
      'row mapped_wallet_not_allowed': /Create the addresses on the parent wallet/,
      'guide Deposits and their confirmation': /Only the parent wallet creates addresses/,
      'guide Delegated and mapped wallets': /Addresses are created on the parent/,
    },
  },
};
