/** `wallet-conform plan --write`: all that `write` would send that changes anything. Nothing is sent. */
import type { Interface } from '@wallet-operations/transcript';
import { PROVING } from '../document/writing.ts';
import { bodyOf, listedOf } from '../write/listed.ts';
import { bodyOf as bodyOfOrder } from '../write/withdrawal.ts';
import { unitName, type Writing } from '../write/writing.ts';
import { wordOf } from './write.ts';

const STAYS = {
  createDepositAddresses:
    'one deposit address, which stays; not sent where that memo is there, or was made by this ledger before',
  addWhitelistEntries:
    'the address becomes one that may be withdrawn to; no call takes it back; not sent where it is there',
} as const;

const OF_TOKEN =
  'Of a token nobody looks whether the wallet has the amount, and the balance proves nothing: the interface does not say whether the list has the token’s or the coin’s.';

/** The lines. */
export function linesOfWriting({ operation }: Interface, writing: Writing, config: string): string[] {
  const { wallet, address, memo, prefix, amount, atMost } = writing;
  const line = (operationId: string, walletId: string, body: object, what: string): string => {
    const { method, path } = operation(operationId);
    return `${method} ${path.replace('{WALLET_ID}', walletId)} ${JSON.stringify(body)}\n  ${operationId}: ${what}`;
  };
  const order = { order_id: `${prefix}…`, address, amount, ...(memo !== undefined && { memo }) };
  return [
    ...listedOf({ writing }).map((intent) =>
      line(intent.operationId, intent.wallet, bodyOf(intent), STAYS[intent.operationId]),
    ),
    line(
      'withdrawAssets',
      wallet,
      bodyOfOrder(order),
      `pays ${wordOf(writing)}, once, and the fee of the wallet's policy on top, which no cap bounds`,
    ),
    ...(writing.token === undefined ? [] : ['', OF_TOKEN]),
    '',
    `Besides it reads: ${[...PROVING].join(', ')}.`,
    `All withdrawals of one ledger together come to at most ${atMost} ${unitName(writing)}, without fees. What is open in it is looked up first, and takes the place of the withdrawal.`,
    `To write: wallet-conform write --config ${config} --ledger FILE --yes-spend ${JSON.stringify(wordOf(writing))}`,
    'Nothing was sent.',
  ];
}
