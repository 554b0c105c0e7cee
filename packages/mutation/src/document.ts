/** Reading and changing a document as plain JSON: nothing here knows OpenAPI. */

/** A JSON object of a document. */
export type Node = Readonly<Record<string, unknown>>;

/** The way from the root of a document to a value: property names and array indexes. */
export type Pointer = readonly string[];

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object under a name, or an empty one. */
export function child(node: Node, name: string): Node {
  const value = node[name];
  return isNode(value) ? value : {};
}

/** The elements of an array that are objects. */
export function nodes(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The texts of an array, each once. */
export function names(value: unknown): readonly string[] {
  return Array.isArray(value) ? [...new Set(value.filter((one) => typeof one === 'string'))] : [];
}

/** The object without one of its fields. */
export function without(node: Node, ...fields: readonly string[]): Node {
  return Object.fromEntries(Object.entries(node).filter(([name]) => !fields.includes(name)));
}

/** What stands at a place; undefined where the way there ends early. */
export function at(value: unknown, pointer: Pointer): unknown {
  let found = value;
  for (const step of pointer) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Node)[step];
  }
  return found;
}

/** The document with another value at a place; `undefined` takes the place away. The original stays as it is. */
export function replaced(value: unknown, [step, ...rest]: Pointer, by: unknown): unknown {
  if (step === undefined) return by;
  if (Array.isArray(value)) {
    const list = value as readonly unknown[];
    const inner = replaced(list[Number(step)], rest, by);
    return inner === undefined ? list.toSpliced(Number(step), 1) : list.with(Number(step), inner);
  }
  const node = value as Node;
  const inner = replaced(node[step], rest, by);
  return inner === undefined ? without(node, step) : { ...node, [step]: inner };
}

/** The document with a field of an object under another name, in the same order. */
export function renamed(value: unknown, pointer: Pointer, name: string): unknown {
  const holder = at(value, pointer.slice(0, -1));
  const entries = Object.entries(isNode(holder) ? holder : {});
  const anew = entries.map(([field, inner]): [string, unknown] => [field === pointer.at(-1) ? name : field, inner]);
  return replaced(value, pointer.slice(0, -1), Object.fromEntries(anew));
}

/** Whether two values hold the same JSON. What they share is not looked into. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && isSame((one as Node)[key], (other as Node)[key]));
}

/** The names of a local reference: `#/components/schemas/a~1b` leads to `components`, `schemas`, `a/b`. It is a URI before it is a way. */
export function pointerOf(ref: string): Pointer {
  const way = ref.replace(/^#\//, '');
  const steps = decoded(way)?.split('/') ?? way.split('/').map((step) => decoded(step) ?? step); // some write a % that encodes nothing
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A pointer as people read it. */
export function refOf(pointer: Pointer): string {
  return ['#', ...pointer.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}

/** A pointer as a reference writes it: braces and blanks cannot stand in a URI. */
export function referenceTo(pointer: Pointer): string {
  return `#${encodeURI(refOf(pointer).slice(1).toWellFormed()).replaceAll('#', '%23')}`;
}

/** The text that a part of a URI encodes; undefined where it encodes none. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
