/** The rows of the error catalogue that an answer can be. */
import { isNode, type Node } from '../document/node.ts';
import type { Example, Operation } from '../document/operations.ts';
import { patternOf } from '../refuse/words.ts';

/** The rows that an operation lists under a status. */
export const rowsUnder = ({ examples }: Operation, status: number): readonly Example[] =>
  examples.filter((example) => example.status === status && example.row !== undefined);

/**
 * Those of them that a body may be. Of several, the one is meant that has most of the message in its own words; two are left only where
 * nothing tells them apart, and none where a message is another than all of them have.
 */
export function rowsOf(operation: Operation, status: number, body: unknown): readonly Example[] {
  if (!isNode(body)) return [];
  const rows = familyOf(operation, status, body);
  const said = rows.map(({ row }) => wordsSaid(row?.message, body.message));
  const most = Math.max(0, ...said);
  return rows.filter((_, i) => said[i] === most);
}

/** Those that have the number and the text of a body, whatever its message. */
export const familyOf = (operation: Operation, status: number, body: Node): readonly Example[] =>
  rowsUnder(operation, status).filter(
    ({ row }) => body.error_code === row?.code && patternOf(String(row?.text)).test(String(body.error)),
  );

/** How much of its own text a message of a row has in common with one; -1 where it is another. A row that has none leaves it open. */
function wordsSaid(template: unknown, message: unknown): number {
  if (typeof template !== 'string') return 0;
  const fits = typeof message === 'string' && patternOf(template).test(message);
  return fits ? template.replace(/\{\w+\}/g, '').length : -1;
}
