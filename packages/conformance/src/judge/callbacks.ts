/** Callbacks, held against what orders, the history and other callbacks tell of the same transactions. */
import { areLongApart, BY_INTERFACE, type Caller } from '@wallet-operations/transcript';
import { areInOrder, isBefore } from '../calls/seen.ts';
import { byTransaction, isSame, isText, shown, type Body, type Evidence } from './evidence.ts';
import { doubtOf, mostFact, severalFacts, valueFact, type Fact } from './fact.ts';
import { hasOutputs, isOfAccounts } from './accounts.ts';
import { amountIn } from './amounts.ts';
import { isLasting, stateNames } from './ends.ts';
import { pageOf } from './history.ts';
import { isNone, momentOf, timeOf } from './times.ts';

const ID = 'listCallbacks';

/** All of them. */
export const callbackFacts = (evidence: Evidence): Fact[] =>
  evidence.ok(`${ID}.plain`).flatMap(({ exchange: { caller }, records }) => {
    const packed = records.filter(({ block_height }) => Number(block_height) > 0);
    const rows = pageOf(evidence, caller);
    return [
      ...times(records),
      ...parties(evidence, caller, packed, rows),
      ...ofInterface(evidence, caller, records, rows),
      ...chainTimes(packed, rows),
      ...ofPacked(packed),
      ...paidTo(packed),
      ...outputs(evidence, packed),
      ...confirmations(packed),
    ];
  });

const value = (...said: readonly [about: string, isRight: boolean, right: string, wrong: string]): Fact =>
  valueFact(ID, ...said);

/** What did not happen has a time of 0, and no other below it. */
const times = (records: readonly Body[]): Fact[] =>
  ['broadcast_at', 'chain_at', 'confirm_blocks'].flatMap((name) => {
    const given = records.map(({ [name]: time }) => time).filter((time) => typeof time === 'number');
    const wrong = given.find((time) => time < 0);
    const said = `${name} is ${String(wrong)} of a callback, and 0 is due where there is none`;
    return given.length === 0 ? [] : [value(name, wrong === undefined, '0 or more', said)];
  });

/** An output of a transaction pays one address alone: who credits by both takes two that have one place for the same. */
function outputs({ service }: Evidence, packed: readonly Body[]): Fact[] {
  const paid = packed.filter(
    ({ currency, txid, to_address }) => hasOutputs(service, currency) && isText(txid) && isText(to_address),
  );
  const groups = Map.groupBy(paid, ({ type, txid, vout_index }) => [type, txid, vout_index].map(shown).join(' '));
  const wrong = [...groups.values()].some((group) => new Set(group.map(({ to_address }) => to_address)).size > 1);
  const said = 'vout_index is the same of two outputs of one transaction, to different addresses';
  return paid.length === 0 ? [] : [value('vout_index', !wrong, 'one of each output', said)];
}

/** What is in a block has a transaction, and came there at some time. */
const ofPacked = (packed: readonly Body[]): Fact[] =>
  packed.length === 0
    ? []
    : [
        value(
          ...(['txid', !packed.some(({ txid }) => txid === '')] as const),
          ...(['there of what is in a block', 'txid is empty of a callback that is in a block'] as const),
        ),
        value(
          ...(['chain_at', !packed.some((record) => isNone(record, 'chain_at') === true)] as const),
          ...(['there of what is in a block', 'chain_at is no time of a callback that is in a block'] as const),
        ),
      ];

/** What came in was paid to an address: without it nobody can be credited. */
function paidTo(packed: readonly Body[]): Fact[] {
  const wrong = packed.filter(({ order_id, to_address }) => order_id === '' && typeof to_address === 'string');
  return severalFacts(
    ...([ID, 'to_address', wrong.map(({ to_address }) => to_address === ''), 'there of what is in a block'] as const),
    'to_address is empty of what is in a block, and of no order',
  );
}

/**
 * A withdrawal by the interface has a callback with its order, once it is in the chain. The latest may have none yet, and the oldest none any more:
 * of what lies between two that have one it was lost.
 */
