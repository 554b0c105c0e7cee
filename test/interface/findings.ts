// Where the tests find the document, and all that is to be said about one.
import { documentFindings, operationFindings, webhookFindings } from './compare.ts';
import { readDocument, type Node } from './document.ts';
import * as facts from './facts/index.ts';

/** The bundle that users get, without references. */
export const readBundle = (): Node => readDocument(new URL('../../generated/openapi.json', import.meta.url));

/** Every finding on a document. */
export function findings(document: Node): string[] {
  return [
    ...Object.keys(facts.endpoints).flatMap((name) => operationFindings(document, facts, name)),
    ...Object.keys(facts.webhooks).flatMap((name) => webhookFindings(document, facts, name)),
    ...documentFindings(document, facts),
  ];
}
