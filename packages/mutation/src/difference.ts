/** What a change changes: each place at which two documents differ, with what stands there before and after. */
import { isSame, type Pointer } from './document.ts';

/** One place. `undefined` is nothing there. */
export interface Difference {
  readonly pointer: Pointer;
  readonly before: unknown;
  readonly after: unknown;
}

/** The places, in the order of the original. What both share is not looked into. */
export function differencesOf(before: unknown, after: unknown, pointer: Pointer = []): readonly Difference[] {
  if (Object.is(before, after)) return [];
  if (!isTree(before) || !isTree(after) || Array.isArray(before) !== Array.isArray(after))
    return [{ pointer, before, after }];
  if (Array.isArray(before) && Array.isArray(after) && before.length !== after.length)
    return isSame(before, after) ? [] : [{ pointer, before, after }];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => {
    const [one, other] = [own(before, key), own(after, key)];
    return differencesOf(one, other, [...pointer, key]);
  });
}

type Tree = Readonly<Record<string, unknown>>;

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null;
}

function own(tree: Tree, key: string): unknown {
  return Object.hasOwn(tree, key) ? tree[key] : undefined;
}
