// The facts that this document keeps in extensions, where the standard mutators do not look: refusals and rows of the catalogue.
import { change, said, type Change, type Mutator, type Node } from '@wallet-operations/spec-mutation';

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Each reason that `x-refused-as` names goes, so that another row would answer. */
const refusals = (node: Node): readonly Change[] => {
  const { 'x-refused-as': found } = node;
  if (typeof found === 'string') return [change(`x-refused-as ${found} gone`, node, { 'x-refused-as': undefined })];
  if (!isNode(found)) return [];
  return Object.entries(found).flatMap(([keyword, reason]) =>
    (isNode(reason) ? Object.entries(reason) : [['', reason] as const]).map(([name, one]) => {
      const left = isNode(reason) ? { ...reason, [name]: undefined } : undefined;
      return change(`x-refused-as ${keyword} ${name} ${String(one)} gone`.replace('  ', ' '), node, {
        'x-refused-as': { ...found, [keyword]: left },
      });
    }),
  );
};

/** Each number and word of a row says something else. */
const rows = (node: Node): readonly Change[] => {
  const { 'x-error': row } = node;
  if (!isNode(row)) return [];
  return ['reason', 'status', 'code', 'text', 'message']
    .filter((field) => field in row)
    .map((field) => {
      const value = row[field];
      const other = typeof value === 'number' ? value + 1 : `${String(value)}x`;
      return change(`x-error ${field} ${said(value)} → ${said(other)}`, node, {
        'x-error': { ...row, [field]: other },
      });
    });
};

export const extensionMutators: readonly Mutator[] = [
  { kind: 'refusal', on: 'operation', changes: refusals },
  { kind: 'refusal', on: 'schema', changes: refusals },
  { kind: 'refusal', on: 'securityScheme', changes: refusals },
  { kind: 'row', on: 'example', changes: rows },
];
