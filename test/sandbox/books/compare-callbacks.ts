/** Callbacks as they are listed, found one by one, and as they came to the receiver, compared. */
import { stringifyJson } from '@wallet-operations/client';
import type { Output } from '@wallet-operations/client';
import type { Account } from './accounts.ts';
import type { Told } from './books.ts';
import { Difference, same, sameLines } from './difference.ts';
import type { World } from './world.ts';

type Callback = Output<'listCallbacks'>['notifications'][number];

const keyOf = (one: Told): string =>
  [one.type, one.orderId, one.transaction.txid, one.vout, one.state, one.processing, one.height, one.chainAt].join(' ');

const saidKeyOf = (one: Callback): string =>
  [
    one.type,
    one.order_id,
    one.txid,
    one.vout_index,
    one.state,
    one.processing_state,
    one.block_height,
    one.chain_at,
  ].join(' ');

/** @throws Difference */
export async function compareCallbacks(world: World, account: Account): Promise<void> {
  const { books, walletOf } = world;
  const { notifications } = await walletOf(account.name).listCallbacks({ from_time: 0 });
  const booked = books.told.filter((one) => one.account === account.name);
  readFreely(notifications, booked);
  sameLines(
    `The callbacks of ${account.name}`,
    notifications.map(saidLine),
    booked.map((one) => bookedLine(account, one)),
  );
  readSerials(world, account, notifications, booked);
}

/** Sender and fee of what came from outside are the sandbox's to choose, once. */
function readFreely(said: readonly Callback[], booked: readonly Told[]): void {
  for (const { transaction } of booked) {
    const record = said.find(({ txid }) => txid === transaction.txid);
    transaction.fee ??= record && BigInt(record.fees);
    transaction.from ??= record?.from_address;
  }
}

const saidLine = (one: Callback): string =>
  `${saidKeyOf(one)}: ${one.amount} ${one.currency} from ${one.from_address} to ${one.to_address} memo "${one.memo}", fees ${one.fees}, ${String(one.confirm_blocks)} blocks, wallet ${String(one.wallet_id)}`;

const bookedLine = ({ walletId }: Account, one: Told): string =>
  `${keyOf(one)}: ${String(one.amount)} ${one.asset} from ${String(one.transaction.from)} to ${one.to} memo "${one.memo}", fees ${String(one.transaction.fee)}, ${String(one.confirms)} blocks, wallet ${String(walletId)}`;

/** A serial is of one callback, and stays. */
function readSerials({ books }: World, account: Account, said: readonly Callback[], booked: readonly Told[]): void {
  const known = new Set(books.told.map(({ serial }) => serial));
  for (const record of said) {
    const told = booked.find(({ serial }) => serial === record.serial);
    if (told !== undefined) same(`Callback ${String(record.serial)}`, saidKeyOf(record), keyOf(told));
    else if (known.has(record.serial)) throw new Difference(`Serial ${String(record.serial)} came twice.`);
    else {
      const fresh = booked.find((one) => one.serial === undefined && keyOf(one) === saidKeyOf(record));
      if (fresh === undefined) throw new Difference(`A callback of ${account.name} has another serial now.`);
      fresh.serial = record.serial;
      known.add(record.serial);
    }
  }
}

/** @throws Difference unless the receiver got each callback as often as it was due, and as it is listed */
export function compareDeliveries({ books, log }: World): void {
  const times = new Map<string, number>();
  for (const { serial } of log) times.set(String(serial), (times.get(String(serial)) ?? 0) + 1);
  for (const told of books.told) {
    const serial = String(told.serial);
    same(`The number of deliveries of ${keyOf(told)}`, times.get(serial) ?? 0, told.received);
    times.delete(serial);
  }
  const [stranger] = times.keys();
  if (stranger !== undefined) throw new Difference(`The receiver got ${stranger}, which the books do not have.`);
}

/** @throws Difference unless each is found by its serial, and each deposit by its transaction and output, as it is listed */
export async function compareFound(world: World, account: Account): Promise<void> {
  const wallet = world.walletOf(account.name);
  const { notifications } = await wallet.listCallbacks({ from_time: 0 });
  const listed = notifications.map((one) => stringifyJson(one));
  const delivered = new Map(world.log.map((one) => [String(one.serial), stringifyJson(one)]));
  for (const one of notifications) {
    const came = delivered.get(String(one.serial));
    if (came !== undefined)
      same(`Callback ${String(one.serial)} as delivered`, inOrder(came), inOrder(stringifyJson(one)));
  }
  for (let i = 0; i < notifications.length; i += 100) {
    const ids = notifications.slice(i, i + 100).map(({ serial }) => serial);
    const found = await wallet.getCallbacksById({ ids });
    const said = found.notifications.map((one) => stringifyJson(one));
    sameLines(`What is found by serial of ${account.name}`, said, listed.slice(i, i + 100));
  }
  const outputs = new Map(
    notifications.filter(({ type }) => type === 1).map((one) => [`${one.txid} ${String(one.vout_index)}`, one]),
  );
  for (const { txid, vout_index } of Array.from(outputs.values()).slice(-5)) {
    const { notification } = await wallet.getDepositCallback({ TX_ID: txid, VOUT_INDEX: vout_index });
    const text = stringifyJson(notification);
    if (!listed.includes(text)) throw new Difference(`What is found by ${txid} is not listed: ${text}.`);
    same(`The deposit found by ${txid}`, notification.txid, txid);
  }
}

/** The same text for the same record, however its fields are ordered. */
const inOrder = (text: string): string =>
  text
    .slice(1, -1)
    .split(/,(?=")/)
    .sort()
    .join();
