// Finds numbers that a double cannot tell from their neighbours: most tools round them without a word.

/**
 * @param {unknown} node
 * @returns {import('../document.js').Finding[]}
 */
export default function literals(node) {
  if (typeof node === 'number') {
    const isSafe = Math.abs(node) <= Number.MAX_SAFE_INTEGER;
    return isSafe ? [] : [{ message: `${String(node)} is beyond 2^53, and may be rounded already.`, path: [] }];
  }
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    literals(value).map(({ message, path }) => ({ message, path: [key, ...path] })),
  );
}
