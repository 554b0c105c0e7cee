/** Mutators of paths, operations and webhooks: where they are, by which method, and whether they are there at all. */
import { at, isNode, replaced, without, type Node } from '../document.ts';
import { change, gone, mistyped, type Change, type Mutator } from '../mutator.ts';
import { ADDITIONAL, METHODS } from '../sites/operations.ts';
import { OPERATION_SORTS, type Site } from '../sites/site.ts';
import { variablesOf } from '../sites/templates.ts';
import { isOf32 } from '../version.ts';
import { operationIdsOf, pathsOf, template } from './taken.ts';

const moved = (node: Node, { pointer, document }: Site): readonly Change[] => {
  const [where, path = '', ...inside] = pointer;
  if (where !== 'paths' || inside.length > 0) return []; // another is an address, or a component
  let key = elsewhere(path);
  while (pathsOf(document).has(template(key))) key = elsewhere(key);
  return [{ says: `moved to ${key}`, node, key }];
};

/** The last segment that is no parameter is another; where there is none, there is one in front. */
function elsewhere(path: string): string {
  const last = path.replace(/[^/{}]+(?=(\/\{[^/]*)*\/?$)/, '$&-moved');
  return last === path ? `/moved${path}` : last;
}

/** A name in braces with the parameters that stand for it: one without the other is no path that OpenAPI knows. */
const variables = (node: Node, { pointer, document }: Site): readonly Change[] => {
  const [where, path = '', ...inside] = pointer;
  if (where !== 'paths' || inside.length > 0) return [];
  return (variablesOf(document).get(path) ?? []).flatMap(({ name, places }) => {
    let other = mistyped(name) ?? `${name}x`;
    while (path.includes(`{${other}}`)) other += 'x';
    const key = path.replaceAll(`{${name}}`, `{${other}}`);
    if (places.length === 0 || key in (document.paths as Node)) return [];
    const anew = places.reduce((item, place) => {
      const own = without(at(document, place.pointer) as Node, '$ref'); // others may have the component, too
      return replaced(item, place.pointer.slice(2), { ...place.meant, ...own, name: other }) as Node;
    }, node);
    return [{ says: `{${name}} → {${other}}`, node: anew, key }];
  });
};

/** A caller or a receiver that knows another method never gets through. */
const methods = (node: Node, { pointer, document }: Site): readonly Change[] => {
  const taken = at(document, pointer.slice(0, -1));
  const before = pointer.at(-1) ?? '';
  if (pointer.at(-2) === ADDITIONAL) {
    let name = mistyped(before) ?? `${before}X`;
    while (isNode(taken) && (name in taken || METHODS.some((one) => one === name.toLowerCase()))) name += 'X';
    return [{ says: `method ${before} → ${name}`, node, key: name }];
  }
  const known = 'requestBody' in node ? WITH_BODY : ['put', 'post', ...METHODS];
  const key = known
    .filter((method) => method !== 'query' || isOf32(document))
    .find((method) => isNode(taken) && !(method in taken));
  return key === undefined ? [] : [{ says: `method ${before} → ${key}`, node, key }];
};

/** Those to which a body means something; by another it would not be sent, and two facts would be gone. */
const WITH_BODY = ['put', 'post', 'patch', 'query', 'options'] as const satisfies readonly (typeof METHODS)[number][];

const names = (node: Node, { document }: Site): readonly Change[] => {
  const { operationId } = node;
  if (typeof operationId !== 'string') return [];
  let name = mistyped(operationId) ?? `${operationId}x`;
  while (operationIdsOf(document).has(name)) name += 'x';
  return [change(`operationId ${operationId} → ${name}`, node, { operationId: name })];
};

/** The kind under which each sort of operation is counted. */
const KIND = { operation: 'operation', webhook: 'webhook', callbackOperation: 'callback' } as const;

/** Each mutator of paths and operations. */
export const pathMutators: readonly Mutator[] = [
  { kind: 'path', on: 'path', changes: moved },
  { kind: 'parameter', on: 'path', changes: variables },
  ...OPERATION_SORTS.flatMap((on): Mutator[] => [
    { kind: KIND[on], on, changes: () => gone(KIND[on]) },
    { kind: KIND[on], on, changes: methods },
    { kind: KIND[on], on, changes: names },
  ]),
];
