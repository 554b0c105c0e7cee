/** The rows of the error catalogue as refusals, and which of them answers a broken request. */
import { errors } from '@wallet-operations/openapi/errors';
import { follow, isNode, type Node, type Operation } from './document.ts';
import type { Violation } from './validate.ts';

/** The stable name of a row. */
export type Reason = keyof typeof errors;

/** What the interface answers a request with that it does not carry out. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly reason: Reason;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(reason: Reason, values: Readonly<Record<string, string>> = {}, more: Readonly<Node> = {}) {
    const { status, code, text, message } = errors[reason];
    const fill = (template: string): string =>
      template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
    super(fill(message ?? text));
    this.reason = reason;
    this.status = status;
    this.body = {
      ...(code === null ? {} : { error_code: code }),
      error: fill(text),
      ...(message === null ? {} : { message: fill(message) }),
      ...more,
    };
  }
}

/** Refuses a request with a row, its placeholders filled. */
export function refuse(reason: string, values?: Readonly<Record<string, string>>, more?: Node): never {
  if (!(reason in errors)) throw new Error(`The document names ${reason}, which is no row of its catalogue.`);
  throw new Refusal(reason as Reason, values, more);
}

/** The row that answers a body which breaks the document: what `x-refused-as` says on the way down to the first breach. */
export function refusalOfBody(operation: Operation, violations: readonly Violation[], body: unknown): Refusal {
  for (const violation of violations) {
    const schema = violation.path.reduce<unknown>(descend, operation.body?.schema);
    const row = rowFor(schema, violation);
    if (row) return new Refusal(row as Reason, valuesFrom(body, violation));
  }
  return malformed(operation, violations[0]?.message ?? 'the body is malformed');
}

/** The row that answers a parameter which breaks the document. */
export function refusalOfParameter(operation: Operation, parameter: Node, violation: Violation): Refusal {
  const row = rowFor(parameter.schema, violation);
  return row ? new Refusal(row as Reason) : malformed(operation, `${String(parameter.name)} ${violation.message}`);
}

/** The row that an operation has for anything malformed. */
export const malformed = (operation: Operation, message: string): Refusal =>
  new Refusal(operation.refusedAs as Reason, { JSON_PARSER_MESSAGE: message });

function descend(schema: unknown, key: string): unknown {
  const { items, properties } = follow(schema);
  return isNode(properties) && key in properties ? properties[key] : items;
}

function rowFor(schema: unknown, { keyword, missing }: Violation): string | undefined {
  for (const holder of [schema, follow(schema)]) {
    const rows = isNode(holder) && isNode(holder['x-refused-as']) ? holder['x-refused-as'][keyword] : undefined;
    const row = isNode(rows) ? rows[missing ?? ''] : rows;
    if (typeof row === 'string') return row;
  }
  return undefined;
}

/** What the placeholders of a row stand for, taken from the nearest object that has it. */
function valuesFrom(body: unknown, { path }: Violation): Record<string, string> {
  const values: Record<string, string> = {};
  let at: unknown = body;
  for (const key of ['', ...path]) {
    if (key !== '') at = Array.isArray(at) ? at[Number(key)] : isNode(at) ? at[key] : undefined;
    if (!isNode(at)) continue;
    for (const [placeholder, name] of PLACEHOLDERS) if (typeof at[name] === 'string') values[placeholder] = at[name];
  }
  return values;
}

const PLACEHOLDERS = [
  ['ORDER_ID', 'order_id'],
  ['AMOUNT', 'amount'],
  ['INVALID_USER_ID', 'user_id'],
  ['INVALID_ADDRESS', 'address'],
] as const;
