/** Blocks of a chain: each has one height and one time, the higher the later, and a transaction is in one of them. */
import { areLongApart, type Caller } from '@wallet-operations/transcript';
import { isBefore } from '../calls/seen.ts';
import { isText, shown, type Body, type Evidence, type Success } from './evidence.ts';
import { areMost, doubtOf, severalFacts, valueFact, type Fact } from './fact.ts';
import { recordsOfOwn } from './listed.ts';
import { isLongBefore, timeOf } from './times.ts';

/** Operations that tell of blocks, with the times that they have of them. */
const TIMES: Readonly<Record<string, string>> = { listWithdrawalHistory: 'block_time', listCallbacks: 'chain_at' };

/** All of them. */
export const blockFacts = (evidence: Evidence): Fact[] => [
  ...Object.entries(TIMES).flatMap(([operationId, name]) => {
    const blocks = blocksIn(evidence, operationId, name);
    const wallets = [...Map.groupBy(blocks, ({ caller }) => caller).values()];
    return [
      ...heights(operationId, wallets),
      ...times(operationId, name, wallets),
      ...[...Map.groupBy(blocks, ({ chain }) => chain).values()].flatMap((own) => ofOneChain(operationId, own)),
    ];
  }),
  ...transactions(evidence),
];

/** Where a block is in its chain. */
interface Place {
  readonly height: number;
  readonly time: number;
}

/** A block, by a record of a wallet. */
interface Block extends Place {
  readonly caller: Caller;
  readonly chain: string;
}

/** The chain of a wallet: the number of its currency, or itself where no list has that. */
const chainOf = (evidence: Evidence, answer: Success): string =>
  shown(recordsOfOwn(evidence, answer)[0]?.currency ?? `of ${String(answer.exchange.caller)}`);

const blocksIn = (evidence: Evidence, operationId: string, name: string): Block[] =>
  evidence.ok(`${operationId}.plain`).flatMap((answer) => {
    const chain = chainOf(evidence, answer);
    return answer.records.flatMap((record) => {
      const [height, time] = [Number(record.block_height), timeOf(record, name)];
      return height > 0 && time !== undefined ? [{ caller: answer.exchange.caller, chain, height, time }] : [];
    });
  });

/** So many blocks of a wallet follow each other before their order tells anything: of fewer, some may be a little off by chance. */
const [FEWEST, MANY] = [3, 6];

/** The higher a block, the later it is, but for some of which their miners' clocks are off. */
function heights(operationId: string, wallets: readonly (readonly Block[])[]): Fact[] {
  const known = wallets.flatMap((own) => {
    const blocks = own.toSorted((a, b) => a.height - b.height);
    const pairs = blocks.slice(1).flatMap((one, i) => {
      const before = blocks[i];
      return before && before.height < one.height && before.time !== one.time ? [{ before, one }] : [];
    });
    const wrong = pairs.map(({ before, one }) =>
      pairs.length < MANY ? isLongBefore(one.time, before.time) : one.time < before.time,
    );
    return pairs.length < FEWEST ? [] : [!areMost(wrong)];
  });
  const said = 'block_height is the lower the later it is packed, of a wallet';
  return known.length === 0
    ? []
    : [valueFact(operationId, 'block_height', known.every(Boolean), 'the higher the later', said)];
}

/** What is in one block was packed at one time; and not all blocks are of the same one, but for those of a chain that is made up for tests. */
function times(operationId: string, name: string, wallets: readonly (readonly Block[])[]): Fact[] {
  const known = wallets.flatMap((own) => {
    const others = [...Map.groupBy(own, ({ height }) => height).values()].flatMap(([first, ...rest]) =>
      rest.map((one) => first !== undefined && areLongApart(first.time, one.time)),
    );
    return others.length > 1 ? [!areMost(others)] : [];
  });
  const isOneTime = wallets.some(
    (own) => new Set(own.map(({ height }) => height)).size > FEWEST && new Set(own.map(({ time }) => time)).size === 1,
  );
  const said = `${name} is long apart of records of one block`;
  return [
    ...(known.length === 0 ? [] : [valueFact(operationId, name, known.every(Boolean), 'one of each block', said)]),
    ...(isOneTime ? [doubtOf(operationId, name, 'all blocks of a wallet are of one second')] : []),
  ];
}

