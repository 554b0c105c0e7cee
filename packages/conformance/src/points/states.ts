/** Points that give the numbers of states their names: of callbacks, and of transactions of orders. */
import { byTransaction, isSame, shown, type Body, type Evidence } from '../judge/evidence.ts';
import { stateNames } from '../judge/ends.ts';
import { contradicted, numbersOf, ofNumbers, see, type Conclude, type Seen } from './conclusion.ts';
import { callbacksIn, isInChain, leavingIn, onItsWayFor, typesOfOrders, type Told } from './told.ts';

/** What a number can be by what else its record says, and the name that is most likely where the number is none of theirs. */
interface Class {
  readonly names: readonly string[];
  readonly likely: string;
  /** So many records with such a number it takes to be as good as certain: it may be of a state that the document does not know. */
  readonly least: number;
  /** One of the names that the document alone does not give it: the history speaks against it, and is wrong only where others show its number. */
  readonly onlySeen?: string;
  /** Whether nothing tells which of the names it is: a number that is none of theirs has none. */
  readonly isOpen?: true;
}

/** What came into a wallet's chain did not fail there; of what left it the history tells. */
const CALLBACK_WORKED: Class = { names: ['inChain', 'confirmed'], likely: 'inChain', least: 1 };
const ORDER_WORKED: Class = {
  ...{ names: ['confirmed', 'inChain', 'transactionFailed'], likely: 'confirmed', least: 2 },
  onlySeen: 'transactionFailed',
};
/** What an order is now, that is known to have failed. */
const ORDER_FAILED: Class = {
  names: ['transactionFailed', 'inChain', 'confirmed'],
  likely: 'transactionFailed',
  least: 1,
};
/** Its callbacks may have told of it in the chain before that was known. */
const CALLBACK_FAILED: Class = { names: ['transactionFailed', 'inChain'], likely: 'transactionFailed', least: 1 };
const CALLBACK_IN_CHAIN: Class = {
  ...{ names: ['inChain', 'transactionFailed', 'confirmed'], likely: 'inChain', least: 1 },
  isOpen: true,
};
const CALLBACK_IN_POOL: Class = {
  names: ['inPool', 'processing', 'failed', 'cancelled', 'dropped', 'resent'],
  likely: 'inPool',
  least: 1,
};
/** What is in no block, and was in none later, may be on its way or have ended: the interface does not say that its end has no callback. */
const CALLBACK_BEFORE: Class = { ...CALLBACK_IN_POOL, isOpen: true };
const ORDER_IN_CHAIN: Class = {
  ...{ names: ['confirmed', 'inChain', 'transactionFailed'], likely: 'confirmed', least: 2 },
  isOpen: true,
};
/** What failed or was cancelled may have a transaction all the same: the interface does not say that it has none. */
const ORDER_ENDS = ['failed', 'cancelled'];
const ORDER_UNPACKED: Class = {
  ...{ names: ['inPool', 'resent', 'dropped', ...ORDER_ENDS], likely: 'inPool', least: Infinity },
  isOpen: true,
};
/** What another transaction of its order took the place of, which is in the chain. */
const ORDER_REPLACED: Class = { names: ['resent', 'dropped', ...ORDER_ENDS], likely: 'resent', least: 1 };
const ORDER_BEFORE: Class = {
  ...{ names: ['processing', ...ORDER_ENDS], likely: 'processing', least: Infinity },
  isOpen: true,
};

/** A state that was seen, with what it can be. */
interface Spotted {
  readonly number: number;
  readonly is: Class;
  readonly isOrder: boolean;
  readonly isDeposit: boolean;
}

/** Whether a transaction failed in a block, by the history, whose states the interface names; undefined where it does not tell of that block. */
function endsIn(evidence: Evidence): (txid: unknown, block: unknown) => boolean | undefined {
  const { success, failed } = stateNames(evidence.service);
  const rowsOf = byTransaction(evidence.under('listWithdrawalHistory.').flatMap(({ records }) => records));
  return (txid, block) => {
    const rows = rowsOf(txid);
    if (!rows.every(({ block_height }) => isSame(block_height, block))) return undefined;
    const states = new Set(rows.map(({ state }) => state));
    const [state] = states;
    return states.size === 1 && (state === success || state === failed) ? state === failed : undefined;
  };
}

/**
 * What tells most comes first: deposits, which do not fail, then what the history tells. Callbacks come before orders, for a number that they
 * show is none of those that orders alone have.
 */
const RANK: readonly ((one: Spotted) => boolean)[] = [
  ({ isDeposit }) => isDeposit,
  ({ is }) => is === CALLBACK_WORKED,
  ({ is }) => is === ORDER_FAILED,
  ({ isOrder, is }) => !isOrder && is.isOpen !== true,
  ({ isOrder }) => !isOrder,
  ({ is }) => is.isOpen !== true,
  () => true,
];

