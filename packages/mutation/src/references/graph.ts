/** Which parts of a document refer to which: operations, path items and components, each as one part. */
import { child, isNode, nodes, pointerOf, referenceTo, type Node, type Pointer } from '../document.ts';
import { ADDITIONAL, METHODS, methodsOf } from '../sites/operations.ts';
import { mappedTo, schemeOf } from './targets.ts';

/** A part, by the names that lead to it; undefined is what lies outside of every path, webhook and component. */
export type Part = string | undefined;

const METHOD_NAMES: ReadonlySet<string> = new Set(METHODS);

/** The part that a place belongs to: an operation, the rest of a path item, or a component. */
export function partOf(pointer: Pointer): Part {
  const [where = '', group = '', name] = pointer;
  if ((where === 'paths' || where === 'webhooks') && group !== '')
    return `${where}\0${group}${operationIn(pointer, 2)}`;
  if (where !== 'components' || name === undefined) return undefined;
  return `${where}\0${group}\0${name}${group === 'pathItems' ? operationIn(pointer, 3) : ''}`;
}

/** The operation of a path item in which a place lies, whose way from there begins so far behind; empty if it lies in none. */
function operationIn(pointer: Pointer, from: number): string {
  const [step = '', method] = [pointer[from], pointer[from + 1]];
  if (METHOD_NAMES.has(step)) return `\0${step}`;
  return step === ADDITIONAL && method !== undefined ? `\0${step}\0${method}` : '';
}

function keyOf(...names: readonly string[]): string {
  return names.join('\0');
}

/** Each part with what it holds by itself. */
export function partsOf(document: Node): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>();
  for (const { key, node } of partsIn(document)) found.set(key, node);
  return found;
}

interface FoundPart {
  readonly key: string;
  readonly node: Node;
  /** An operation, a path item without its operations, or a component that is neither. */
  readonly sort: 'operation' | 'item' | 'component';
  /** The path item of an operation, or the group of a component. */
  readonly of?: string;
}

function* partsIn(document: Node): Generator<FoundPart> {
  function* item(key: string, node: Node): Generator<FoundPart> {
    const entries = Object.entries(node).filter(([name]) => !METHOD_NAMES.has(name) && name !== ADDITIONAL);
    yield { key, node: Object.fromEntries(entries), sort: 'item' };
    for (const { way, node: operation } of methodsOf(node))
      yield { key: keyOf(key, ...way), node: operation, sort: 'operation', of: key };
  }
  for (const where of ['paths', 'webhooks'])
    for (const [path, node] of Object.entries(child(document, where)))
      if (isNode(node)) yield* item(keyOf(where, path), node);
  for (const [group, entries] of Object.entries(child(document, 'components')))
    for (const [name, node] of Object.entries(isNode(entries) ? entries : {})) {
      if (!isNode(node)) continue;
      const key = keyOf('components', group, name);
      if (group === 'pathItems') yield* item(key, node);
      else yield { key, node, sort: 'component', of: group };
    }
}

/** Each operation of a part: itself, and those that are called back. */
function* operationsIn({ node, sort, of }: Omit<FoundPart, 'key'>): Generator<Node> {
  if (sort === 'operation') yield node;
  const callbacks = sort === 'operation' ? Object.values(child(node, 'callbacks')) : of === 'callbacks' ? [node] : [];
  for (const callback of callbacks)
    for (const item of Object.values(isNode(callback) ? callback : {}))
      for (const { node: operation } of methodsOf(item)) yield* operationsIn({ node: operation, sort: 'operation' });
}

/** From each part to those that it refers to, by a reference or by what names a security scheme. */
export function referencesOf(document: Node): ReadonlyMap<string, ReadonlySet<string>> {
  const parts = new Map<string, FoundPart>();
  for (const part of partsIn(document)) parts.set(part.key, part);
  const edges = new Map<string, Set<string>>();
  const anchors = new Map<string, string[]>();
  const operations = new Map<string, string[]>(); // of each path item
  const withDiscriminator = new Set<string>();
  const asked: (readonly [from: string, ref: string])[] = [];
  const extended: (readonly [child: string, ref: string])[] = [];

  for (const part of parts.values()) {
    const { key, node, of } = part;
    const schemes = operationsIn(part).flatMap(({ security }) =>
      nodes(security ?? document.security).flatMap(Object.keys),
    );
    edges.set(
      key,
      new Set(schemes.map((name) => partOf(schemeOf(document, name))).filter((scheme) => scheme !== undefined)),
    );
    if (of !== undefined && part.sort === 'operation') operations.set(of, [...(operations.get(of) ?? []), key]);
    const waiting: unknown[] = [node];
    for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
      if (typeof value !== 'object' || value === null) continue;
      for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) waiting.push(inner);
      if (!isNode(value)) continue;
      for (const keyword of ['$ref', '$dynamicRef', 'operationRef']) {
        const ref = value[keyword];
        if (typeof ref === 'string') asked.push([key, ref]);
      }
      for (const keyword of ['$anchor', '$dynamicAnchor', '$id']) {
        const name = value[keyword];
        if (typeof name === 'string') anchors.set(name, [...(anchors.get(name) ?? []), key]);
      }
      if (isNode(value.discriminator)) {
        withDiscriminator.add(key);
        const { defaultMapping, mapping } = value.discriminator;
        for (const target of [defaultMapping, ...Object.values(isNode(mapping) ? mapping : {})])
          if (typeof target === 'string') asked.push([key, referenceTo(mappedTo(document, target))]);
      }
      if (Array.isArray(value.allOf))
        for (const one of value.allOf) if (isNode(one) && typeof one.$ref === 'string') extended.push([key, one.$ref]);
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
      if (parts.get(from)?.sort !== 'item')
        for (const operation of operations.get(target) ?? []) edges.get(from)?.add(operation);
    }
  // Who reads a value by its discriminator comes to each schema that extends the one that has it.
  for (const [extension, ref] of extended)
    for (const base of targetsOf(ref)) if (withDiscriminator.has(base)) edges.get(base)?.add(extension);
  return edges;
}
