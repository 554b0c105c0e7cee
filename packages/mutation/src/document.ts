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

/** The texts of an array. */
export function names(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** The object without one of its fields. */
export function without(node: Node, ...fields: readonly string[]): Node {
  return Object.fromEntries(Object.entries(node).filter(([name]) => !fields.includes(name)));
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

/** The names of a local reference: `#/components/schemas/a~1b` leads to `components`, `schemas`, `a/b`. */
export function pointerOf(ref: string): Pointer {
  return ref
    .replace(/^#\//, '')
    .split('/')
    .map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'));
}
