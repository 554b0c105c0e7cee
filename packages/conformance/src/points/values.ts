/** Points about values: what is empty, in which unit, how wide, in which form. */
import { type Place, answerContent, isNode, placeOf } from '@wallet-operations/validator';
import { pointsAt, stepInto, type Caller } from '@wallet-operations/transcript';
import { isOfAccounts } from '../judge/accounts.ts';
import { amountIn, decimalsIn, isAmount } from '../judge/amounts.ts';
import { byTransaction, callbacksOf, isSame, shown, type Body, type Evidence } from '../judge/evidence.ts';
import { areMost } from '../judge/fact.ts';
import { pageOf } from '../judge/history.ts';
import { OF_TOKEN } from '../judge/tokens.ts';
import { confirmed, contradicted, notAsked, notObservable, type Conclude, type Conclusion } from './conclusion.ts';

/** A value of an answer with the place of the document that it stands at. */
interface Leaf {
  readonly name: string;
  readonly value: unknown;
  readonly place: Place;
}

const leaves = new WeakMap<Evidence, readonly Leaf[]>();

/** Every value of every success, but one of each kind at each place. */
function leavesOf(evidence: Evidence): readonly Leaf[] {
  const known = leaves.get(evidence);
  if (known) return known;
  const { service, under } = evidence;
  const found = new Map<string, Leaf>();
  const add = (value: unknown, place: Place, name: string, key: string): void => {
    if (Array.isArray(value))
      for (const one of value) add(one, stepInto(service.document, place, 0).place, `${name}[]`, key);
    else if (isNode(value))
      for (const [own, one] of Object.entries(value)) {
        const { place: next, is } = stepInto(service.document, place, own);
        add(one, next, is === 'key' ? `${name}{}` : `${name}.${own}`, own);
      }
    else found.set(`${name} ${kindOf(value)}`, { name, value, place });
  };
  for (const { exchange, body } of under('')) {
    const { schema } = answerContent(service.document, service.operation(exchange.operationId), 200);
    add(body, placeOf(service.document, schema), exchange.operationId, '');
  }
  const all = [...found.values()];
  leaves.set(evidence, all);
  return all;
}

const kindOf = (value: unknown): string =>
  value === null
    ? 'null'
    : typeof value === 'string'
      ? value === '' || /^0(\.0+)?$/.test(value)
        ? value
        : 'text'
      : typeof value === 'number' || typeof value === 'bigint'
        ? `number ${Number(value) === 0 ? '0' : String(value >= -(2n ** 31n) && value < 2n ** 31n)}`
        : typeof value;

const isText = (place: Place): boolean => place.some(({ type }) => type === 'string');
const isOptional = (place: Place): boolean => pointsAt(place).some((id) => id === 'empty-amounts');

const emptyTexts: Conclude = (evidence) => {
  const texts = leavesOf(evidence).filter(({ place }) => isText(place) && pointsAt(place).length === 0);
  if (texts.length === 0) return notAsked('no text was answered');
  const nulls = texts.filter(({ value }) => value === null);
  if (nulls.length > 0)
    return contradicted(
      `${nulls
        .map(({ name }) => name)
        .slice(0, 3)
        .join(', ')} is null`,
    );
  const empty = texts.filter(({ value }) => value === '');
  return empty.length > 0
    ? confirmed(`${String(empty.length)} fields are empty at times`)
    : notObservable('no text was empty');
};

const emptyAmounts: Conclude = (evidence) => {
  const amounts = leavesOf(evidence).filter(({ place }) => isOptional(place));
  if (amounts.length === 0) return notAsked('no such amount was answered');
  // one that applies is of another type, and no question
  const others = amounts.filter(({ value }) => typeof value !== 'string' && !isAmount(value));
  if (others.length > 0)
    return contradicted(
      others
        .map(({ name, value }) => `${name} is ${shown(value)}`)
        .slice(0, 3)
        .join(', '),
    );
  // of a vault's token and of its transactions they are empty, which is no question
  const open = amounts.filter(
    ({ name }) => !name.startsWith('listVaultHistory.') && !OF_TOKEN.some((own) => name === `getVaultBalance.${own}`),
  );
  const kinds = ['', '0'].filter((one) => open.some(({ value }) => value === one));
  return kinds.length > 0
    ? confirmed(`there is ${kinds.map((one) => (one === '' ? 'the empty text' : '0')).join(' and ')}`)
    : notObservable('every amount applied');
};

const VAULT_AMOUNTS = ['fee', 'real_amount', 'chain_fee', 'platform_fee'];

