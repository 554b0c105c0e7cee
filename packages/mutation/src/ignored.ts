/** What stands in a document and is read by nobody: OpenAPI says that it is ignored, or what stands beside it says it as well. */
import { at, child, isNode, nodes, type Node } from './document.ts';
import { keyOf } from './mutators/taken.ts';
import { resolved } from './mutator.ts';
import { isSaidBeside } from './references/targets.ts';
import { methodsOf } from './sites/operations.ts';
import type { Site } from './sites/site.ts';

/** Headers that something else says: media types and security. */
const SAID_ELSEWHERE = new Set(['accept', 'content-type', 'authorization']);

/** What says nothing at a site, in words, with all that stands inside of it; undefined where it is read. */
export function ignoredAt({ sort, node, pointer, document }: Site): string | undefined {
  if (sort === 'header') {
    const isComponent = pointer[0] === 'components' && pointer.length === 3;
    return !isComponent && pointer.at(-1)?.toLowerCase() === 'content-type'
      ? 'header Content-Type, which is ignored'
      : undefined;
  }
  if (sort === 'encoding') {
    const media = at(document, pointer.slice(0, -2));
    return isNode(media) && isOfNoProperty(document, media, pointer.at(-1) ?? '')
      ? 'encoding of a property that is not there, which is ignored'
      : undefined;
  }
  if (sort === 'schema') {
    const [keyword = '', i = ''] = pointer.slice(-2);
    const holder = at(document, pointer.slice(0, -2));
    return isNode(holder) && isSaidBeside(document, holder, keyword, Number(i))
      ? `part of an ${keyword} whose other parts say it, or decide alone`
      : undefined;
  }
  if (sort !== 'parameter') return undefined;
  const meant = resolved(document, node) ?? node;
  if (meant.in === 'header' && SAID_ELSEWHERE.has(String(meant.name).toLowerCase()))
    return `parameter ${String(meant.name)} in a header, which is ignored`;
  const operations = pointer.at(-2) === 'parameters' ? methodsOf(at(document, pointer.slice(0, -2))) : [];
  const isOverridden = operations.length > 0 && operations.every((one) => hasParameter(document, one.node, meant));
  return isOverridden ? 'parameter of a path that each of its operations has again, which is ignored' : undefined;
}

function hasParameter(document: Node, { parameters }: Node, { in: where, name }: Node): boolean {
  return nodes(parameters).some((one) => {
    const meant = resolved(document, one) ?? one;
    return keyOf(meant.in, meant.name) === keyOf(where, name);
  });
}

/** Whether a media type says how a property is written that its schema does not have. */
export function isOfNoProperty(document: Node, { schema }: Node, name: string): boolean {
  const names = propertiesOf(document, schema);
  return names !== undefined && !names.has(name);
}

const LISTS_OF_PARTS = ['allOf', 'anyOf', 'oneOf'];
const PARTS = ['if', 'then', 'else'];

/** The properties that a schema lists, by itself and by its parts; undefined where it lists none, or may have others by a pattern. */
function propertiesOf(document: Node, schema: unknown): ReadonlySet<string> | undefined {
  const found = new Set<string>();
  const seen = new Set([schema]);
  for (const node of seen) {
    if (!isNode(node)) continue;
    const target = resolved(document, node);
    const leadsElsewhere = (typeof node.$ref === 'string' && !target) || '$dynamicRef' in node;
    if (leadsElsewhere || 'patternProperties' in node || isNode(node.additionalProperties)) return undefined;
    for (const name of Object.keys(child(node, 'properties'))) found.add(name);
    for (const part of [
      target,
      ...LISTS_OF_PARTS.flatMap((keyword) => nodes(node[keyword])),
      ...PARTS.map((keyword) => node[keyword]),
      ...Object.values(child(node, 'dependentSchemas')),
    ])
      seen.add(part);
  }
  return found.size === 0 ? undefined : found;
}
