/** Steps that follow from the parameters of each list: pages, largest pages, defaults, filters, spans of time, and what breaks them. */
import { type Caller, type Interface, WALLET_KINDS } from '@wallet-operations/transcript';
import type { Asked, Known, Step } from './asked.ts';
import { FILTER_POINTS, type List, listOf, listsOf, type Parameter, rowOf, TIME_FIELDS } from './list.ts';
import { doubtsOf } from './doubts.ts';
import { recordsOf, richest, secondsAt } from './seen.ts';

/** The steps of all lists. */
export const listSteps = (service: Interface): Step[] => listsOf(service).flatMap((list) => stepsOf(service, list));

function stepsOf(service: Interface, list: List): Step[] {
  const { operation, name, parameters } = list;
  const { operationId } = operation;
  const step = (
    id: string,
    what: string,
    query: (known: Known) => readonly (readonly [string, string])[] | undefined,
  ) =>
    ({
      id: `${name}.${id}`,
      operationId,
      what,
      most: 1,
      make: (known) => {
        const caller = callerOf(known, list);
        const pairs = query(known);
        return caller === undefined || pairs === undefined ? [] : [{ caller, query: pairs }];
      },
    }) as const satisfies Step;
  const refusal = rowOf(service, operation);
  const size = parameters.find(({ maximum }) => maximum !== undefined);
  const times = parameters.filter(({ isTime }) => isTime);
  const steps: Step[] = [
    {
      id: `${name}.plain`,
      operationId,
      what: 'as it is, without a parameter',
      ...pointOf(list),
      most: (known) => callersOf(known, list).length,
      make: (known) => callersOf(known, list).map((caller) => ({ caller })),
    },
    ...(name === PRICES ? [readOnlyPrices] : []),
    ...parameters
      .filter((parameter) => parameter.default !== undefined)
      .map((parameter) =>
        step(`default.${parameter.name}`, `with the default of ${parameter.name}`, () => [
          [parameter.name, String(parameter.default)],
        ]),
      ),
    ...(parameters.some((parameter) => parameter.default !== undefined)
      ? [step('again', 'as it is, once more: whether it stayed the same', () => [])]
      : []),
    ...(size?.maximum === undefined
      ? []
      : [
          step(`max.${size.name}`, 'with the largest page', () => [[size.name, String(size.maximum)]]),
          {
            ...step(`over.${size.name}`, 'with a page one larger', () => [
              [size.name, String((size.maximum ?? 0) + 1)],
            ]),
            ...refusal('other'),
          },
          step('rest', 'what is behind the last record of it', (known) => restOf(service, known, list, size)),
          step('page.third', 'two records behind the first two, the last of the list where it has more', (known) => [
            ['start_index', String(Math.max(2, countOf(service, known, list, size) - 2))],
            [size.name, '2'],
          ]),
          step('page.first', 'one record', () => [
            ['start_index', '0'],
            [size.name, '1'],
          ]),
          step('page.second', 'the record after it', () => [
            ['start_index', '1'],
            [size.name, '1'],
          ]),
        ]),
    ...parameters.flatMap(({ name: filter, values, isInteger, isTime }) => [
      ...values.map((value): Step => ({
        id: `${name}.filter.${filter}.${String(value)}`,
        operationId,
        what: `${filter} ${String(value)} alone`,
        ...(FILTER_POINTS[`${name} ${filter}`] !== undefined && { point: FILTER_POINTS[`${name} ${filter}`] }),
        most: (known) => callersOf(known, list).length,
        make: (known) =>
          known
            .answered(`${name}.plain`)
            .map((caller) => ({ caller, query: [[filter, String(value)], ...largest(known, list, size)] })),
      })),
      ...(isInteger
        ? [
            {
              ...step(`bad.${filter}`, `a ${filter} that is no number`, () => [[filter, 'x']]),
              ...refusal(isTime ? 'time' : 'other'),
            },
          ]
        : []),
    ]),
    ...(times.length < 2
      ? []
      : [
          step('from', 'from the time of a record in the middle on', (known) => spanOf(known, list, 'from_time', size)),
          step('to', 'up to the time of a record in the middle', (known) => spanOf(known, list, 'to_time', size)),
          {
            ...step('instant', 'from the time of a record in the middle up to the same', (known) => {
              const [from, ...rest] = spanOf(known, list, 'from_time', size) ?? [];
              return from && [from, ['to_time', from[1]], ...rest];
            }),
            point: 'invalid-times',
          },
          step('after', 'from the second behind that time on', (known) => spanOf(known, list, 'from_time', size, 1)),
          step('before', 'up to the second before it', (known) => spanOf(known, list, 'to_time', size, -1)),
          {
            ...step('reversed', 'up to a time before the one it begins with', () => [
              ['from_time', '1600000001'],
              ['to_time', '1600000000'],
            ]),
            ...refusal('time'),
          },
        ]),
  ];
  return [
    ...steps,
    ...(isReadBehind(list, 'closing')
      ? [
          again(list, 'closing', 'whether it stayed the same meanwhile', (known) => {
            // filters are tried with every caller, and all else with one
            if (parameters.some(({ values }) => values.length > 0)) return known.answered(`${name}.plain`);
            const caller = callerOf(known, list);
            return caller === undefined ? [] : [caller];
          }),
        ]
      : []),
    ...doubtsOf(service, list, steps),
    ...otherKinds(list),
  ];
}

