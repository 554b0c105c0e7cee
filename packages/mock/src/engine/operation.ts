/** One operation as Prism's engine reads it from the document. */
import { transformOas3Operations } from '@stoplight/http-spec/oas3/operation';
import { bundleTarget, decycle } from '@stoplight/json';
import type { validateInput } from '@stoplight/prism-http/dist/validator/index.js';
import RefParser from '@stoplight/json-schema-ref-parser';
import { isNode, type Node, type OpenApiDocument, type Operation } from '../document.ts';

/** An operation of Prism's. */
export type HttpOperation = Parameters<typeof validateInput>[0]['resource'] & {
  /** Schemas that refer to themselves. */
  readonly __bundled__?: unknown;
};

/** Reads it as Prism reads a whole document, step by step, but without reading what the operation does not need. */
export async function httpOperation(document: OpenApiDocument, operation: Operation): Promise<HttpOperation> {
  // The parser writes into what it is given.
  const resolved: unknown = await new RefParser().dereference(structuredClone(alone(document, operation)));
  const source = decycle(resolved) as Node;
  const __target__ = transformOas3Operations(source).find(
    ({ path, method }) => path === operation.path && method.toUpperCase() === operation.method,
  );
  return bundleTarget({
    document: { ...source, __target__ },
    path: '#/__target__',
    cloneDocument: false,
  }) as HttpOperation;
}

/** The document with one operation alone, and with no more components than that one refers to. */
function alone(document: OpenApiDocument, { path, method, node }: Operation): Node {
  const { openapi, jsonSchemaDialect, servers } = document;
  const part: Node = { openapi, jsonSchemaDialect, servers, paths: { [path]: { [method.toLowerCase()]: node } } };
  const include = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isNode(value) && typeof value.$ref === 'string') {
      const [root = '', kind = '', name = ''] = value.$ref.slice(2).split('/');
      // A reference that leads elsewhere than to a component keeps all of where it leads.
      if (root === 'components') keep(document, part, [root, kind, name]);
      else keep(document, part, [root]);
    }
    Object.values(value).forEach(include);
  };
  const keep = (from: Node, to: Node, [key = '', ...more]: readonly string[]): void => {
    if (more.length > 0) keep((from[key] ?? {}) as Node, (to[key] ??= {}) as Node, more);
    else if (to[key] !== from[key]) include((to[key] = from[key]));
  };
  include(node);
  return part;
}
