// Each row of the error catalogue, in every operation that can give it: its bytes, its status, and the error that the client throws.
import { isDeepStrictEqual } from 'node:util';
import { ServiceError } from '@wallet-operations/client';
import { child, jsonOf, locate, operationsOf, type Node } from '../../interface/document.ts';
import type { Contract } from '../contract.ts';
import { call } from '../exchange.ts';
import { inputOf, type Input } from '../inputs.ts';
import { namedRowsOf, type NamedRow } from '../rows.ts';
import { closed, errorsOf, wordsOf } from '../validate.ts';
import { shown, strangers, examplesIn } from './answers.ts';

/** Findings on the refusals of an operation. */
export async function* refusalFindings(
  { document, transport, seen }: Contract,
  operationId: string,
): AsyncGenerator<string> {
  const rows = namedRowsOf(operationId);
  const responses = child(operationsOf(document).get(operationId)?.node ?? {}, 'responses');
  for (const named of rows) {
    const [, status] = named.row;
    const place = `${operationId} ${String(status)} ${named.reason}`;
    const input = speakingOf(operationId, named.values);
    const { text, error, ...outcome } = await call(transport, operationId, inputOf(operationId), input, {
      prefer: `code=${String(status)}, example=${named.reason}`,
    });
    const errors = errorsOf(
      closed(locate(document, `${operationId} ${String(status)}`) === undefined ? {} : schemaOf(responses, status)),
      named.body,
    );
    const told = child(child(child(jsonOf(responses[String(status)]), 'examples'), named.reason), 'x-error');
    if (outcome.status !== status) yield `${place}: has status ${String(outcome.status)}`;
    else if (text !== JSON.stringify(named.body))
      yield `${place}: is ${shown(text)}, agreed is ${JSON.stringify(named.body)}`;
    else if (!isThrownAs(error, named)) yield `${place}: is thrown as ${String(error)}`;
    else if (errors.length > 0) yield `${place}: does not fit the document: ${wordsOf(errors)}`;
    else if (!isToldAs(told, named)) yield `${place}: is told in x-error as ${JSON.stringify(told)}`;
    else seen(place, 'shown');
  }
  for (const [status, response] of Object.entries(responses).filter(([code]) => code !== '200')) {
    const agreed = rows
      .filter(({ row }) => String(row[1]) === status)
      .map(({ reason, body }) => [reason, body] as const);
    yield* strangers(`${operationId} ${status}`, examplesIn(response), Object.fromEntries(agreed));
  }
}

function schemaOf(responses: Node, status: number): unknown {
  return jsonOf(responses[String(status)]).schema;
}

/** The error must name the row, and read its numbers and words. */
function isThrownAs(error: unknown, { reason, row: [advice, status, code, text], values, body }: NamedRow): boolean {
  if (!(error instanceof ServiceError)) return false;
  const read = {
    advice: adviceOf(error),
    reason: error.reason,
    status: error.status,
    code: error.code ?? '-',
    values: { ...error.values },
    body: error.body,
  };
  return (
    error.text === filledBy(text, values) && isDeepStrictEqual(read, { advice, reason, status, code, values, body })
  );
}

function filledBy(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

function isToldAs(told: Node, { reason, row: [advice, status, code, text, message] }: NamedRow): boolean {
  const { code: number = '-', text: said, message: more } = told;
  return isDeepStrictEqual(
    { advice: adviceOf(told), reason: told.reason, status: told.status, code: number, text: said, message: more },
    { advice, reason, status, code, text, message },
  );
}

/** What an error says of repeating its request, and of its stage, in the words of the tables. */
function adviceOf({ repeat, stage }: { readonly repeat?: unknown; readonly stage?: unknown }): string {
  return [repeat, ...(stage === undefined ? [] : [stage])].map(String).join(' ');
}

/** The plain call with the values of a row's placeholders where a caller would have put them. */
function speakingOf(operationId: string, values: Readonly<Record<string, string>>): Input {
  const { path, query, body } = inputOf(operationId);
  const { ORDER_ID, AMOUNT, INVALID_ADDRESS, INVALID_USER_ID, TXID } = values;
  const said = {
    ...(ORDER_ID !== undefined && { order_id: ORDER_ID }),
    ...(AMOUNT !== undefined && { amount: AMOUNT }),
    ...(INVALID_ADDRESS !== undefined && { address: INVALID_ADDRESS }),
    ...(INVALID_USER_ID !== undefined && { user_id: INVALID_USER_ID }),
  };
  const list = Object.entries(body ?? {}).find(([name]) => name === 'requests' || name === 'items');
  const spoken = list
    ? { ...body, [list[0]]: (list[1] as object[]).map((item, i) => (i === 0 ? { ...item, ...said } : item)) }
    : body && { ...body, ...said };
  return { path, query: { ...query, ...(TXID !== undefined && { txid: TXID }) }, body: spoken };
}