/** Reads a list once more, of some callers. */
export const again = (list: List, id: string, what: string, callers: (known: Known) => readonly Caller[]): Step => ({
  id: `${list.name}.${id}`,
  operationId: list.operation.operationId,
  what: `as at first, once more: ${what}`,
  most: (known) => callersOf(known, list).length,
  make: (known) => {
    const size = list.parameters.find(({ maximum }) => maximum !== undefined);
    return callers(known).map((caller) => ({ caller, query: asAtFirst(known, list, size, caller) }));
  },
});

/** The query that the list of a caller is read whole with: the largest page is asked of one caller alone. */
const asAtFirst = (
  known: Known,
  list: List,
  size: Parameter | undefined,
  caller: Caller,
): (readonly [string, string])[] =>
  size !== undefined && known.bodies(`${list.name}.max.${size.name}`, caller).length > 0
    ? largest(known, list, size)
    : [];

/** Whether a list is read once more behind what it is held against: of its own steps, or of what is looked up. */
export const isReadBehind = ({ name, parameters }: List, step: 'closing' | 'later'): boolean =>
  step === 'later'
    ? LOOKED_UP.has(name)
    : parameters.some(({ maximum, values }) => maximum !== undefined || values.length > 0) ||
      parameters.filter(({ isTime }) => isTime).length > 1;

/** Lists that what is looked up is held against: read once more behind that. */
export const laterSteps = (service: Interface): Step[] =>
  listsOf(service)
    .filter((list) => isReadBehind(list, 'later'))
    .map((list) =>
      again(list, 'later', 'what came while things were looked up', (known) => known.answered(`${list.name}.plain`)),
    );

const LOOKED_UP = new Set(['listWithdrawalHistory', 'listWhitelistEntries', 'listWallets']);

/** The largest page, unless it was refused. */
const largest = (known: Known, { name }: List, size: Parameter | undefined): (readonly [string, string])[] =>
  size?.maximum === undefined || known.bodies(`${name}.max.${size.name}`).length === 0
    ? []
    : [[size.name, String(size.maximum)]];

/** How many records the largest page has; none where it was not answered. */
function countOf(service: Interface, known: Known, { name, operation }: List, size: Parameter): number {
  const [page] = known.bodies(`${name}.max.${size.name}`);
  return page ? listOf(service, operation.operationId, page).length : 0;
}

