/** What stands in a document and is read by nobody, for OpenAPI says that it is ignored. */
import { at, nodes, type Node } from './document.ts';
import { keyOf } from './mutators/taken.ts';
import { resolved } from './mutator.ts';
import { methodsOf } from './sites/operations.ts';
import type { Site } from './sites/site.ts';

/** Headers that something else says: media types and security. */
const SAID_ELSEWHERE = new Set(['accept', 'content-type', 'authorization']);

/** What is ignored at a site, in words, with all that stands inside of it; undefined where it is read. */
export function ignoredAt({ sort, node, pointer, document }: Site): string | undefined {
  if (sort === 'header') {
    const isComponent = pointer[0] === 'components' && pointer.length === 3;
    return !isComponent && pointer.at(-1)?.toLowerCase() === 'content-type' ? 'header Content-Type' : undefined;
  }
  if (sort !== 'parameter') return undefined;
  const meant = resolved(document, node) ?? node;
  if (meant.in === 'header' && SAID_ELSEWHERE.has(String(meant.name).toLowerCase()))
    return `parameter ${String(meant.name)} in a header`;
  const operations = pointer.at(-2) === 'parameters' ? methodsOf(at(document, pointer.slice(0, -2))) : [];
  const isOverridden = operations.length > 0 && operations.every((one) => hasParameter(document, one.node, meant));
  return isOverridden ? 'parameter of a path that each of its operations has again' : undefined;
}

function hasParameter(document: Node, { parameters }: Node, { in: where, name }: Node): boolean {
  return nodes(parameters).some((one) => {
    const meant = resolved(document, one) ?? one;
    return keyOf(meant.in, meant.name) === keyOf(where, name);
  });
}