const vaultFields: Conclude = ({ under }) => {
  const records = under('listVaultHistory.').flatMap(({ records: own }) => own);
  if (records.length === 0) return notAsked('no vault transaction was answered');
  const waiting = records.filter(({ txid }) => txid === '');
  if (waiting.length === 0) return notObservable('every transaction is in a chain');
  const zero = waiting.flatMap((record) => VAULT_AMOUNTS.filter((name) => record[name] !== ''));
  return zero.length > 0
    ? contradicted(`${[...new Set(zero)].join(', ')} of a transaction that is in no chain is not empty`)
    : confirmed('amounts of what is in no chain are empty');
};

/** More than any currency has; what is written down for a number that is none may be any. */
const MOST_DECIMALS = 100;

/** An amount with its point moved; the same for the same amount in two units. */
function moved(amount: unknown, places: number): string | undefined {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? [];
  if (whole === undefined || !(places >= 0 && places <= MOST_DECIMALS) || !Number.isInteger(places)) return undefined;
  const digits = whole + fraction.padEnd(places, '0').slice(0, places);
  const rest = fraction.slice(places).replace(/0+$/, '');
  return (digits.replace(/^0+(?=\d)/, '') || '0') + (rest === '' ? '' : `.${rest}`);
}

/** Whether values are amounts that tell of a unit: one that is empty, missing or of another type is told of as such. */
const areAmounts = (...values: readonly unknown[]): boolean =>
  values.every((one) => typeof one === 'string' && /^\d+(\.\d+)?$/.test(one));

/** The callbacks of orders that were looked up, with the wallet's decimals. */
function pairsOf(
  evidence: Evidence,
): { readonly order: Body; readonly callback: Body; readonly decimals: { own: number; fee: number } }[] {
  const decimals = decimalsIn(evidence);
  return evidence.ok('getWithdrawalState.seen').flatMap(({ exchange: { caller, request }, body: order }) => {
    const callbacks = callbacksOf(evidence, caller);
    const callback = callbacks.find(({ order_id }) => order_id === order.order_id);
    const own = decimals.get(request.path.WALLET_ID ?? '');
    return callback && own && Number.isInteger(own.own) && areAmounts(order.amount, callback.amount)
      ? [{ order, callback, decimals: own }]
      : [];
  });
}

/** Whether orders have the very amounts of their callbacks, which are in the smallest unit. */
function areAmountsTheSame(evidence: Evidence): boolean {
  const pairs = pairsOf(evidence).filter(({ decimals }) => decimals.own > 0);
  return pairs.length > 0 && pairs.every(({ order, callback }) => isSame(order.amount, callback.amount));
}

const amountUnit: Conclude = (evidence) => {
  const pairs = pairsOf(evidence).filter(({ decimals }) => decimals.own > 0);
  if (pairs.length === 0) return notObservable('no order was told of in both units');
  const others = pairs.filter(({ order, callback, decimals }) => moved(order.amount, decimals.own) !== callback.amount);
  if (others.length === 0)
    return confirmed('the amounts of orders are those of their callbacks with the decimals of the currency');
  return contradicted(
    areAmountsTheSame(evidence)
      ? 'an order has the very amount of its callback'
      : 'amounts of orders and callbacks are in other units than these',
  );
};

const callbackFeesUnit: Conclude = (evidence) => {
  const known = decimalsIn(evidence);
  // where the wallets of a currency do not have the same, nobody knows which are right
  const isOne = (currency: unknown): boolean =>
    new Set([...known.values()].flatMap((one) => (one.currency === currency ? [one.fee] : []))).size === 1;
  const pairs = evidence.ok('listWithdrawalHistory.plain').flatMap(({ exchange: { caller, request } }) => {
    const decimals = known.get(request.path.WALLET_ID ?? '');
    if (!decimals || !(decimals.fee > 0) || !isOne(decimals.currency)) return [];
    const records = pageOf(evidence, caller);
    const [rowsOf, callbacksWith] = [byTransaction(records), byTransaction(callbacksOf(evidence, caller))];
    return records.flatMap((record) => {
      // before it is in a block nobody may know what it costs
      const paid = callbacksWith(record.txid).filter(
        ({ order_id, block_height }) => order_id !== '' && Number(block_height) > 0,
      );
      // what one transaction pays to several may share its fee
      const isShared =
        rowsOf(record.txid).length > 1 ||
        paid.some((one) => ['order_id', 'vout_index', 'fees'].some((name) => !isSame(one[name], paid[0]?.[name])));
      const [callback] = isShared ? [] : paid;
      return callback && areAmounts(record.fee, callback.fees)
        ? [{ caller, fee: record.fee, fees: callback.fees, places: decimals.fee }]
        : [];
    });
  });
  const told = pairs.filter(({ fee }) => amountIn(fee));
  // of what comes in, and of what another pays, the fee may be nothing
  const some = told.filter(({ fees }) => amountIn(fees));
  return told.length > 0 && some.length === 0
    ? notObservable('fees of callbacks are nothing, where the history has some: that is so in each unit')
    : unitOfFees(some);
};

