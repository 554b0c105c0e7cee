// Reads a bundled OpenAPI 3.1 document the way a comparison wants it: without references, its operations by name, its places by path.
import { readFileSync } from 'node:fs';

/** Any object of the document. */
export type Node = Readonly<Record<string, unknown>>;

/** One operation, with its path item's parameters among its own. */
export interface Operation {
  /** Method and path template: `GET /v1/…`. */
  readonly call: string;
  readonly node: Node;
  readonly parameters: readonly Node[];
}

const gathered = ['properties', 'required', 'dependentRequired', 'x-refused-as', 'x-unspecified'];

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Reads the bundle at `path` and puts in place of each reference what it points to. */
export function readDocument(path: URL): Node {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Error(`${path.pathname} cannot be read: run the build first`, { cause });
  }
  return inlined(JSON.parse(text) as Node);
}

/**
 * A copy of the document without `$ref`: each stands replaced by its target, merged with its siblings as 3.1 allows them.
 * An open point's ID stands replaced by the point. Every occurrence is an object of its own, so that one can be changed without the others.
 */
export function inlined(document: Node): Node {
  const point = (id: unknown): unknown => child(document, 'x-open-points')[String(id)] ?? id;
  const points = (ids: unknown): unknown => (Array.isArray(ids) ? ids.map(point) : point(ids));
  const copy = (value: unknown, open: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((element) => copy(element, open));
    if (!isNode(value)) return value;
    const { $ref: ref, ...siblings } = value;
    const own = Object.fromEntries(
      Object.entries(siblings).map(([key, child]) => [
        key,
        key === 'x-unspecified' ? points(child) : copy(child, open),
      ]),
    );
    if (typeof ref !== 'string') return own;
    if (open.includes(ref))
      throw new Error(`${ref} contains itself: only a document without recursion can be compared`);
    return merged(copy(pointed(document, ref), [...open, ref]) as Node, own);
  };
  return copy(document, []) as Node;
}

/** A schema with its `allOf` parts merged in, the fields of its alternatives, and the keywords on which all of these agree. */
export function flattened(schema: unknown): Node {
  if (!isNode(schema)) return {};
  const { allOf, ...own } = schema;
  const whole = nodes(allOf).map(flattened).concat(own).reduce(merged, {});
  const alternatives = [...nodes(whole.oneOf), ...nodes(whole.anyOf)].map(flattened);
  if (alternatives.length === 0) return whole;
  const properties = Object.assign(
    {},
    ...alternatives.map((part) => child(part, 'properties')),
    child(whole, 'properties'),
  ) as Node;
  const agreed = Object.entries(alternatives[0] ?? {}).filter(([keyword, value]) =>
    alternatives.every((part) => JSON.stringify(part[keyword]) === JSON.stringify(value)),
  );
  return { ...Object.fromEntries(agreed), ...whole, ...(Object.keys(properties).length > 0 ? { properties } : {}) };
}

/** The operations under `paths`, by operationId; one without an operationId goes by its call. */
export function operationsOf(document: Node): ReadonlyMap<string, Operation> {
  const found = Object.entries(child(document, 'paths')).flatMap(([path, item]) =>
    methods
      .filter((method) => isNode((item as Node)[method]))
      .map((method): [string, Operation] => {
        const node = child(item as Node, method);
        const call = `${method.toUpperCase()} ${path}`;
        const parameters = [...parametersOf(node), ...parametersOf(item as Node)];
        return [
          typeof node.operationId === 'string' ? node.operationId : call,
          { call, node, parameters: parameters.filter(firstOfItsName) },
        ];
      }),
  );
  return new Map(found);
}

/** The operation of a webhook, which has one method only. */
export function webhookOf(document: Node, name: string): Node {
  const item = child(child(document, 'webhooks'), name);
  return child(item, methods.find((method) => isNode(item[method])) ?? 'post');
}

/** The parameters that stand on an operation or a path item itself. */
export function parametersOf(node: Node): readonly Node[] {
  return nodes(node.parameters);
}

/** The JSON media type of a request body or a response. */
export function jsonOf(holder: unknown): Node {
  return child(child(isNode(holder) ? holder : {}, 'content'), 'application/json');
}

/** The property of this name, or the element (`[]`), or any key's value (`*`), of a schema; undefined where it has none. */
export function step(schema: unknown, name: string): unknown {
  const whole = flattened(schema);
  if (name === '[]') return whole.items;
  return name === '*' ? whole.additionalProperties : child(whole, 'properties')[name];
}

/**
 * Follows a place such as `withdrawAssets body requests[].order_id`, `listVaultHistory query state`,
 * `getDepositCallback reply notification.type`, `depositCallback body`, `withdrawAssets 400` (the response), `withdrawAssets 400 error`
 * (a field of its body), `scheme Checksum`, or "" for everything.
 */
export function locate(document: Node, place: string): unknown {
  const [owner = '', part, fields] = place.split(' ');
  if (owner === '') return document;
  if (owner === 'scheme') return child(child(child(document, 'components'), 'securitySchemes'), part ?? '');
  const operation = operationsOf(document).get(owner);
  const node = operation?.node ?? webhookOf(document, owner);
  if (part === undefined) return node;
  if (part === 'query' || part === 'path')
    return operation?.parameters.find(({ name, in: where }) => name === fields && where === part);
  const holder = part === 'body' ? node.requestBody : child(node, 'responses')[part === 'reply' ? '200' : part];
  if (/^\d/.test(part) && fields === undefined) return holder;
  const steps = fields?.match(/\[\]|[^.[\]]+/g) ?? [];
  return steps.reduce<unknown>(step, jsonOf(holder).schema);
}

/** An object's child that is an object itself, or an empty one. */
export function child(node: Node, name: string): Node {
  const value = node[name];
  return isNode(value) ? value : {};
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every object under a value, itself included. */
export function everyNode(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(everyNode);
  return isNode(value) ? [value, ...Object.values(value).flatMap(everyNode)] : [];
}

function nodes(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function firstOfItsName(parameter: Node, index: number, all: readonly Node[]): boolean {
  return all.findIndex(({ name, in: where }) => name === parameter.name && where === parameter.in) === index;
}

/** Two parts of one schema that hold together: names and marks are gathered, and of two values of a keyword the later one counts. */
function merged(first: Node, second: Node): Node {
  const result: Record<string, unknown> = { ...first, ...second };
  for (const keyword of gathered) {
    const [one, other] = [first[keyword], second[keyword]];
    if (one === undefined || other === undefined) continue;
    result[keyword] =
      isNode(one) && isNode(other) && keyword !== 'x-unspecified' ? mergedEach(one, other) : [one, other].flat();
  }
  return result;
}

function mergedEach(first: Node, second: Node): Node {
  const both = Object.keys(second).filter((name) => isNode(first[name]) && isNode(second[name]));
  return {
    ...first,
    ...second,
    ...Object.fromEntries(both.map((name) => [name, merged(child(first, name), child(second, name))])),
  };
}

function pointed(document: Node, ref: string): unknown {
  if (!ref.startsWith('#/'))
    throw new Error(`${ref} points out of the document: a bundle has references within it only`);
  const names = ref
    .slice(2)
    .split('/')
    .map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'));
  const target = names.reduce<unknown>((node, name) => (node as Node | undefined)?.[name], document);
  if (target === undefined) throw new Error(`${ref} points to nothing: the bundle is broken`);
  return target;
}
