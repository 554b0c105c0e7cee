/** Closes the schemas of a document, so that a field which it does not declare is a violation in answers too. */
import { follow, isNode, type Node, type OpenApiDocument } from '../document/node.ts';

/** Keywords under which schemas stand by name, alone, and in lists. */
const BY_NAME = ['properties', 'patternProperties'];
const ALONE = ['items', 'additionalProperties', 'unevaluatedProperties', 'contains'];
const BRANCHES = ['allOf', 'anyOf', 'oneOf'];

/** A copy of the document in which no schema of an answer lets an undeclared field pass; free-form objects stay free. */
export function closed(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  const { schemas, responses } = follow(copy, copy.components);
  for (const schema of valuesOf(schemas)) closeWithin(copy, schema); // itself it may be a branch of another
  const operations = Object.values(copy.paths).flatMap((item) => Object.values(item));
  for (const response of [...valuesOf(responses), ...operations.flatMap((operation) => valuesOf(operation.responses))])
    for (const content of valuesOf(response.content)) if (isNode(content.schema)) close(copy, content.schema);
  return copy;
}

const valuesOf = (map: unknown): Node[] => (isNode(map) ? Object.values(map).filter(isNode) : []);

function close(document: OpenApiDocument, schema: Node): void {
  if (declares(document, schema)) schema.unevaluatedProperties ??= false;
  closeWithin(document, schema);
}

function closeWithin(document: OpenApiDocument, schema: Node): void {
  for (const keyword of BY_NAME) for (const each of valuesOf(schema[keyword])) close(document, each);
  for (const keyword of ALONE) if (isNode(schema[keyword])) close(document, schema[keyword]);
  for (const keyword of BRANCHES)
    for (const branch of Array.isArray(schema[keyword]) ? schema[keyword].filter(isNode) : [])
      closeWithin(document, branch);
}

/** Whether a schema says which fields there are. */
function declares(document: OpenApiDocument, schema: Node): boolean {
  if (BY_NAME.some((keyword) => keyword in schema)) return true;
  if (typeof schema.$ref === 'string') return declares(document, follow(document, schema));
  return BRANCHES.some(
    (keyword) => Array.isArray(schema[keyword]) && schema[keyword].some((branch) => declares(document, branch as Node)),
  );
}
