/** Finds every operation and webhook of a document, and gives each a name that no other has. */
import { at, child, isNode, pointerOf, type Node, type Pointer } from '../document.ts';

/** The methods that a path item may have. */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

/** Where 3.2 has those of other methods, by their names. */
export const ADDITIONAL = 'additionalOperations';

/** An operation, as a path or a webhook leads to it. */
export interface FoundOperation {
  /** operationId, or method and path where it has none; the name of a webhook. Several may have the same. */
  readonly name: string;
  /** The same, told apart where several have it. */
  readonly place: string;
  /** Where it stands: under its path, or under the path item to which that refers. */
  readonly pointer: Pointer;
  /** That path item. */
  readonly item: Pointer;
  /** The path or webhook by which it is reached. */
  readonly by: Pointer;
  readonly node: Node;
  readonly isWebhook: boolean;
}

/** Every operation and webhook of a document, those of path items that are referred to among them. */
export function operationsOf(document: Node): readonly FoundOperation[] {
  const taken = new Map<string, number>();
  return (['paths', 'webhooks'] as const).flatMap((where) =>
    Object.keys(child(document, where))
      .filter((path) => !isExtension(where, path))
      .flatMap((path) => {
        const by = [where, path];
        const all = itemsAt(document, by).flatMap((item) =>
          methodsOf(at(document, item)).map(({ method, way, node }) => ({
            method,
            item,
            pointer: [...item, ...way],
            node,
          })),
        );
        return all.map(({ method, item, pointer, node }) => {
          const isWebhook = where === 'webhooks';
          const named = typeof node.operationId === 'string' ? node.operationId : `${method.toUpperCase()} ${path}`;
          const name = isWebhook ? path : named;
          const wanted = isWebhook && all.length > 1 ? `${path} ${method}` : name;
          const times = (taken.get(wanted) ?? 0) + 1;
          taken.set(wanted, times);
          const place = times > 1 ? `${wanted} (${String(times)})` : wanted;
          return { name, place, pointer, item, by, node, isWebhook };
        });
      }),
  );
}

/** Whether what stands beside paths is none; a webhook may have any name. */
export function isExtension(where: string, name: string): boolean {
  return where === 'paths' && name.startsWith('x-');
}

/** An operation of a path item, and the way to it from there. */
export interface OwnOperation {
  readonly method: string;
  readonly way: Pointer;
  readonly node: Node;
}

/** Each operation that a path item has by itself. */
export function methodsOf(item: unknown): readonly OwnOperation[] {
  if (!isNode(item)) return [];
  const additional = Object.keys(child(item, ADDITIONAL)).map((method) => [ADDITIONAL, method]);
  return [...METHODS.map((method) => [method]), ...additional].flatMap((way) => {
    const node = at(item, way);
    return isNode(node) ? [{ method: way.at(-1) ?? '', way, node }] : [];
  });
}

/** The path item at a place, and those to which it refers, one after another. */
function itemsAt(document: Node, start: Pointer): readonly Pointer[] {
  const found: Pointer[] = [];
  for (let next: Pointer | undefined = start; next !== undefined;) {
    const item = at(document, next);
    if (!isNode(item) || found.some((one) => one.join('\0') === next?.join('\0'))) break;
    found.push(next);
    next = typeof item.$ref === 'string' && item.$ref.startsWith('#/') ? pointerOf(item.$ref) : undefined;
  }
  return found;
}
