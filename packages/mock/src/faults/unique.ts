/** What may be taken once only: the values that `x-unique` names in the body of a request, such as the order_ids of a batch. */
import { follow, isNode, type OpenApiDocument, type Operation } from '@wallet-operations/validator';

/** One of them, and where it stands. */
export interface Unique {
  readonly value: string;
  readonly path: readonly string[];
}

/** Lists all of a body that fits the document. */
export function uniquesIn(document: OpenApiDocument, { bodySchema }: Operation, body: unknown): Unique[] {
  const { properties } = follow(document, bodySchema);
  if (!isNode(body) || !isNode(properties)) return [];
  return Object.entries(properties).flatMap(([list, schema]) => {
    const { 'x-unique': field } = follow(document, schema);
    const items = body[list];
    if (typeof field !== 'string' || !Array.isArray(items)) return [];
    return items.map((item, i) => ({
      value: String(isNode(item) ? item[field] : ''),
      path: ['body', list, String(i), field],
    }));
  });
}
