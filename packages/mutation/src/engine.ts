/** Which Node.js it takes. One that is too old can read this module, which imports nothing: so that it can be told. */

/** What the rest stands on: `Map.groupBy`, methods of iterators, and TypeScript configurations as they are. */
const OLDEST = [22, 18] as const;

/** What is wrong with the Node.js that this is; undefined if nothing is. */
export function whyTooOld(): string | undefined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return undefined;
  return `spec-mutation needs Node.js ${OLDEST.join('.')} or newer, and this is ${process.version}`;
}
