/** Walks an OpenAPI document and names every site at which a fact can stand. */
import { child, isNode, type Node, type Pointer } from '../document.ts';
import { INSIDE, type Inner } from './inside.ts';
import { isExtension, methodsOf, operationsOf } from './operations.ts';
import { SCHEMAS } from './schemas.ts';
import type { Site, SiteSort } from './site.ts';

/** Every site of a document, in its order. */
export function* sitesOf(document: Node): Generator<Site> {
  const named = new Map(
    operationsOf(document)
      .toReversed() // the first path that leads to an operation names it
      .map(({ pointer, place, isWebhook }) => [pointer.join('\0'), { place, isWebhook }]),
  );

  yield site('document', 'document', [], document);
  yield* inside('document', 'document', [], document, INSIDE.document.slice(0, 1));
  for (const [where, word] of [
    ['paths', 'path'],
    ['webhooks', 'webhook'],
  ] as const)
    for (const [path, item] of Object.entries(child(document, where)))
      if (isNode(item) && !isExtension(where, path)) yield* walk('path', `${word} ${path}`, [where, path], item);
  yield* inside('document', 'document', [], document, INSIDE.document.slice(1));

  function site(sort: SiteSort, place: string, pointer: Pointer, node: Node): Site {
    return { sort, place, pointer, node, document };
  }

  function* walk(sort: SiteSort, place: string, pointer: Pointer, node: Node): Generator<Site> {
    if (sort !== 'schema') yield site(sort, place, pointer, node);
    if (sort === 'schema') yield* schema(place, '', pointer, node);
    else if (sort === 'responses')
      for (const [status, response] of Object.entries(node)) {
        if (isNode(response) && !status.startsWith('x-'))
          yield* walk('response', `${place} ${status}`, [...pointer, status], response);
      }
    else if (sort === 'callback') yield* addresses(place, pointer, node);
    else yield* inside(sort, place, pointer, node, INSIDE[sort]);
  }

  function* inside(
    sort: SiteSort,
    place: string,
    pointer: Pointer,
    node: Node,
    inners: readonly Inner[],
  ): Generator<Site> {
    for (const inner of inners) {
      for (const [name, step, one] of entriesOf(node[inner.key], inner.holds)) {
        const at = [...pointer, inner.key, ...step];
        if (sort === 'path' && inner.sort === 'operation') yield* operation(inner.place(place, name, one), at, one);
        else yield* walk(inner.sort, inner.place(place, name, one), at, one);
      }
    }
  }

  /** Schemas inside schemas: a place, and the way from there, such as `items[].price`. */
  function* schema(place: string, way: string, pointer: Pointer, node: Node): Generator<Site> {
    yield site('schema', way === '' ? place : `${place} ${way.replace(/^\./, '')}`, pointer, node);
    for (const { keyword, holds, written } of SCHEMAS)
      for (const [name, step, one] of entriesOf(node[keyword], holds))
        yield* schema(place, way + written(name), [...pointer, keyword, ...step], one);
  }

  /** An operation has the name by which it is known; one inside a callback has none but its place. */
  function operation(place: string, pointer: Pointer, node: Node): Generator<Site> {
    const known = named.get(pointer.join('\0'));
    if (known) return walk(known.isWebhook ? 'webhook' : 'operation', known.place, pointer, node);
    const { operationId } = node; // of a path item that no path leads to
    return walk('operation', typeof operationId === 'string' ? operationId : place, pointer, node);
  }

  /** What a callback has: for each address a path item, for each method of it an operation. */
  function* addresses(place: string, pointer: Pointer, node: Node): Generator<Site> {
    const items = Object.entries(node).filter(([key, item]) => isNode(item) && !key.startsWith('x-')) as [
      string,
      Node,
    ][];
    for (const [address, item] of items) {
      const at = [...pointer, address];
      const title = items.length > 1 ? `${place} ${address}` : place;
      const methods = methodsOf(item);
      yield site('path', title, at, item);
      yield* inside(
        'path',
        title,
        at,
        item,
        INSIDE.path.filter(({ sort }) => sort !== 'operation'),
      );
      for (const { method, way, node: operation } of methods)
        yield* walk('callbackOperation', methods.length > 1 ? `${title} ${method}` : title, [...at, ...way], operation);
    }
  }
}

/** The objects under a key, each with its name and the way to it. */
function entriesOf(value: unknown, holds: 'map' | 'list' | 'one'): readonly [string, Pointer, Node][] {
  if (typeof value !== 'object' || value === null) return [];
  if (holds === 'one' && isNode(value)) return [['', [], value]]; // older drafts have a list where one schema stands today
  return Object.entries(value).flatMap(([name, one]) => (isNode(one) ? [[name, [name], one]] : []));
}
