/** Which parts of a document refer to which: operations, path items and components, each as one part. */
import { child, isNode, pointerOf, type Node, type Pointer } from '../document.ts';
import { METHODS } from '../sites/operations.ts';

/** A part, by the names that lead to it; undefined is what lies outside of every path, webhook and component. */
export type Part = string | undefined;

const METHOD_NAMES: ReadonlySet<string> = new Set(METHODS);

/** The part that a place belongs to: an operation, the rest of a path item, or a component. */
export function partOf([where = '', group = '', name, method]: Pointer): Part {
  if ((where === 'paths' || where === 'webhooks') && group !== '')
    return keyOf(where, group, METHOD_NAMES.has(name ?? '') ? name : undefined);
  if (where !== 'components' || name === undefined) return undefined;
  return keyOf(where, group, name, group === 'pathItems' && METHOD_NAMES.has(method ?? '') ? method : undefined);
}

function keyOf(...names: readonly (string | undefined)[]): string {
  return names.filter((name) => name !== undefined).join('\0');
}

/** Each part with what it holds by itself. */
export function partsOf(document: Node): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>();
  const item = (key: string, node: Node): void => {
    const entries = Object.entries(node);
    found.set(key, Object.fromEntries(entries.filter(([name]) => !METHOD_NAMES.has(name))));
    for (const [method, operation] of entries)
      if (METHOD_NAMES.has(method) && isNode(operation)) found.set(keyOf(key, method), operation);
  };
  for (const where of ['paths', 'webhooks'])
    for (const [path, node] of Object.entries(child(document, where))) if (isNode(node)) item(keyOf(where, path), node);
  for (const [group, entries] of Object.entries(child(document, 'components')))
    for (const [name, node] of Object.entries(isNode(entries) ? entries : {})) {
      if (!isNode(node)) continue;
      if (group === 'pathItems') item(keyOf('components', group, name), node);
      else found.set(keyOf('components', group, name), node);
    }
  return found;
}

function isItem(part: string): boolean {
  const [where, group, ...rest] = part.split('\0');
  return where === 'components' ? group === 'pathItems' && rest.length === 1 : rest.length === 0;
}

function addIf(known: ReadonlyMap<string, Node>, to: Set<string> | undefined, part: string): void {
  if (known.has(part)) to?.add(part);
}

/** From each part to those that it refers to. */
export function referencesOf(document: Node): ReadonlyMap<string, ReadonlySet<string>> {
  const parts = partsOf(document);
  const edges = new Map<string, Set<string>>();
  const anchors = new Map<string, string[]>();
  const items = new Set([...parts.keys()].filter(isItem));
  const withDiscriminator = new Set<string>();
  const asked: (readonly [from: string, ref: string])[] = [];
  const extended: (readonly [child: string, ref: string])[] = [];

  for (const [part, node] of parts) {
    edges.set(part, new Set());
    const waiting: unknown[] = [node];
    for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
      if (typeof value !== 'object' || value === null) continue;
      for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) waiting.push(inner);
      if (!isNode(value)) continue;
      for (const keyword of ['$ref', '$dynamicRef', 'operationRef']) {
        const ref = value[keyword];
        if (typeof ref === 'string') asked.push([part, ref]);
      }
      for (const keyword of ['$anchor', '$dynamicAnchor', '$id']) {
        const name = value[keyword];
        if (typeof name === 'string') anchors.set(name, [...(anchors.get(name) ?? []), part]);
      }
      if (isNode(value.discriminator)) {
        withDiscriminator.add(part);
        for (const target of Object.values(child(value.discriminator, 'mapping')))
          if (typeof target === 'string')
            asked.push([part, /[#/.]/.test(target) ? target : `#/components/schemas/${target}`]);
      }
      if (Array.isArray(value.allOf))
        for (const one of value.allOf) if (isNode(one) && typeof one.$ref === 'string') extended.push([part, one.$ref]);
    }
  }

  const targetsOf = (ref: string): readonly string[] => {
    if (!ref.startsWith('#/')) return anchors.get(ref.replace(/^#/, '')) ?? anchors.get(ref.split('#')[0] ?? '') ?? [];
    const target = partOf(pointerOf(ref));
    return target === undefined ? [] : [target];
  };
  for (const [from, ref] of asked)
    for (const target of targetsOf(ref)) {
      edges.get(from)?.add(target);
      // A callback that refers to a path item has all of its operations; a path that does has each as one of its own.
      if (!items.has(from)) for (const method of METHODS) addIf(parts, edges.get(from), keyOf(target, method));
    }
  // Who reads a value by its discriminator comes to each schema that extends the one that has it.
  for (const [extension, ref] of extended)
    for (const base of targetsOf(ref)) if (withDiscriminator.has(base)) edges.get(base)?.add(extension);
  return edges;
}
