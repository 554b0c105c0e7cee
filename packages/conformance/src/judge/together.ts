/** What does not go together: times in their order, one thing in two operations, and what there can be but once. */
import { stringifyJson } from '@wallet-operations/json';
import { areLongApart, type Caller, secondsIn } from '@wallet-operations/transcript';
import { isSame, shown, type Body, type Evidence } from './evidence.ts';
import { doubted, mostFact, valueFact as value, type Fact } from './fact.ts';
import { ofKnown } from './listed.ts';
import { isNone, timeOf } from './times.ts';
import { tokenFacts } from './tokens.ts';

/** All of them. */
export const togetherFacts = (evidence: Evidence): Fact[] => [
  ...timesInOrder(evidence),
  ...refreshes(evidence),
  ...serials(evidence),
  ...serialsOfAll(evidence),
  ...repetitions(evidence),
  ...repeatedHistory(evidence),
  ...callbackSpans(evidence),
  ...tokenFacts(evidence),
];

/** Of each record the first is no later than the second. */
const IN_ORDER: readonly (readonly [operationId: string, first: string, second: string])[] = [
  ['listWhitelistEntries', 'create_time', 'update_time'],
  ['listWhitelistEntries', 'create_time', 'effective_time'],
  ['checkWhitelistEntry', 'create_time', 'update_time'],
  ['checkWhitelistEntry', 'create_time', 'effective_time'],
  ['getCurrencyPrices', 'last_refresh_success_time', 'last_refresh_attempt_time'],
];

function timesInOrder({ under }: Evidence): Fact[] {
  return IN_ORDER.flatMap(([operationId, first, second]) => {
    const pairs = under(`${operationId}.`)
      .flatMap(({ body, records }) => [body, ...records])
      .flatMap((record) => {
        const [a, b] = [timeOf(record, first), timeOf(record, second)];
        return a === undefined || b === undefined || secondsIn(a) === undefined || secondsIn(b) === undefined
          ? []
          : [[a, b] as const];
      });
    // a service may stamp an attempt when it begins, and a success when it ends
    const isRight = pairs.every(([a, b]) => a <= b || (operationId === 'getCurrencyPrices' && !areLongApart(a, b)));
    const about = operationId === 'getCurrencyPrices' ? first : second;
    if (pairs.length === 0) return [];
    const fact = value(
      ...([operationId, about, isRight, `${first} is no later than ${second}`] as const),
      `${first} is later than ${second}`,
    );
    return pairs.some(([a, b]) => a > b)
      ? [doubted(fact, `${first} is later than ${second}, by less than a quarter of an hour`)]
      : [fact];
  });
}

/** There is no success that nobody attempted. */
function refreshes({ under }: Evidence): Fact[] {
  const [attempt, success] = ['last_refresh_attempt_time', 'last_refresh_success_time'];
  const answers = under('getCurrencyPrices.').flatMap(({ body, records }) => [body, ...records]);
  const attempts = answers
    .filter((one) => timeOf(one, success) !== undefined)
    .map((one) => isNone(one, attempt) !== true);
  const said = `${attempt} is 0, and ${success} is a time`;
  return ofKnown('getCurrencyPrices', attempt, attempts, 'there where there was a success', said);
}

function serials({ by }: Evidence): Fact[] {
  return by('listCallbacks').flatMap(({ records }) => {
    const count = new Set(records.map(({ serial }) => shown(serial))).size;
    return records.length < 2
      ? []
      : [
          value(
            'listCallbacks',
            'serial',
            count === records.length,
            'no two are the same',
            'a callback is listed twice',
          ),
        ];
  });
}

/** A serial is of one callback, in whichever wallet's list it is. */
function serialsOfAll({ ok }: Evidence): Fact[] {
  const all = ok('listCallbacks.plain').flatMap(({ exchange: { caller }, records }) =>
    records.map((record) => ({ caller, record })),
  );
  const groups = [...Map.groupBy(all, ({ record: { serial } }) => shown(serial)).values()].filter(
    (group) => new Set(group.map(({ caller }) => caller)).size > 1,
  );
  const isRight = groups.every(([first, ...rest]) =>
    rest.every(({ record }) => isSame(record.txid, first?.record.txid)),
  );
  return new Set(all.map(({ caller }) => caller)).size < 2
    ? []
    : [
        value(
          'listCallbacks',
          'serial',
          isRight,
          'each of one callback',
          'one serial is of two callbacks, of two wallets',
        ),
      ];
}

