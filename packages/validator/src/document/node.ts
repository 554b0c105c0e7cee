/** Anything of an OpenAPI document, and the way through it. */

/** A node of the document, before anyone has looked at it. */
export type Node = Record<string, unknown>;

/** A bundled OpenAPI 3.1 document: every `$ref` in it points into itself. */
export type OpenApiDocument = Node & { paths: Record<string, Record<string, Node>> };

/** Whether a value can be looked into. */
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands under a key of an object or a list. */
export const childOf = (value: unknown, key: string): unknown =>
  Array.isArray(value) ? value[Number(key)] : isNode(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** The keys that a JSON pointer such as `#/paths/~1v1` or `/requests/0` leads through. */
export const keysOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The node that a `$ref` points to, or the node itself. Keywords beside a `$ref` are not merged in. */
export function follow(document: OpenApiDocument, value: unknown): Node {
  let node = isNode(value) ? value : {};
  while (typeof node.$ref === 'string') {
    const target = keysOf(node.$ref).reduce<unknown>(childOf, document);
    node = isNode(target) ? target : {};
  }
  return node;
}

/** The JSON media type of a request body or an answer. */
export function jsonContent(document: OpenApiDocument, holder: unknown): Node {
  const content = childOf(follow(document, holder).content, 'application/json');
  return isNode(content) ? content : {};
}
