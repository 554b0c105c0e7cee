/** One operation as Prism's engine reads it from the document. */
import { transformOas3Operations } from '@stoplight/http-spec/oas3/operation';
import { bundleTarget, decycle } from '@stoplight/json';
import type { validateInput } from '@stoplight/prism-http/dist/validator/index.js';
import { follow, isNode, type Node, type OpenApiDocument, type Operation } from '@wallet-operations/validator';

/** An operation of Prism's. */
export type HttpOperation = Parameters<typeof validateInput>[0]['resource'] & {
  /** Schemas that refer to themselves. */
  readonly __bundled__?: unknown;
};

/** Reads it as Prism reads a whole document, step by step, but without reading what the operation does not need. */
export function httpOperation(document: OpenApiDocument, { path, method, node }: Operation): HttpOperation {
  const { openapi, jsonSchemaDialect, servers } = document;
  const paths = { [path]: { [method.toLowerCase()]: dereferenced(document, node) } };
  const source = decycle({ openapi, jsonSchemaDialect, servers, paths }) as Node;
  const [__target__] = transformOas3Operations(source);
  return bundleTarget({
    document: { ...source, __target__ },
    path: '#/__target__',
    cloneDocument: false,
  }) as HttpOperation;
}

/** A copy with what each reference leads to in its place; what refers to itself comes back to itself. */
function dereferenced(document: OpenApiDocument, root: Node): Node {
  const copies = new Map<unknown, unknown>();
  const copyOf = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const target = isNode(value) ? follow(document, value) : value;
    const known = copies.get(target);
    if (known !== undefined) return known;
    const copy: unknown[] | Node = Array.isArray(target) ? [] : {};
    copies.set(target, copy);
    return Object.assign(copy, Array.isArray(target) ? target.map(copyOf) : mapped(target as Node, copyOf));
  };
  return copyOf(root) as Node;
}

const mapped = (node: Node, change: (value: unknown) => unknown): Node =>
  Object.fromEntries(Object.entries(node).map(([key, value]) => [key, change(value)]));
