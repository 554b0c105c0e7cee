/** The document, and in it the calls and answers that are measured: its own examples. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpointsOf, examplesOf, resolve, type Bundle } from '../../scripts/lib/bundle.ts';
import { exampleCall, type ExampleCall } from '../../scripts/steps/docs/example-call.ts';

export const ROOT = join(import.meta.dirname, '..', '..');
export const DOCUMENT = join(ROOT, 'generated', 'openapi.json');
export const bundle = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as Bundle;

/** A call with the document's examples, and the first answer that it shows. */
export interface Exchange extends ExampleCall {
  readonly template: string;
  readonly answer: unknown;
}

/** Every operation, in the document's order. */
export const exchanges: readonly Exchange[] = endpointsOf(bundle).map((endpoint) => {
  const [first] = examplesOf(bundle, endpoint.operation, '200');
  if (!first) throw new Error(`${endpoint.operation.operationId} has no example of its answer.`);
  const [, example] = first;
  return { ...exampleCall(bundle, endpoint), template: endpoint.path, answer: resolve(bundle, example).value };
});

/** One operation. */
export function exchangeOf(operationId: string): Exchange {
  const found = exchanges.find((exchange) => exchange.operationId === operationId);
  if (!found) throw new Error(`The document has no operation ${operationId}.`);
  return found;
}

/** An example of a callback, by its webhook. */
export function callbackExample(webhook: string, name: string): unknown {
  const body = bundle.webhooks?.[webhook]?.post?.requestBody;
  const example = body && resolve(bundle, body).content?.['application/json']?.examples?.[name];
  if (!example) throw new Error(`The document has no example ${name} of ${webhook}.`);
  return resolve(bundle, example).value;
}
