/** Validates answers against the document with Ajv, a validator that is not the mock's; a field that the document lacks is refused. */
import document from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { child, inlined, jsonOf, operationsOf } from '../interface/document.ts';
import { closed, errorsOf, wordsOf } from './validate.ts';

const operations = operationsOf(inlined(document));

/** What is wrong with `body` as the answer of an operation under a status, in Ajv's words; undefined when nothing is. */
export function violationOf(operationId: string, status: number, body: unknown): string | undefined {
  const operation = operations.get(operationId);
  const { schema } = jsonOf(child(operation?.node ?? {}, 'responses')[String(status)]);
  if (!schema) throw new Error(`The document has no answer ${String(status)} of ${operationId}`);
  return wordsOf(errorsOf(closed(schema), asJson(body))) || undefined;
}

/** Ajv knows no bigint: one in its range is as good as the number it was on the wire. */
const asJson = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)));