/** What is behind a page that had room for more: nothing, or else it was cut. */
function restOf(
  service: Interface,
  known: Known,
  list: List,
  size: Parameter,
): (readonly [string, string])[] | undefined {
  const count = countOf(service, known, list, size);
  if (count === 0 || count >= (size.maximum ?? 0)) return undefined;
  return [
    ['start_index', String(count)],
    [size.name, String(size.maximum)],
  ];
}

const PRICES = 'getCurrencyPrices';
/** The point that says whose code they take. */
export const OF_PRICES = 'price-api-code';

/** Who is asked for prices: a wallet, unless the read-only code alone is taken; nobody where none is. */
export function priceCaller(known: Known): Caller | undefined {
  if (known.answered(`${PRICES}.plain`).length > 0) return known.wallets[0]?.place ?? 'read-only';
  return known.answered(`${PRICES}.read-only`).length > 0 ? 'read-only' : undefined;
}

const readOnlyPrices: Step = {
  id: `${PRICES}.read-only`,
  operationId: PRICES,
  what: 'with the read-only code, should no other be taken',
  point: OF_PRICES,
  most: 1,
  make: (known) => (known.answered(`${PRICES}.plain`).length > 0 ? [] : [{ caller: 'read-only' }]),
};

/** The point that says who may ask, where the interface does not. */
function pointOf({ name, kindsPoint }: List): Pick<Step, 'point'> {
  const point = name === PRICES ? OF_PRICES : kindsPoint;
  return point === undefined ? {} : { point };
}

const richestOf = (known: Known, { name, parameters }: List): Caller | undefined =>
  richest(
    known,
    `${name}.plain`,
    parameters.filter(({ values }) => values.length > 0).map((parameter) => parameter.name),
  );

/** The caller of all steps but the first: whoever has the most to show. */
const callerOf = (known: Known, list: List): Caller | undefined =>
  list.name === PRICES
    ? priceCaller(known)
    : (richestOf(known, list) ??
      (known.bodies(`${list.name}.plain`).length === 0 ? callersOf(known, list)[0] : undefined));

/** Every caller that may ask; those of the prices and the read-only lists are one. */
function callersOf({ wallets }: Known, { operation, kinds }: List): Caller[] {
  if (kinds === undefined) return ['read-only'];
  const own = wallets.filter(({ kind }) => kinds.includes(kind)).map(({ place }) => place);
  return operation.path.includes('WALLET_ID') ? own : own.slice(0, 1);
}

/** Wallets of kinds that may not ask, one of each kind. */
function otherKinds(list: List): Step[] {
  const { operation, name, kinds, kindsPoint } = list;
  if (kinds === undefined || kinds.length === WALLET_KINDS.length) return [];
  return WALLET_KINDS.filter((kind) => !kinds.includes(kind)).map((kind) => ({
    id: `${name}.kind.${kind}`,
    operationId: operation.operationId,
    what: `of a ${kind} wallet, which may not ask`,
    row: 'not_found',
    ...(kindsPoint !== undefined && { point: kindsPoint }),
    most: 1,
    make: ({ wallets }): readonly Asked[] =>
      wallets
        .filter((wallet) => wallet.kind === kind)
        .slice(0, 1)
        .map(({ place }) => ({ caller: place })),
  }));
}

/** Unix seconds of the record in the middle of a list, and so many more. */
function spanOf(
  known: Known,
  list: List,
  parameter: string,
  size: Parameter | undefined,
  more = 0,
): (readonly [string, string])[] | undefined {
  const { name, operation } = list;
  const field = TIME_FIELDS[operation.operationId];
  const caller = richestOf(known, list);
  if (caller === undefined || field === undefined) return undefined;
  const records = recordsOf(known, [`${name}.plain`], caller);
  // what came in was asked for by nobody: by which time a list chooses shows what went out
  const sent = records.filter(({ out }) => out === true);
  const moments = (sent.length > 0 ? sent : records)
    .flatMap((record) => secondsAt(record[field]))
    .sort((a, b) => a - b);
  const middle = moments[Math.floor(moments.length / 2)];
  return middle === undefined ? undefined : [[parameter, String(middle + more)], ...largest(known, list, size)];
}