/** Lists whose records are each of another thing. One transaction may pay somebody twice, and the history tell of both alike. */
const OF_THINGS = [
  'listWhitelistEntries',
  'listDepositAddresses',
  'listVaultHistory',
  'listWallets',
  'listWalletBalances',
  'getCallbacksById',
];

function repetitions({ by }: Evidence): Fact[] {
  return OF_THINGS.flatMap((operationId) => {
    const lists = by(operationId).filter(({ records }) => records.length > 1);
    const isRight = lists.every(
      ({ records }) => new Set(records.map((one) => stringifyJson(one))).size === records.length,
    );
    return lists.length === 0
      ? []
      : [value(operationId, 'records', isRight, 'no two are the same', 'one is listed twice in an answer, as it is')];
  });
}

/** The history may tell of two payments of one transaction alike; but not each of its records is there twice. */
function repeatedHistory({ ok }: Evidence): Fact[] {
  const id = 'listWithdrawalHistory';
  return ok(`${id}.plain`).flatMap(({ records }) => {
    const counts = [...Map.groupBy(records, (one) => stringifyJson(one)).values()].map(({ length }) => length > 1);
    return counts.length < 2
      ? []
      : [mostFact(id, 'records', counts, 'no two are the same', 'most are listed twice, as they are')];
  });
}

/** Callbacks have no field that tells when they came up: but not all of them come up within a second, and none did long ago. */
function callbackSpans({ ok }: Evidence): Fact[] {
  const listed = (caller: Caller): readonly Body[] => ok('listCallbacks.plain', caller)[0]?.records ?? [];
  const isMissingOne = (caller: Caller, records: readonly Body[]): boolean =>
    listed(caller).some(({ serial }) => !records.some((record) => isSame(record.serial, serial)));
  /** What was listed before a time. */
  const listedBefore = (caller: Caller, time: number): readonly Body[] =>
    ok('listCallbacks.plain', caller).flatMap(({ exchange: { when }, records }) =>
      when && when.to < time ? records : [],
    );
  /** Whether all may be of that time on: of a service whose clock is ahead, and that has only begun. */
  const areYoung = (caller: Caller, from: number): boolean => {
    const times = listed(caller).flatMap((one) => timeOf(one, 'chain_at') ?? timeOf(one, 'broadcast_at') ?? []);
    return times.length > 0 && times.every((time) => time >= from);
  };
  return [
    ...ok('listCallbacks.from').map(({ exchange: { caller, request }, records }): Fact => {
      const others = isMissingOne(caller, records);
      const fact = value(
        ...(['listCallbacks', 'from_time', others, 'from now on there are others'] as const),
        'from now on there are all that there were without it',
      );
      const from = Number(request.query.from_time);
      const isOpen = !others && areYoung(caller, from);
      const evidence = 'all of them lie behind it by their own times: is the clock of this machine right?';
      if (isOpen) return { ...fact, verdict: 'not observable', evidence };
      const before = listedBefore(caller, from);
      const areOld = records.some((record) => before.some((one) => isSame(one, record)));
      return areOld ? doubted(fact, 'some of what was listed before comes from then on') : fact;
    }),
    ...ok('listCallbacks.to').map(({ records }): Fact => {
      const fact = value(
        ...(['listCallbacks', 'to_time', records.length === 0, 'long ago there were none'] as const),
        `${String(records.length)} come that are listed up to a time before there were any`,
      );
      const areUnpacked = records.every((one) => timeOf(one, 'chain_at') === undefined);
      const evidence = 'what is in no block comes up to any time: they may be listed by when they were packed';
      return records.length > 0 && areUnpacked ? { ...fact, verdict: 'not observable', evidence } : fact;
    }),
  ];
}
