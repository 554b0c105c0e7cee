/** Which operations a place of a document belongs to, so that tests need ask no others about it. */
import { child, isNode, nodes, pointerOf, type Node, type Pointer } from './document.ts';
import { operationsOf } from './sites.ts';

/**
 * Makes the lookup: from a place to the names of the operations and webhooks that it is a part of, by itself or through
 * references; undefined for a place that may concern all of them.
 */
export function createOwners(document: Node): (pointer: Pointer) => readonly string[] | undefined {
  const operations = operationsOf(document);
  const reached = operations.map(({ name, node, pointer }) => {
    const schemes = nodes(node.security ?? document.security).flatMap(Object.keys);
    const shared = child(child(document, pointer[0] ?? ''), pointer[1] ?? '').parameters;
    return { name, components: componentsOf(document, [node, shared], schemes) };
  });
  return ([where, first = '', second = '']) => {
    if (where === 'paths' || where === 'webhooks') {
      const own = operations.filter(({ pointer }) => pointer[0] === where && pointer[1] === first);
      const exact = own.filter(({ pointer }) => pointer[2] === second);
      return (exact.length > 0 ? exact : own).map(({ name }) => name);
    }
    if (where !== 'components' || second === '') return undefined;
    return reached.filter(({ components }) => components.has(`${first} ${second}`)).map(({ name }) => name);
  };
}

/** The components that a part of a document comes to through references. */
function componentsOf(document: Node, start: readonly unknown[], schemes: readonly string[]): ReadonlySet<string> {
  const found = new Set(schemes.map((scheme) => `securitySchemes ${scheme}`));
  const waiting = [...start];
  for (const value of waiting) {
    if (Array.isArray(value)) waiting.push(...(value as unknown[]));
    if (!isNode(value)) continue;
    waiting.push(...Object.values(value));
    if (typeof value.$ref !== 'string' || !value.$ref.startsWith('#/components/')) continue;
    const [, group = '', name = ''] = pointerOf(value.$ref);
    if (found.has(`${group} ${name}`)) continue;
    found.add(`${group} ${name}`);
    waiting.push(child(child(child(document, 'components'), group), name));
  }
  return found;
}
