// The places of an OpenAPI document: which object of it is a schema, a parameter, an operation. What an `x-` key means hangs on that,
// and what only looks like one (a property that is called so, a value of an example) is none.
import { pointerKeys } from './bundle.ts';

/** Any object of the document. */
export type Node = Readonly<Record<string, unknown>>;

/** How parts stand under a key: one, a list of them, or a map of any names. Under `*`: one under each name that is no extension. */
type Parts = Readonly<Record<string, readonly [how: 'one' | 'list' | 'map', kind: string]>>;

const all = (how: 'one' | 'list' | 'map', kind: string, ...keys: readonly string[]): Parts =>
  Object.fromEntries(keys.map((key) => [key, [how, kind] as const]));

const content = all('map', 'media type', 'content');
const carried = { ...content, ...all('one', 'schema', 'schema'), ...all('map', 'example', 'examples') };
const shared = { ...all('list', 'parameter', 'parameters'), ...all('list', 'server', 'servers') };
const answered = { responses: ['one', 'responses'], callbacks: ['map', 'callback'] } as const;

/** Each kind of object, with its parts. */
const KINDS = {
  document: {
    ...all('one', 'info', 'info'),
    ...all('list', 'server', 'servers'),
    ...all('list', 'tag', 'tags'),
    ...all('one', 'paths', 'paths'),
    ...all('map', 'path', 'webhooks'),
    ...all('one', 'components', 'components'),
  },
  info: {},
  server: all('map', 'server variable', 'variables'),
  'server variable': {},
  tag: {},
  paths: all('one', 'path', '*'),
  path: { ...shared, ...all('one', 'operation', 'get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace') },
  operation: { ...shared, ...answered, ...all('one', 'request body', 'requestBody') },
  callback: all('one', 'path', '*'),
  parameter: carried,
  'request body': content,
  responses: all('one', 'response', '*'),
  response: { ...content, ...all('map', 'header', 'headers'), ...all('map', 'link', 'links') },
  header: carried,
  link: {},
  'media type': carried,
  schema: {
    ...all('list', 'schema', 'allOf', 'anyOf', 'oneOf', 'prefixItems'),
    ...all('map', 'schema', 'properties', 'patternProperties', 'dependentSchemas', '$defs'),
    ...all('one', 'schema', 'items', 'additionalProperties', 'unevaluatedItems', 'unevaluatedProperties'),
    ...all('one', 'schema', 'contains', 'propertyNames', 'not', 'if', 'then', 'else'),
  },
  example: {},
  'security scheme': {},
  components: {
    ...all('map', 'schema', 'schemas'),
    ...all('map', 'response', 'responses'),
    ...all('map', 'parameter', 'parameters'),
    ...all('map', 'example', 'examples'),
    ...all('map', 'request body', 'requestBodies'),
    ...all('map', 'header', 'headers'),
    ...all('map', 'link', 'links'),
    ...all('map', 'security scheme', 'securitySchemes'),
    ...all('map', 'callback', 'callbacks'),
    ...all('map', 'path', 'pathItems'),
  },
} satisfies Record<string, Parts>;

/** What an object of the document is. */
export type Kind = keyof typeof KINDS;
export const kinds = Object.keys(KINDS) as Kind[];

/** One object of the document. */
export interface Place {
  readonly kind: Kind;
  /** Keys that lead to it from the top of the document. */
  readonly pointer: readonly string[];
  readonly node: Node;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isExtension = (key: string): boolean => key.startsWith('x-');

/** Every object of the document, once, where it stands: references are not followed. */
export function* placesOf(document: Node): Generator<Place> {
  yield* placesUnder({ kind: 'document', pointer: [], node: document });
}

function* placesUnder(place: Place): Generator<Place> {
  yield place;
  for (const part of partsOf(place)) yield* placesUnder(part);
}

/** The objects that a place is made of, references not followed. */
export function partsOf({ kind, pointer, node }: Place): Place[] {
  return Object.entries(KINDS[kind] as Parts).flatMap(([key, [how, part]]) => {
    const names = key === '*' ? Object.keys(node).filter((name) => !isExtension(name)) : [key];
    return names.flatMap((name) =>
      valuesOf(node[name], how).map(([keys, value]) => ({
        kind: part as Kind,
        pointer: [...pointer, name, ...keys],
        node: value,
      })),
    );
  });
}

function valuesOf(value: unknown, how: 'one' | 'list' | 'map'): [keys: string[], value: Node][] {
  if (how === 'one') return isNode(value) ? [[[], value]] : [];
  const entries = Object.entries(isNode(value) || (how === 'list' && Array.isArray(value)) ? value : {});
  return entries.flatMap(([name, one]) => (isNode(one) ? [[[name], one] as [string[], Node]] : []));
}

/** The value to which keys lead; undefined where the document has none. */
export function valueAt(document: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
}

/** What an object refers to, where it does, and so on until something refers to nothing: the object itself comes first. */
export function followed(document: Node, place: Place): Place[] {
  const chain = [place];
  for (let node = place.node; typeof node['$ref'] === 'string';) {
    const pointer = pointerKeys(node['$ref']);
    const target = valueAt(document, pointer);
    if (!isNode(target) || chain.some((one) => one.node === target)) break;
    chain.push({ kind: place.kind, pointer, node: target });
    node = target;
  }
  return chain;
}