function ofInterface(evidence: Evidence, caller: Caller, callbacks: readonly Body[], rows: readonly Body[]): Fact[] {
  const later = evidence.ok(`${ID}.later`, caller).flatMap(({ records }) => records);
  const ofTransaction = byTransaction([...callbacks, ...later]);
  const { success } = stateNames(evidence.service);
  const own = rows
    .filter((row) => isText(row.txid) && row.out === true && row.source === BY_INTERFACE && row.state === success)
    // what a token's withdrawal costs may be a row of its chain's wallet, of nothing
    .filter(({ amount }) => amountIn(amount) !== undefined)
    .map((row) => ({ row, height: Number(row.block_height), told: ofTransaction(row.txid) }));
  const found = own
    .filter(({ told }) => told.length > 0)
    .map(({ height, told }) => ({ height, told, first: told.reduce((a, b) => (isBefore(b, a) ? b : a)) }));
  // of one that was sent again later than others the first may be kept no more, nor those beside it
  const inTurn = found.filter(
    (one) => !found.some((other) => other.height > one.height && isBefore(other.first, one.first)),
  );
  const first = Math.min(...inTurn.map(({ height }) => height));
  const last = Math.max(...found.map(({ height }) => height));
  const between = own.filter(({ height }) => first < height && height < last);
  const lost = between.map(({ row, told }) => told.length === 0 && isLasting(evidence, caller, row));
  const nameless = found.map(({ told }) => !told.some(({ order_id }) => isText(order_id)));
  const saidOfIds = `order_id is empty of all callbacks of transactions whose source is ${BY_INTERFACE}`;
  const saidOfLost =
    'the history has a withdrawal by the interface of which there is no callback, as there is of others around it';
  return [
    ...(nameless.length < 2 ? [] : [mostFact(ID, 'order_id', nameless, 'there of withdrawals', saidOfIds)]),
    // a callback may be told late, and of serials in no order nobody knows which those are
    ...(lost.includes(true) && (lost.length < 2 || !areInOrder(callbacks))
      ? [doubtOf(ID, 'txid', saidOfLost)]
      : lost.length > 0
        ? [mostFact(ID, 'txid', lost, 'that of withdrawals by the interface', saidOfLost)]
        : []),
  ];
}

/** Who is paid is who the order names. Who pays is empty nowhere where the history has it. */
function parties({ ok, service }: Evidence, caller: Caller, packed: readonly Body[], rows: readonly Body[]): Fact[] {
  const ordered = packed.flatMap((callback) =>
    ok('getWithdrawalState.seen', caller)
      .filter(({ body }) => callback.order_id !== '' && body.order_id === callback.order_id && isText(body.address))
      .map(({ body: order }) => ({ callback, order })),
  );
  const ofOrders = (name: 'to_address' | 'memo', own: string): Fact[] => {
    const known = ordered.filter(({ callback, order }) => typeof callback[name] === typeof order[own]);
    const isRight = known.every(({ callback, order }) => isSame(callback[name], order[own]));
    return known.length === 0
      ? []
      : [value(name, isRight, 'that of the order', `${name} is another than that of the order`)];
  };
  const payers = packed
    .filter(
      ({ order_id, txid, currency }) =>
        order_id !== '' &&
        isOfAccounts(service, currency) && // where a transaction has many inputs, nobody alone pays it
        rows.some((row) => row.txid === txid && isText(row.from_address)),
    )
    .map(({ from_address }) => from_address !== '');
  return [
    ...ofOrders('to_address', 'address'),
    ...ofOrders('memo', 'memo'),
    ...(payers.length === 0
      ? []
      : [
          value(
            ...(['from_address', payers.every(Boolean), 'there, as elsewhere'] as const),
            'from_address is empty of a transaction of which the history has it',
          ),
        ]),
  ];
}

/** When transactions were packed is, but for minutes, the time of their blocks. One block alone may lie: their times are their miners' own. */
function chainTimes(packed: readonly Body[], rows: readonly Body[]): Fact[] {
  const byHeight = new Map(
    packed.flatMap((record) => {
      const row = rows.find(
        ({ txid, block_height }) => txid === record.txid && isSame(block_height, record.block_height),
      );
      const [told, block] = [timeOf(record, 'chain_at'), row && momentOf(row, 'block_time')];
      return told === undefined || block === undefined
        ? []
        : [[record.block_height, areLongApart(told, block)] as const];
    }),
  );
  const wrong = [...byHeight.values()];
  const said = 'chain_at is long before or after the block_time of the same blocks';
  return wrong.length < 2 ? [] : [mostFact(ID, 'chain_at', wrong, 'beside block_time', said)];
}

/** Whether a callback has no blocks, where an earlier one of the same output in the same block had some: then it tells not how old it is. */
export const hasLostBlocks = (record: Body, callbacks: readonly Body[]): boolean =>
  record.confirm_blocks === 0 &&
  callbacks.some(
    (other) =>
      isBefore(other, record) &&
      Number(other.confirm_blocks) > 0 &&
      ['type', 'txid', 'vout_index', 'block_height', 'chain_at'].every((name) => isSame(other[name], record[name])),
  );

function confirmations(packed: readonly Body[]): Fact[] {
  const isRight = !(areInOrder(packed) && packed.some((record) => hasLostBlocks(record, packed)));
  const said = 'confirm_blocks is 0 of a callback, and an earlier one of the same output in the same block had some';
  return packed.length < 2 ? [] : [value('confirm_blocks', isRight, 'none behind some', said)];
}