/** Every state that was seen, in that order. */
function statesOf(evidence: Evidence): Spotted[] {
  const hasFailed = endsIn(evidence);
  const inChain = (
    { txid, block_height, in_chain_block = block_height }: Body,
    [worked, failed, open]: readonly [Class, Class, Class],
  ): Class => {
    const isFailed = hasFailed(txid, in_chain_block);
    return isFailed === undefined ? open : isFailed ? failed : worked;
  };
  const told = callbacksIn(evidence);
  const isOnItsWay = onItsWayFor(evidence);
  const isLeaving = leavingIn(evidence);
  // what has the type of orders left the wallet, too, where the history does not tell
  const ofOrders = typesOfOrders(told);
  const isDeposit = (one: Told): boolean =>
    one.record.order_id === '' && isInChain(one.record) && !isLeaving(one) && !ofOrders.has(one.record.type);
  const ofDeposits = new Set(told.flatMap((one) => (isDeposit(one) ? [one.record.state] : [])));
  const callbacks = told.map((one) => {
    const { caller, record } = one;
    const is = !isInChain(record)
      ? record.order_id === '' && isOnItsWay(caller, record)
        ? CALLBACK_IN_POOL
        : CALLBACK_BEFORE
      : isDeposit(one)
        ? CALLBACK_WORKED
        : inChain(record, [CALLBACK_WORKED, CALLBACK_FAILED, CALLBACK_IN_CHAIN]);
    // where deposits have another number, the history may be wrong
    const isDoubtful = is === CALLBACK_WORKED && ofDeposits.size > 0 && !ofDeposits.has(record.state);
    return {
      ...{ number: record.state, is: isDoubtful ? CALLBACK_IN_CHAIN : is, isOrder: false },
      isDeposit: isDeposit(one),
    };
  });
  const packed = new Set(told.flatMap(({ record }) => (isInChain(record) ? [shown(record.txid)] : [])));
  const orders = evidence.ok('listWithdrawalStates.seen').flatMap(({ records }) =>
    records.flatMap((record) => {
      // in no block, and by callbacks in one: it left the chain, or the block is wrong, and what its state is called nobody knows
      if (!isInChain(record) && packed.has(shown(record.txid))) return [];
      const is = isInChain(record)
        ? inChain(record, [ORDER_WORKED, ORDER_FAILED, ORDER_IN_CHAIN])
        : record.txid === ''
          ? ORDER_BEFORE
          : records.some(isInChain)
            ? ORDER_REPLACED
            : ORDER_UNPACKED;
      return [{ number: record.state, is, isOrder: true, isDeposit: false }];
    }),
  );
  const spotted = [...callbacks, ...orders].filter((one): one is Spotted => typeof one.number === 'number');
  const rank = (one: Spotted): number => RANK.findIndex((is) => is(one));
  return spotted.sort((a, b) => rank(a) - rank(b));
}

/** The name of a number, and whether no more than the document says so: of several names that it could have, where none is the likely one. */
interface Named {
  readonly name: string;
  readonly isAssumed: boolean;
}

/** One that was seen with it, then one that has it by the document and was seen with no other, then the likely one. */
function nameOf(
  number: number,
  { names, likely, onlySeen, isOpen }: Class,
  assumed: Readonly<Record<string, number>>,
  seen: Seen,
): Named | undefined {
  const known = names.find((name) => seen.get(name)?.has(number));
  if (known !== undefined) return { name: known, isAssumed: false };
  const own = names.find((name) => name !== onlySeen && assumed[name] === number && !seen.has(name));
  if (own !== undefined) return { name: own, isAssumed: isOpen === true || own !== likely };
  return isOpen ? undefined : { name: likely, isAssumed: false };
}

const ofStates =
  (id: 'callback-state' | 'withdrawal-state'): Conclude =>
  (evidence) => {
    const ofCallbacks = numbersOf(evidence.service, 'callback-state');
    const assumed: Readonly<Record<string, number>> = {
      ...ofCallbacks,
      ...numbersOf(evidence.service, 'withdrawal-state'),
    };
    const own = Object.keys(numbersOf(evidence.service, id));
    const [all, seen, believed]: readonly [Seen, Seen, Seen] = [new Map(), new Map(), new Map()];
    const guesses: Pick<Class, 'likely' | 'least'>[] = [];
    const strangers = new Map<number, readonly string[]>();
    for (const { number, is, isOrder } of statesOf(evidence)) {
      // a callback has no name that orders alone have, whatever its number
      const names = isOrder ? is.names : is.names.filter((name) => name in ofCallbacks);
      const { name, isAssumed = false } = nameOf(number, { ...is, names }, assumed, all) ?? {};
      if (name !== undefined && !isAssumed) see(all, name, number);
      if (!own.includes(name ?? is.likely) || (!isOrder && id === 'withdrawal-state')) continue;
      if (name === undefined) strangers.set(number, names);
      else see(isAssumed ? believed : seen, name, number);
      if (name === is.likely && assumed[name] !== number) guesses.push(is);
    }
    const certain = ofNumbers(evidence.service, id, seen);
    // where others are not as the document says, those that it alone speaks for may not be either
    const areOthers = [...all].some(([name, numbers]) => [...numbers].some((number) => number !== assumed[name]));
    for (const [name, numbers] of certain.verdict === 'contradicted' || areOthers || strangers.size > 0 ? [] : believed)
      for (const number of numbers) see(seen, name, number);
    const found = ofNumbers(evidence.service, id, seen);
    if (strangers.size > 0) {
      const byNames = Map.groupBy(strangers, ([, possible]) => possible.join(', '));
      const said = [...byNames]
        .map(([possible, own]) => `there is ${own.map(([number]) => number).join(' and ')} of what may be ${possible}`)
        .join('; ');
      return contradicted(found.verdict === 'not asked' ? said : `${found.evidence}; ${said}`);
    }
    const isCertain = guesses.every(
      ({ likely, least }) => guesses.filter((one) => one.likely === likely).length >= least,
    );
    return isCertain ? found : { verdict: found.verdict, evidence: found.evidence };
  };

export const statePoints: Readonly<Record<string, Conclude>> = {
  'callback-state': ofStates('callback-state'),
  'withdrawal-state': ofStates('withdrawal-state'),
};
