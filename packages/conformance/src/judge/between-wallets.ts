/** What moved from one wallet of the run to another: who pays and who is paid tell of the same. */
import { areLongApart } from '@wallet-operations/transcript';
import { folded } from '../calls/addresses.ts';
import { decimalsIn, isScaled, shiftOf } from './amounts.ts';
import { byTransaction, isSame, isText, shown, type Body, type Evidence } from './evidence.ts';
import { doubtOf, severalFacts, type Fact } from './fact.ts';
import { callersOf, pageOf } from './history.ts';
import { timeOf } from './times.ts';

const [CALLBACKS, VAULT] = ['listCallbacks', 'listVaultHistory'];

/** All of them. */
export const betweenWallets = (evidence: Evidence): Fact[] => [...ofOrders(evidence), ...ofVaults(evidence)];

/** One payment, as the wallet of its order tells of it and as another does that got it. */
interface Moved {
  readonly paid: Body;
  readonly got: Body;
}

/** Those of which each side has one amount: a transaction may pay one address twice. */
function movedIn(evidence: Evidence): Moved[] {
  const all = evidence
    .ok(`${CALLBACKS}.plain`)
    .flatMap(({ exchange: { caller }, records }) =>
      records
        .filter(({ txid, block_height }) => isText(txid) && Number(block_height) > 0)
        .map((record) => ({ caller, record })),
    );
  const keyOf = ({ txid, to_address, currency }: Body): string =>
    [String(txid).toLowerCase(), folded(to_address), currency].map(shown).join(' ');
  return [...Map.groupBy(all, ({ record }) => keyOf(record)).values()].flatMap((group) => {
    const [paid, got] = [true, false].map((isOrder) =>
      group.filter(({ record }) => isText(record.order_id) === isOrder),
    );
    const isOne = [paid, got].every(
      (side = []) =>
        side.length > 0 &&
        new Set(
          side.map(({ record, caller }) => `${String(caller)} ${shown(record.vout_index)} ${shown(record.order_id)}`),
        ).size === 1,
    );
    const [first, second] = [paid?.at(-1), got?.at(-1)];
    return isOne && first && second && first.caller !== second.caller
      ? [{ paid: first.record, got: second.record }]
      : [];
  });
}

/** A payment is of one amount, but for its fee, in one block, at one time. */
function ofOrders(evidence: Evidence): Fact[] {
  const moved = movedIn(evidence);
  const fact = (name: string, isWrong: (one: Moved) => boolean): Fact[] =>
    severalFacts(
      ...([CALLBACKS, name, moved.map(isWrong), 'that of the wallet that paid'] as const),
      `${name} is another in the callbacks of the wallet that paid and of the one that got it`,
    );
  return [
    ...fact('amount', ({ paid, got }) => isScaled(paid.amount, got.amount)),
    ...(moved.some(({ paid, got }) => !isSame(paid.amount, got.amount)) ? [doubtOf(CALLBACKS, 'amount', OTHER)] : []),
    ...fact('block_height', ({ paid, got }) => !isSame(paid.block_height, got.block_height)),
    ...fact('chain_at', ({ paid, got }) => {
      const [a, b] = [timeOf(paid, 'chain_at'), timeOf(got, 'chain_at')];
      return a !== undefined && b !== undefined && areLongApart(a, b);
    }),
  ];
}

/** A fee may be taken off; and by how much two amounts differ a transcript does not have. */
const OTHER = 'amount is another in the callbacks of the wallet that paid and of the one that got it';

/** What a vault paid to a wallet of the run is in the history of that: to the address, and of the amount, that the vault tells of. */
function ofVaults(evidence: Evidence): Fact[] {
  const histories = callersOf(evidence).flatMap((caller) => pageOf(evidence, caller));
  const hasSent = byTransaction(histories.filter(({ out }) => out === true));
  // what a wallet of the run sent, its change among it, the vault did not
  const rowsOf = byTransaction(histories.filter(({ out, txid }) => out === false && hasSent(txid).length === 0));
  const decimals = new Set([...decimalsIn(evidence).values()].flatMap(({ own, fee }) => [own, fee]));
  return evidence.ok(`${VAULT}.plain`).flatMap(({ records }) => {
    // what came to it may be listed as well
    const paidBy = byTransaction(records.filter(isPayment));
    const pairs = records
      .flatMap((record) => (isText(record.txid) ? rowsOf(record.txid).map((row) => ({ record, row })) : []))
      // of the vault's own address, what is no payment by that may be one by its amount
      .filter(({ record, row }) => isPayment(record) || (isOwn(record) && isSame(record.amount, row.amount)));
    const addresses = pairs.map(({ row }) => !paidBy(row.txid).some((record) => isTo(record, row)));
    const paid = pairs.filter(
      ({ record, row }) => paidBy(row.txid).length === 1 && rowsOf(row.txid).length === 1 && isTo(record, row),
    );
    const amounts = paid.map(({ record, row }) => {
      const told = [record.amount, record.real_amount];
      return {
        isRight: told.some((one) => isSame(one, row.amount)),
        isInUnit: told.some((one) => decimals.has(Math.abs(shiftOf(row.amount, one) ?? 0))),
        isScaled: told.every((one) => isScaled(one, row.amount)),
      };
    });
    const said = 'amount and real_amount are others than in the history of the wallet that was paid';
    const wrong = amounts.filter(({ isInUnit }) => !isInUnit).map((one) => one.isScaled);
    return [
      ...severalFacts(
        ...([VAULT, 'outgoing_address', addresses, 'as the history of who was paid has it'] as const),
        'a wallet of the run was paid by a transaction whose outgoing_address is another',
      ),
      ...severalFacts(VAULT, 'amount', wrong, 'as the history of who was paid has it', said),
      ...(amounts.every(({ isRight }) => isRight) ? [] : [doubtOf(VAULT, 'amount', said)]),
    ];
  });
}

const isPayment = (record: Body): boolean => isText(record.txid) && isText(record.outgoing_address) && !isOwn(record);

const isOwn = ({ wallet_address, outgoing_address }: Body): boolean =>
  isText(outgoing_address) && folded(outgoing_address) === folded(wallet_address);

const isTo = ({ outgoing_address }: Body, { to_address }: Body): boolean =>
  folded(outgoing_address) === folded(to_address);
