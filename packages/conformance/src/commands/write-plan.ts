/** `wallet-conform plan --write`: all that `write` would send that changes anything. Nothing is sent. */
import type { Interface } from '@wallet-operations/transcript';
import { PROVING } from '../document/writing.ts';
import type { Writing } from '../write/writing.ts';
import { wordOf } from './write.ts';

/** The lines. */
export function linesOfWriting({ operation }: Interface, writing: Writing, config: string): string[] {
  const { wallet, address, memo, prefix, atMost, depositAddress, whitelistEntry } = writing;
  const withMemo = memo !== undefined && { memo };
  const line = (operationId: string, walletId: string, body: object, what: string): string => {
    const { method, path } = operation(operationId);
    return `${method} ${path.replace('{WALLET_ID}', walletId)} ${JSON.stringify(body)}\n  ${operationId}: ${what}`;
  };
  const order = { order_id: `${prefix}…`, address, amount: writing.amount, ...withMemo };
  return [
    ...(depositAddress
      ? [
          line(
            'createDepositAddresses',
            depositAddress.wallet,
            { count: 1, memos: [depositAddress.memo] },
            'one deposit address, which stays; not sent where that memo is there, or was made by this ledger before',
          ),
        ]
      : []),
    ...(whitelistEntry
      ? [
          line(
            'addWhitelistEntries',
            wallet,
            { items: [{ address, ...withMemo }] },
            'the address becomes one that may be withdrawn to; no call takes it back; not sent where it is there',
          ),
        ]
      : []),
    line(
      'withdrawAssets',
      wallet,
      { requests: [order], ignore_black_list: false },
      `pays ${wordOf(writing)}, once, and the fee of the wallet's policy on top, which no cap bounds`,
    ),
    '',
    `Besides it reads: ${[...PROVING].join(', ')}.`,
    `All withdrawals of one ledger together come to at most ${atMost} ${wordOf(writing).split(' ').at(-1) ?? ''}, without fees. What is open in it is looked up first, and takes the place of the withdrawal.`,
    `To write: wallet-conform write --config ${config} --ledger FILE --yes-spend ${JSON.stringify(wordOf(writing))}`,
    'Nothing was sent.',
  ];
}
