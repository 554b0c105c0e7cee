/** Which OpenAPI a document is, where that decides what is read and what is ignored. */
import type { Node } from './document.ts';
import type { SiteSort } from './sites/site.ts';

/** Whether a document is OpenAPI 3.0, whose schemas are of a draft of their own. */
export function isOf30({ openapi }: Node): boolean {
  return typeof openapi === 'string' && openapi.startsWith('3.0');
}

/** Whether a document is OpenAPI 3.2, which has the method `query`. */
export function isOf32({ openapi }: Node): boolean {
  return typeof openapi === 'string' && openapi.startsWith('3.2');
}

/** What may be a reference instead, of which nothing else is read. */
const REFERENCES: ReadonlySet<SiteSort> = new Set<SiteSort>([
  ...(['parameter', 'header', 'requestBody', 'response', 'link', 'callback', 'example', 'securityScheme'] as const),
]);

/** Whether nothing but the `$ref` is read of what stands at a site: of any reference, and of schemas as 3.0 has them. */
export function isOnlyReference(sort: SiteSort, node: Node, document: Node): boolean {
  return typeof node.$ref === 'string' && (sort === 'schema' ? isOf30(document) : REFERENCES.has(sort));
}
