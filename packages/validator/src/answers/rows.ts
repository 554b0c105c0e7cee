/** The rows of the error catalogue that an answer can be. */
import { isNode } from '../document/node.ts';
import type { Example, Operation } from '../document/operations.ts';
import { patternOf } from '../refuse/words.ts';

/** The rows that an operation lists under a status. */
export const rowsUnder = ({ examples }: Operation, status: number): readonly Example[] =>
  examples.filter((example) => example.status === status && example.row !== undefined);

/** Those of them that a body says: several, where number, text and message do not tell them apart. */
export function rowsOf(operation: Operation, status: number, body: unknown): readonly Example[] {
  if (!isNode(body)) return [];
  const rows = rowsUnder(operation, status).filter(
    ({ row }) => body.error_code === row?.code && patternOf(String(row?.text)).test(String(body.error)),
  );
  const said = rows.map(({ row }) => wordsSaid(row?.message, body.message));
  const most = Math.max(...said);
  return rows.filter((_, i) => said[i] === most); // where no message fits, it is worded otherwise: any of them
}

/** How much of its own text a message of a row has in common with one; -1 where it is another. */
function wordsSaid(template: unknown, message: unknown): number {
  if (typeof template !== 'string') return message === undefined ? 0 : -1;
  return patternOf(template).test(String(message)) ? template.replace(/\{\w+\}/g, '').length : -1;
}