/**
 * Two wallets of one chain have the same blocks: what both have goes in one order. One record that is wrong contradicts no wallet; and the currency may
 * be that of two chains, or of one that counts its blocks in parts.
 */
function ofOneChain(operationId: string, blocks: readonly Block[]): Fact[] {
  const sorted = blocks.toSorted((a, b) => a.height - b.height);
  const callers = [...new Set(blocks.map(({ caller }) => caller))];
  const isAny = callers.some((caller) => {
    const own = sorted.filter((one) => one.caller === caller);
    const others = sorted.filter((one) => one.caller !== caller);
    const latest = secondLatest(own, others);
    const earliest = secondLatest(own.map(turned).reverse(), others.map(turned).reverse()).reverse();
    const isBehind = (time: number, other = -Infinity): boolean => isLongBefore(time, other);
    const wrong = own.map(({ time }, i) => isBehind(time, latest[i]) || isBehind(-time, earliest[i]));
    return wrong.length > 1 && areMost(wrong);
  });
  return isAny ? [doubtOf(operationId, 'block_height', OTHER_BLOCKS)] : [];
}

const OTHER_BLOCKS = 'the blocks of another wallet of the same currency contradict it, by their heights and times';

/** Of each block the second latest time of others that are no higher; both go by their heights. */
function secondLatest(own: readonly Place[], others: readonly Place[]): number[] {
  let [i, first, second] = [0, -Infinity, -Infinity];
  return own.map(({ height }) => {
    for (; i < others.length; i++) {
      const other = others[i];
      if (!other || other.height > height) break;
      [first, second] = other.time > first ? [other.time, first] : [first, Math.max(second, other.time)];
    }
    return second;
  });
}

/** A block as it is where heights and times are counted the other way. */
const turned = ({ height, time }: Place): Place => ({ height: -height, time: -time });

/** Who tells of a transaction that is in a block, and of which. */
interface Packed {
  readonly key: string;
  readonly height: number;
  readonly who: string;
}

/** A transaction is in one block, whatever it pays: of one that left it and came back, callbacks tell last what is so. */
function transactions(evidence: Evidence): Fact[] {
  const packed = (answers: readonly Success[], height: string, whoOf: (record: Body) => string): Packed[] =>
    answers.flatMap((answer) => {
      const [chain, caller] = [chainOf(evidence, answer), String(answer.exchange.caller)];
      return [answer.body, ...answer.records].flatMap((record) =>
        isText(record.txid) && Number(record[height]) > 0
          ? [
              {
                key: `${chain} ${record.txid.toLowerCase()}`,
                height: Number(record[height]),
                who: `${caller} ${whoOf(record)}`,
              },
            ]
          : [],
      );
    });
  const ofPayment = ({ type, order_id, vout_index, to_address }: Body): string =>
    [type, order_id, vout_index, to_address].map(shown).join(' ');
  const callbacks = evidence
    .ok('listCallbacks.plain')
    .map((answer) => ({ ...answer, records: answer.records.toSorted((a, b) => (isBefore(a, b) ? -1 : 1)) }));
  return (
    [
      [
        'listWithdrawalHistory',
        'block_height',
        packed(evidence.ok('listWithdrawalHistory.plain'), 'block_height', shown),
      ],
      ['listCallbacks', 'block_height', packed(callbacks, 'block_height', ofPayment)],
      [
        'getWithdrawalState',
        'in_chain_block',
        packed(evidence.ok('getWithdrawalState.seen'), 'in_chain_block', ({ order_id }) => shown(order_id)),
      ],
    ] as const
  ).flatMap(([operationId, about, told]) => {
    const wrong = [...Map.groupBy(told, ({ key }) => key).values()].flatMap((group) => {
      const last = new Map(group.map(({ who, height }) => [who, height]));
      return last.size < 2 ? [] : [new Set(last.values()).size > 1];
    });
    const said = `${about} is another of the same transaction`;
    return severalFacts(operationId, about, wrong, 'one of each transaction', said);
  });
}
