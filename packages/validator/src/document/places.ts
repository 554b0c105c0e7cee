/** Places of a document: the schemas that hold at one of them. */
import { follow, isNode, type Node, type OpenApiDocument } from './node.ts';

/** The schemas of one place, those of its branches and references among them. */
export type Place = readonly Node[];

const BRANCHES = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'];

/** Places of one schema, by their document: of a body with many records each is asked for often. */
const known = new WeakMap<OpenApiDocument, WeakMap<Node, Place>>();

/** The place that schemas stand for; that of one schema is the same list each time. */
export function placeOf(document: OpenApiDocument, ...schemas: readonly unknown[]): Place {
  const [schema] = schemas;
  if (schemas.length !== 1 || !isNode(schema)) return gathered(document, schemas);
  const ofDocument = known.get(document) ?? new WeakMap<Node, Place>();
  known.set(document, ofDocument);
  const place = ofDocument.get(schema) ?? gathered(document, schemas);
  ofDocument.set(schema, place);
  return place;
}

function gathered(document: OpenApiDocument, schemas: readonly unknown[]): Place {
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
