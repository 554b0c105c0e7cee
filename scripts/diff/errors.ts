// Changes of the error catalogue, which no diff of OpenAPI documents knows: callers tell errors apart by status, code and words.
import { endpointsOf, type Bundle } from '../lib/bundle.ts';
import { listingsOf, rowsOf, type Row } from '../lib/catalogue.ts';
import { shown, type Change } from './change.ts';

/** What of a row callers depend on, and what a change of it needs. */
const FIELDS: readonly [what: string, bump: Change['bump'], read: (row: Row) => unknown][] = [
  ['status', 'major', (row) => row['x-error'].status],
  ['code', 'major', (row) => row['x-error'].code],
  ['text', 'major', (row) => row['x-error'].text],
  ['message', 'major', (row) => row['x-error'].message],
  ['advice on repeating', 'major', (row) => row['x-error'].repeat], // who takes an order for refused that is not pays it himself
  ['stage', 'major', (row) => row['x-error'].stage],
  ['condition', 'patch', (row) => row.summary],
  ['remedy', 'patch', (row) => row.description],
  ['body of the example', 'patch', (row) => row.value],
];

/** Every change between two catalogues, row by row. */
export function errorChanges(base: Bundle, revision: Bundle): Change[] {
  const [before, after] = [catalogueOf(base), catalogueOf(revision)];
  const common = operationIdsOf(base).intersection(operationIdsOf(revision)); // one that came or went says all by that
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((reason) => {
    const where = `error \`${reason}\``;
    const [was, is] = [before.get(reason), after.get(reason)];
    if (!is) return [{ bump: 'major', where, what: 'is gone' }];
    if (!was) return [{ bump: 'minor', where, what: `is new, given by ${list(is.operations)}` }];
    return [
      ...fieldChanges(where, was.row, is.row),
      ...operationChanges(where, was.operations.intersection(common), is.operations.intersection(common)),
    ];
  });
}

const operationIdsOf = (bundle: Bundle): Set<string> =>
  new Set(endpointsOf(bundle).map(({ operation }) => operation.operationId));

interface Entry {
  row: Row;
  operations: Set<string>;
}

function catalogueOf(bundle: Bundle): Map<string, Entry> {
  const listings = listingsOf(bundle);
  return new Map(
    rowsOf(bundle).map(([name, row]) => {
      const own = listings.filter(({ component }) => component === name);
      return [row['x-error'].reason, { row, operations: new Set(own.map(({ operationId }) => operationId)) }];
    }),
  );
}

function fieldChanges(where: string, before: Row, after: Row): Change[] {
  return FIELDS.filter(([, , read]) => JSON.stringify(read(before)) !== JSON.stringify(read(after))).map(
    ([what, bump, read]) =>
      bump === 'patch'
        ? { bump, where, what: `has another ${what}` }
        : { bump, where, what: `${what} was ${shown(read(before))}, is ${shown(read(after))}` },
  );
}

function operationChanges(where: string, before: Set<string>, after: Set<string>): Change[] {
  const [gained, lost] = [after.difference(before), before.difference(after)];
  return [
    ...(gained.size > 0 ? [{ bump: 'minor', where, what: `may now be the answer of ${list(gained)}` } as const] : []),
    ...(lost.size > 0 ? [{ bump: 'minor', where, what: `is no longer an answer of ${list(lost)}` } as const] : []),
  ];
}

const list = (operations: Iterable<string>): string =>
  [...operations].map((operationId) => `\`${operationId}\``).join(', ');
