/** Lists of the interface, as the document has them: their parameters, who may ask for them, and what refuses a malformed request. */
import { marksOf } from '@wallet-operations/answers';
import { type Interface, takesReadOnlyCode, WALLET_KINDS } from '@wallet-operations/transcript';
import { follow, isNode, type Node, type Operation } from '@wallet-operations/validator';
import { mayBeSent } from '../document/reading.ts';
import type { Step } from './asked.ts';
import { listsIn } from './seen.ts';

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

/** The list of an answer. */
export const listOf = (body: Record<string, unknown>): readonly Record<string, unknown>[] => listsIn(body)[0] ?? [];
