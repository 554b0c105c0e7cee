/** The names in the braces of a path, and the parameters that stand for them: neither is anything without the other. */
import { at, isNode, pointerOf, refOf, type Node, type Pointer } from '../document.ts';
import { resolved } from '../mutator.ts';
import { isReferredFromOutside } from '../references/inner.ts';
import { remembered } from '../remembered.ts';
import { operationsOf } from './operations.ts';

/** A name in braces. */
export interface Variable {
  readonly name: string;
  /** Where its parameter stands, in the path item and in each of its operations, with what that is, references followed. */
  readonly places: readonly { readonly pointer: Pointer; readonly meant: Node }[];
}

/**
 * By path, its names. One whose operations stand elsewhere has none: others may have them, too. A name has no places where another path
 * has one of them by a reference, and would be left with a parameter that it does not name.
 */
export const variablesOf = remembered((document): ReadonlyMap<string, readonly Variable[]> => {
  const byPath = Map.groupBy(
    operationsOf(document).filter(({ isWebhook }) => !isWebhook),
    ({ by }) => by[1] ?? '',
  );
  const found = new Map<string, readonly Variable[]>();
  for (const [path, operations] of byPath) {
    if (operations.some(({ item, by }) => item.join('\0') !== by.join('\0'))) continue;
    const lists = [['paths', path, 'parameters'], ...operations.map(({ pointer }) => [...pointer, 'parameters'])];
    const all = lists.flatMap((list) =>
      Object.entries(at(document, list) ?? []).flatMap(([i, node]) =>
        isNode(node) ? [{ pointer: [...list, i], meant: resolved(document, node) ?? node }] : [],
      ),
    );
    const variables = [...new Set(namesIn(path))].map((name) => {
      const places = all.filter(({ meant }) => meant.in === 'path' && meant.name === name);
      const isShared = places.some(({ pointer }) => isReferredFromOutside(document, pointer, ['paths', path]));
      return { name, places: isShared ? [] : places };
    });
    found.set(path, variables);
  }
  return found;
});

/** The names in the braces of a path. */
export function namesIn(path: string): readonly string[] {
  return Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name = '']) => name);
}

/** Every place of such a parameter, and of the component that it is. */
const renamedOf = remembered((document): ReadonlySet<string> => {
  const places = [...variablesOf(document).values()].flat().flatMap((one) => one.places);
  return new Set(
    places.flatMap(({ pointer }) => {
      const { $ref } = at(document, pointer) as Node;
      const target = typeof $ref === 'string' ? pointerOf($ref) : [];
      return [refOf(pointer), ...(target[0] === 'components' ? [refOf(target)] : [])];
    }),
  );
});

/** Whether the parameter at a place has another name when its path has. */
export function isInTemplate(document: Node, pointer: Pointer): boolean {
  return renamedOf(document).has(refOf(pointer));
}
