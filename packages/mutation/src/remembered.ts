/** Keeps what is found of a whole document: each thread asks for each of its places, of a document that does not change. */
import type { Node } from './document.ts';

/** The same function, which looks at each document once. */
export function remembered<T>(find: (document: Node) => T): (document: Node) => T {
  const found = new WeakMap<Node, { readonly value: T }>();
  return (document) => {
    let known = found.get(document);
    if (!known) found.set(document, (known = { value: find(document) }));
    return known.value;
  };
}