/** What fees that are told twice say of the unit of the second. */
function unitOfFees(
  pairs: readonly {
    readonly caller: Caller;
    readonly fee: unknown;
    readonly fees: unknown;
    readonly places: number;
  }[],
): Conclusion {
  if (pairs.length === 0) return notObservable('no fee of more than nothing was told twice');
  // of two that are the same nobody knows the unit, but that the smallest has no parts
  if (pairs.every(({ fee, fees }) => isSame(fee, fees)))
    return pairs.some(({ fees }) => !/^\d+(\.0+)?$/.test(String(fees)))
      ? contradicted('fees of callbacks have decimals, as those of the history have')
      : notObservable('fees of callbacks are the very ones of the history, and no read shows in which unit those are');
  const others = [...Map.groupBy(pairs, ({ caller }) => caller).values()].map((own) =>
    own.map(({ fee, fees, places }) => moved(fee, places) !== fees),
  );
  if (others.some(areMost)) return contradicted('fees of callbacks are in another unit');
  return others.flat().includes(true)
    ? notObservable('some fees of callbacks are in another unit, of fewer than most')
    : confirmed('fees of callbacks are those of the history with the decimals of the currency');
}

const intWidth: Conclude = (evidence) => {
  const wide = leavesOf(evidence).filter(
    ({ value, place }) => kindOf(value) === 'number false' && place.some(({ format }) => format === 'int32'),
  );
  return wide.length > 0
    ? contradicted(
        `${wide
          .map(({ name }) => name)
          .slice(0, 3)
          .join(', ')} is beyond 32 bits`,
      )
    : notObservable('no such number was beyond 32 bits, which proves nothing');
};

const accountVoutIndex: Conclude = ({ ok, service }) => {
  const deposits = ok('listCallbacks.plain')
    .flatMap(({ records }) => records)
    .filter(({ order_id, currency }) => order_id === '' && isOfAccounts(service, currency));
  if (deposits.length === 0) return notAsked('no deposit without outputs was told of');
  const others = deposits.filter(({ vout_index }) => vout_index !== 0);
  const numbers = [...new Set(deposits.map(({ vout_index }) => shown(vout_index)))];
  return others.length > 0 ? contradicted(`it is ${numbers.slice(0, 5).join(' and ')}`) : confirmed('0');
};

/** That what is never empty is never empty. */
const neverEmpty =
  (id: string): Conclude =>
  (evidence) => {
    const found = leavesOf(evidence).filter(({ place }) => pointsAt(place).includes(id));
    if (found.length === 0) return notAsked('none was answered');
    const empty = found.filter(({ value }) => value === '');
    return empty.length > 0
      ? contradicted(`${empty.map(({ name }) => name).join(', ')} is empty at times`)
      : confirmed('never empty');
  };

const tokenIdBalances: Conclude = ({ under }) => {
  const items = under('').flatMap(({ body }) => tokenIdsIn(body));
  if (items.length === 0) return notAsked('no wallet with tokens of this kind was answered');
  const others = [...new Set(items.flatMap((item) => Object.keys(item)))].filter((name) => name !== 'token_id');
  return others.length > 0
    ? contradicted(`they have ${others.join(', ')} besides`)
    : confirmed('they have no other field');
};

function tokenIdsIn(value: unknown): Body[] {
  if (Array.isArray(value)) return value.flatMap(tokenIdsIn);
  if (!isNode(value)) return [];
  const own = Array.isArray(value.token_id_balances) ? value.token_id_balances.filter(isNode) : [];
  return [...own, ...Object.values(value).flatMap(tokenIdsIn)];
}

const callbackAddon: Conclude = ({ ok }) => {
  const addons = ok('listCallbacks.plain').flatMap(({ records }) => records.map(({ addon }) => addon));
  if (addons.length === 0) return notAsked('no callback was answered');
  const names = [...new Set(addons.flatMap((addon) => (isNode(addon) ? Object.keys(addon) : [])))];
  return names.length > 0 ? contradicted(`it has ${names.join(', ')}`) : confirmed('it is empty');
};

export const valuePoints: Readonly<Record<string, Conclude>> = {
  'empty-texts': emptyTexts,
  'empty-amounts': emptyAmounts,
  'vault-fields': vaultFields,
  'amount-unit': amountUnit,
  'callback-fees-unit': callbackFeesUnit,
  'int-width': intWidth,
  'account-vout-index': accountVoutIndex,
  'address-format': neverEmpty('address-format'),
  'transaction-id-format': neverEmpty('transaction-id-format'),
  'token-id-balances': tokenIdBalances,
  'callback-addon': callbackAddon,
};
