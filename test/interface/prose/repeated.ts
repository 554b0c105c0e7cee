// The numbers that the prose repeats, and the facts that they repeat.
import { settings } from '../facts/index.ts';

/** What is no fact of the interface where a number stands: an item of a list, a standard, a size, an address, code that is run. */
export const plain = new RegExp(
  [
    String.raw`(?:^| )(?:#+ )?\d\. `,
    'ISO 8601',
    '64-bit',
    String.raw`2\^\d+(?: - 1)?`,
    String.raw`10\^18`,
    '```[^]*?```',
    '`[^`]*`',
    String.raw`\]\([^)]*\)`,
  ].join('|'),
  'gm',
);

/** Texts that repeat a number stated at another place: where they stand, and that place. */
export const elsewhere: readonly (readonly [where: RegExp, from: string])[] = [
  [/^createDepositAddresses requestBody .*memos$/, 'withdrawAssets body requests[].memo'],
  [/^getDelegatedBalances requestBody .*addresses$/, 'getDelegatedBalances'],
  [/ 40[034] .*blacklist$/, 'withdrawAssets 403'],
];

/** Numbers that the interface has in words alone, so that nothing machine-readable can state them. */
export const inWords: readonly (readonly [where: RegExp, number: string, because: string])[] = [
  [/requests items properties amount$/, '1', 'the amount of an ERC721 token counts as 1'],
  [/requests items properties manual_fee$/, '1000000000', 'wei in a gwei'],
  [/properties broadcast_at$/, '0', 'when there is no broadcast'],
  [/authentication_callback_(failed|unrecognized)$/, '200', 'what an authentication callback URL answers'],
  [/authentication_callback_failed$/, '400', 'what an authentication callback URL answers'],
];

/** When callbacks are sent again, as a sentence has it. */
const minutes = (settings['callback-retry'] as readonly number[]).map(String);
export const retries = `${minutes.slice(0, -1).join(', ')} and ${String(minutes.at(-1))} minutes`;

type Sentence = readonly [sentence: string, place: string, keyword: string];

const item = 'withdrawAssets body requests[]';

/** By guide, its sentences with a number as `#`, the place that states the number, and by which keyword. */
export const inGuides: Readonly<Record<string, readonly Sentence[]>> = {
  'Withdrawals from request to callback': [
    ['has at most # characters', `${item}.order_id`, 'maxLength'],
    ['(# to 100 blocks)', `${item}.block_average_fee`, 'minimum'],
    ['(1 to # blocks)', `${item}.block_average_fee`, 'maximum'],
    ['(# to 2000)', `${item}.manual_fee`, 'minimum'],
    ['(1 to #)', `${item}.manual_fee`, 'maximum'],
  ],
  'Deposits and their confirmation': [
    ['makes up to # in one call', 'createDepositAddresses body count', 'maximum'],
    ['says done, which is #', '', 'x-open-points.processing-state.value.done'],
    ['The numbers of `processing_state` are assumed: # in pool', '', 'x-open-points.processing-state.value.inPool'],
    [', # in chain', '', 'x-open-points.processing-state.value.inChain'],
    [', # done', '', 'x-open-points.processing-state.value.done'],
  ],
  'Withdrawal whitelists': [
    ['at most # characters', 'addWhitelistEntries body items[].user_id', 'maxLength'],
    ['by state: # active', 'listWhitelistEntries query state', 'enum.1'],
    ['1 active, # removed', 'listWhitelistEntries query state', 'enum.2'],
    ['2 removed, # both', 'listWhitelistEntries query state', 'enum.0'],
  ],
  'Delegated and mapped wallets': [['takes # addresses', 'getDelegatedBalances', 'x-batch.atMost']],
  Limits: [
    ['# seconds either way', '', 'x-open-points.request-time.value.window'],
    ['# days', '', 'x-open-points.api-code-lifetime.value'],
  ],
  'Wallet kinds and operations': [
    ['# vault', '', 'x-open-points.wallet-type.value.vault'],
    ['# deposit,', '', 'x-open-points.wallet-type.value.deposit'],
    ['# withdrawal', '', 'x-open-points.wallet-type.value.withdrawal'],
    ['# deposit withdrawal', '', 'x-open-points.wallet-type.value.depositWithdrawal'],
    ['# delegated', '', 'x-open-points.wallet-type.value.delegated'],
  ],
  'Throttling and unknown outcomes': [
    ['at most # `ids`', 'getCallbacksById body ids', 'maxItems'],
    ['# addresses for `getDelegatedBalances`', 'getDelegatedBalances', 'x-batch.atMost'],
  ],
};

/** Sentences of guides with numbers that the interface has in words alone, or that are assumed, or that tell of our own programs. */
export const inGuidesInWords: readonly string[] = [
  `${retries} later`,
  ': step 4 is this',
  'answers 200 with the text `OK`',
  'other than 200 or 400',
  'answers 200, but not `OK`',
  'answers 400',
  'Answer 200 as soon as',
  '`processing_state` is 2. That 2 means done is assumed',
  '`state` 2 tells',
  'is 0.75 ETH',
  'cannot hold `0.1`',
  'is 1.5 ETH',
  'divide by 1000000000 to get gwei',
  'the amount counts as 1',
  '| 200 |',
  'a 200 has its transaction ID',
  'Node.js from 22.13 on',
  'answers all 20 operations',
];
