/** What moved from one wallet of the run to another: who pays and who is paid tell of the same. */
import { areLongApart, type Caller } from '@wallet-operations/transcript';
import { folded } from '../calls/addresses.ts';
import { decimalsIn, isScaled, shiftOf } from './amounts.ts';
import { byTransaction, callbacksOf, isSame, isText, shown, type Body, type Evidence } from './evidence.ts';
import { doubtOf, mostFact, type Fact } from './fact.ts';
import { pageOf } from './history.ts';
import { timeOf } from './times.ts';

const [CALLBACKS, VAULT] = ['listCallbacks', 'listVaultHistory'];

/** All of them. */
export const betweenWallets = (evidence: Evidence): Fact[] => [...ofOrders(evidence), ...ofVaults(evidence)];

/** Of several the difference of most; one alone is too little. */
const ofMost = (operationId: string, about: string, wrong: readonly boolean[], right: string, said: string): Fact[] =>
  wrong.length > 1
    ? [mostFact(operationId, about, wrong, right, said)]
    : wrong.includes(true)
      ? [doubtOf(operationId, about, said)]
      : [];

/** One payment, as the wallet of its order tells of it and as another does that got it. */
interface Moved {
  readonly paid: Body;
  readonly got: Body;
}

/** Those of which each side has one amount: a transaction may pay one address twice. */
function movedIn(evidence: Evidence): Moved[] {
  const callers = new Set(evidence.ok(`${CALLBACKS}.plain`).map(({ exchange: { caller } }) => caller));
  const all = [...callers].flatMap((caller) =>
    callbacksOf(evidence, caller)
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

/** A payment is of one amount, in one block, at one time. */
function ofOrders(evidence: Evidence): Fact[] {
  const moved = movedIn(evidence);
  const fact = (name: string, isWrong: (one: Moved) => boolean): Fact[] =>
    ofMost(
      ...([CALLBACKS, name, moved.map(isWrong), 'that of the wallet that paid'] as const),
      `${name} is another in the callbacks of the wallet that paid and of the one that got it`,
    );
  return [
    ...fact('amount', ({ paid, got }) => !isSame(paid.amount, got.amount)),
    ...fact('block_height', ({ paid, got }) => !isSame(paid.block_height, got.block_height)),
    ...fact('chain_at', ({ paid, got }) => {
      const [a, b] = [timeOf(paid, 'chain_at'), timeOf(got, 'chain_at')];
      return a !== undefined && b !== undefined && areLongApart(a, b);
    }),
  ];
}

/** So much more or less one amount is than another that has a fee taken off, or is another altogether. */
const MUCH = 2;

/** What a vault paid to a wallet of the run is in the history of that: to the address, and of the amount, that the vault tells of. */
function ofVaults(evidence: Evidence): Fact[] {
  const callers = new Set<Caller>(evidence.ok('listWithdrawalHistory.plain').map(({ exchange: { caller } }) => caller));
  const rowsOf = byTransaction(
    [...callers].flatMap((caller) => pageOf(evidence, caller).filter(({ out }) => out === false)),
  );
  const decimals = new Set([...decimalsIn(evidence).values()].flatMap(({ own, fee }) => [own, fee]));
  return evidence.ok(`${VAULT}.plain`).flatMap(({ records }) => {
    const sentBy = byTransaction(records);
    const pairs = records
      .filter(({ txid }) => isText(txid))
      .flatMap((record) => rowsOf(record.txid).map((row) => ({ record, row })));
    const addresses = pairs.map(
      ({ row }) =>
        !sentBy(row.txid).some(({ outgoing_address }) => folded(outgoing_address) === folded(row.to_address)),
    );
    const paid = pairs.filter(
      ({ record: { txid, outgoing_address }, row }) =>
        sentBy(txid).length === 1 && rowsOf(txid).length === 1 && folded(outgoing_address) === folded(row.to_address),
    );
    const amounts = paid.map(({ record: { amount, real_amount }, row }) => ({
      isInUnit: [amount, real_amount].some((one) => decimals.has(Math.abs(shiftOf(row.amount, one) ?? 0))),
      isOther: [amount, real_amount].every((one) => isScaled(one, row.amount) || isMuchApart(one, row.amount)),
    }));
    const said = 'amount and real_amount are others than in the history of the wallet that was paid';
    const wrong = amounts.filter(({ isInUnit }) => !isInUnit).map(({ isOther }) => isOther);
    return [
      ...ofMost(
        ...([VAULT, 'outgoing_address', addresses, 'as the history of who was paid has it'] as const),
        'a wallet of the run was paid by a transaction whose outgoing_address is another',
      ),
      ...ofMost(VAULT, 'amount', wrong, 'as the history of who was paid has it', said),
      ...(amounts.some(({ isInUnit, isOther }) => isInUnit && isOther) ? [doubtOf(VAULT, 'amount', said)] : []),
    ];
  });
}

const isMuchApart = (one: unknown, other: unknown): boolean =>
  Number(one) > 0 && Number(other) > 0 && Math.max(Number(one) / Number(other), Number(other) / Number(one)) >= MUCH;
