/** What an error says: which rows of the catalogue it may be, and where its message stands. */
import { isNode, rowsOf, rowsUnder, type Node } from '@wallet-operations/validator';
import { JOINTS, type Exchange } from '@wallet-operations/transcript';
import type { Evidence } from './evidence.ts';

/** The body of an error, with its message where the document has it. */
export function errorOf({ answer }: Exchange, messageField: string): Record<string, unknown> {
  const body = isNode(answer?.body) ? answer.body : {};
  if (messageField === 'message' || !(messageField in body)) return body;
  const { [messageField]: message, ...rest } = body;
  return { ...rest, message };
}

/** The message of a row in the field of its text: behind that, or alone. */
export function messageBehind(text: unknown, error: unknown): string | undefined {
  if (typeof text !== 'string' || typeof error !== 'string') return undefined;
  if (!error.startsWith(text)) return error;
  const rest = error.slice(text.length);
  const [between, behind] = JOINTS.find(([one, end]) => rest.startsWith(one) && rest.endsWith(end)) ?? ['', ''];
  return rest.slice(between.length, rest.length - behind.length);
}

/** The names of the rows that an exchange may be. */
export function rowsIn({ service }: Pick<Evidence, 'service'>, exchange: Exchange, messageField: string): string[] {
  const operation = service.operation(exchange.operationId);
  const status = exchange.answer?.status ?? 0;
  const isBehind = messageField === 'error';
  const body = errorOf(exchange, isBehind ? 'message' : messageField);
  const bodies = isBehind
    ? rowsUnder(operation, status).flatMap(({ row }) =>
        row?.message === undefined ? [] : [{ ...body, error: row.text, message: messageBehind(row.text, body.error) }],
      )
    : [];
  return [...new Set([body, ...bodies].flatMap((one) => rowsOf(operation, status, one).map(({ name }) => name)))];
}

/** Whether an error is of a row that has a message, and of that in all but the message, which is in no field of its own. */
export function isBare({ service }: Evidence, { operationId, answer }: Exchange, body: Node, name?: string): boolean {
  const due = rowsUnder(service.operation(operationId), answer?.status ?? 0).find(
    (example) => example.name === name,
  )?.row;
  return due?.message !== undefined && !('message' in body) && body.error_code === due.code && body.error === due.text;
}

/** The wallet that an error names, where its text has a place for that. */
export function walletIn({ answer }: Exchange, text: unknown): string | undefined {
  const { error } = isNode(answer?.body) ? answer.body : {};
  const [before, behind] = String(text).split('{WALLET_ID}');
  return behind === undefined ? undefined : String(error).slice(before?.length, -behind.length || undefined);
}
