/** Lists of the interface, as the document has them: their parameters, who may ask for them, and what refuses a malformed request. */
import { marksOf } from '@wallet-operations/answers';
import { fieldsOf, type Interface, takesReadOnlyCode, WALLET_KINDS } from '@wallet-operations/transcript';
import { answerContent, follow, isNode, type Node, type Operation } from '@wallet-operations/validator';
import { mayBeSent } from '../document/reading.ts';
import type { Step } from './asked.ts';

/** The fields by which lists choose a span of time. Callbacks have none that says when they came up. */
export const TIME_FIELDS: Readonly<Record<string, string>> = {
  listWithdrawalHistory: 'block_time',
  listVaultHistory: 'create_time',
  listWhitelistEntries: 'create_time',
};

/** A list of the interface. */
export interface List {
  readonly operation: Operation;
  /** Name of its steps' first part: its operationId. */
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** Kinds of wallets that may be asked; undefined for the read-only code. */
  readonly kinds: readonly string[] | undefined;
  /** The point that says so, where the interface does not. */
  readonly kindsPoint: string | undefined;
}

/** A parameter of a list's query. */
export interface Parameter {
  readonly name: string;
  /** Undefined where it has none. */
  readonly default: string | number | undefined;
  readonly maximum: number | undefined;
  /** The values that it takes, as far as the document names them. */
  readonly values: readonly number[];
  readonly isTime: boolean;
  readonly isInteger: boolean;
}

/** The operations without a body that need nothing but a wallet. */
export const listsOf = (service: Interface): List[] =>
  service.operations
    .filter((operation) => mayBeSent(operation) && operation.bodySchema === undefined)
    .filter(({ parameters }) => parameters.every(({ name, required }) => name === 'WALLET_ID' || required !== true))
    .filter(({ operationId }) => operationId !== 'getApiCodeStatus')
    .map((operation) => ({
      operation,
      name: operation.operationId,
      parameters: operation.parameters.filter((node) => node.in === 'query').map((node) => parameterOf(service, node)),
      ...kindsOf(service, operation),
    }));

/** The kinds of wallets that an operation may be asked for. */
export function kindsOf(
  { points }: Interface,
  operation: Operation,
): { kinds: readonly string[] | undefined; kindsPoint: string | undefined } {
  if (takesReadOnlyCode(operation)) return { kinds: undefined, kindsPoint: undefined };
  const own = operation.node['x-wallet-kinds'];
  if (Array.isArray(own)) return { kinds: own.map(String), kindsPoint: undefined };
  const kindsPoint = marksOf(operation.node).find((id) => id.endsWith('-kinds'));
  const value = kindsPoint === undefined ? undefined : points[kindsPoint]?.value;
  return { kinds: Array.isArray(value) ? value.map(String) : WALLET_KINDS, kindsPoint };
}

function parameterOf({ document }: Interface, node: Node): Parameter {
  const written = isNode(node.schema) ? node.schema : {};
  const schema = { ...follow(document, written), ...written };
  const values = [schema.enum, schema['x-extensible-enum']].flat().filter((value) => typeof value === 'number');
  return {
    name: String(node.name),
    default: typeof schema.default === 'string' || typeof schema.default === 'number' ? schema.default : undefined,
    maximum: typeof schema.maximum === 'number' ? schema.maximum : undefined,
    values: values.filter((value) => value !== schema.default),
    isTime: schema['x-unit'] === 'seconds',
    isInteger: schema.type === 'integer',
  };
}

/** The field that counts the records of a list; empty where none does. */
export function totalOf({ node }: Operation): string {
  const paging = node['x-paging'];
  return isNode(paging) ? String(paging.total) : '';
}

/** The points that say what a filter takes, and what is there without it. */
export const FILTER_POINTS: Readonly<Record<string, string>> = {
  'listCallbacks type': 'callback-type-filter',
  'listWalletBalances type': 'wallet-type-filter',
};

/** The row that an operation answers malformed parameters with, and the point that says so. */
export function rowOf(
  { document }: Interface,
  { node }: Operation,
): (which: 'time' | 'other') => Pick<Step, 'row' | 'point'> {
  const row = String(node['x-refused-as']);
  const marks = marksOf(follow(document, isNode(node.responses) ? node.responses['400'] : {}));
  return (which) => {
    const point = which === 'time' && marks.includes('broken-parameter') ? 'invalid-times' : marks[0];
    return { row, ...(point !== undefined && { point }) };
  };
}

type Body = Readonly<Record<string, unknown>>;

const fields = new WeakMap<Interface, Map<string, ReadonlySet<string>>>();

/** The names of all fields that the document declares of an operation's answer and of its records. */
export function declaredOf(service: Interface, operationId: string): ReadonlySet<string> {
  const known = fields.get(service) ?? new Map<string, ReadonlySet<string>>();
  fields.set(service, known);
  const own = known.get(operationId);
  if (own) return own;
  const { schema } = answerContent(service.document, service.operation(operationId), 200);
  const names = new Set([...fieldsOf(service.document, schema).keys()].map((name) => name.replace(/^.*[.\]}]/, '')));
  known.set(operationId, names);
  return names;
}

/** Lists of objects in an answer by their names. */
export const listsIn = (body: Body): { readonly name: string; readonly records: readonly Body[] }[] =>
  Object.entries(body).flatMap(([name, value]) =>
    Array.isArray(value) && value.every(isNode) ? [{ name, records: value }] : [],
  );

/** The list that an answer is about: of several the one whose records are most like those of the document, and then the one with its name. */
export function listOf(service: Interface, operationId: string, body: Body): readonly Body[] {
  const lists = listsIn(body);
  if (lists.length < 2) return lists[0]?.records ?? [];
  const names = declaredOf(service, operationId);
  const likeness = ({ name, records: [first = {}] }: (typeof lists)[number]): number =>
    2 * Object.keys(first).filter((key) => names.has(key)).length + Number(names.has(name));
  return lists.reduce((best, list) => (likeness(list) > likeness(best) ? list : best)).records;
}
