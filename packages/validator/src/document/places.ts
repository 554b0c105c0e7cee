/** Places of a document: the schemas that hold at one of them. */
import { follow, isNode, type Node, type OpenApiDocument } from './node.ts';

/** The schemas of one place, those of its branches and references among them. */
export type Place = readonly Node[];

const BRANCHES = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'];

/** The place that schemas stand for. */
export function placeOf(document: OpenApiDocument, ...schemas: readonly unknown[]): Place {
  const found = new Set<Node>();
  const add = (schema: unknown): void => {
    if (!isNode(schema) || found.has(schema)) return;
    found.add(schema);
    add(follow(document, schema));
    for (const keyword of BRANCHES) for (const branch of [schema[keyword]].flat()) add(branch);
  };
  for (const schema of schemas) add(schema);
  return [...found];
}
