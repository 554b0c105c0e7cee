/** Keeps suites from writing to what they are given: the document is shared by all mutants, and a change would be in each of them. */

/** Freezes a document with all that it holds. */
export function frozen<T>(document: T): T {
  return freeze(document, new Set());
}

/** Freezes what a mutant does not share with the document that is frozen already. */
export function frozenAnew<T>(mutant: T): T {
  return freeze(mutant, undefined);
}

/** Without the values that it has seen it stops at whatever is frozen. */
function freeze<T>(root: T, seen: Set<unknown> | undefined): T {
  const waiting: unknown[] = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null || (seen ? seen.has(value) : Object.isFrozen(value))) continue;
    seen?.add(value);
    Object.freeze(value);
    for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) waiting.push(inner);
  }
  return root;
}

/** Whether an error says that something frozen was written to. */
export function isOfWriting(error: unknown): error is TypeError {
  try {
    return (
      error instanceof TypeError &&
      /read only property|is not extensible|^Cannot (delete|redefine|define) property/.test(error.message)
    );
  } catch {
    return false; // what throws when it is looked at is none of the engine's
  }
}
