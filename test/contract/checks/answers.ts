// Each named example of an answer comes through the client as it was agreed, and fits what the document declares, field by field.
import { isDeepStrictEqual } from 'node:util';
import { child, jsonOf, locate, operationsOf } from '../../interface/document.ts';
import type { Contract } from '../contract.ts';
import { exact } from '../exact.ts';
import { call } from '../exchange.ts';
import { expected, type Json } from '../expected.ts';
import { endpointOf, inputOf } from '../inputs.ts';
import { closed, errorsOf, wordsOf } from '../validate.ts';

/** Findings on the answers to calls that succeed, and on the examples of what is sent. */
export async function* answerFindings(
  { document, transport, seen }: Contract,
  operationId: string,
): AsyncGenerator<string> {
  const { answers = {}, requests = {} } = expected[operationId] ?? {};
  const { reply } = endpointOf(operationId);
  const plain = inputOf(operationId);
  const schema = closed(locate(document, `${operationId} reply`));

  for (const [name, body] of Object.entries(answers)) {
    const place = `${operationId} 200 ${name}`;
    const outcome = await call(transport, operationId, plain, plain, { prefer: `code=200, example=${name}` });
    const errors = errorsOf(schema, body);
    if (outcome.text !== JSON.stringify(body))
      yield `${place}: is ${shown(outcome.text)}, agreed is ${shown(JSON.stringify(body))}`;
    else if (!isDeepStrictEqual(outcome.value, exact(body, reply)))
      yield `${place}: is not what the client gives of it`;
    else if (errors.length > 0) yield `${place}: does not fit the document: ${wordsOf(errors)}`;
    else seen(place, 'shown');
  }
  for (const [name, body] of [['', plain.body] as const, ...Object.entries(requests)]) {
    const { status, text, violations } = await call(transport, operationId, plain, { ...plain, body });
    const isAnswer = status === 200 && errorsOf(schema, JSON.parse(text)).length === 0;
    if (violations.length > 0 || !isAnswer)
      yield `${operationId} request ${name}: fits, and is answered with ${String(status)} ${shown(text)}`;
  }
  const operation = operationsOf(document).get(operationId)?.node ?? {};
  yield* strangers(`${operationId} 200`, examplesIn(child(operation, 'responses')['200']), answers);
  yield* strangers(`${operationId} request`, examplesIn(operation.requestBody), requests);
}

/** Findings on examples that the document has and nobody agreed to, or that it has otherwise. */
export function* strangers(place: string, found: Json, agreed: Json): Generator<string> {
  for (const name of new Set([...Object.keys(found), ...Object.keys(agreed)])) {
    const [ours, theirs] = [agreed, found].map((examples) => JSON.stringify(examples[name]));
    if (ours === undefined) yield `${place} ${name}: is in the document, no such example is agreed`;
    else if (theirs === undefined) yield `${place} ${name}: is missing`;
    else if (ours !== theirs) yield `${place} ${name}: is ${shown(theirs)}, agreed is ${shown(ours)}`;
  }
}

/** The values of the named examples of a body. */
export function examplesIn(holder: unknown): Json {
  const examples = child(jsonOf(holder), 'examples');
  return Object.fromEntries(Object.keys(examples).map((name) => [name, child(examples, name).value]));
}

export function shown(text: string | undefined): string {
  return text === undefined || text === '' ? 'nothing' : text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
