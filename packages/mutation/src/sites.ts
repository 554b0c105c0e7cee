/** Walks an OpenAPI 3.1 document and names every site at which a fact can stand. */
import { child, isNode, nodes, type Node, type Pointer } from './document.ts';

/** What a site is; a mutator looks at sites of one sort. */
export type SiteSort =
  | 'document'
  | 'operation'
  | 'webhook'
  | 'parameter'
  | 'header'
  | 'requestBody'
  | 'responses'
  | 'response'
  | 'mediaType'
  | 'schema'
  | 'example'
  | 'securityScheme'
  | 'server';

/** A place of a document that holds facts. */
export interface Site {
  readonly sort: SiteSort;
  /** In words, such as `listOrders query limit` or `schema Order items[].price`. */
  readonly place: string;
  readonly pointer: Pointer;
  readonly node: Node;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** An operation, with the site that it is. */
export interface FoundOperation {
  /** operationId, or method and path where it has none; the name of a webhook. */
  readonly name: string;
  readonly pointer: Pointer;
  readonly node: Node;
  readonly isWebhook: boolean;
}

/** Every operation and webhook of a document. */
export function operationsOf(document: Node): readonly FoundOperation[] {
  return (['paths', 'webhooks'] as const).flatMap((where) =>
    Object.keys(child(document, where)).flatMap((path) =>
      METHODS.filter((method) => isNode(child(child(document, where), path)[method])).map((method) => {
        const node = child(child(child(document, where), path), method);
        const named = typeof node.operationId === 'string' ? node.operationId : undefined;
        const isWebhook = where === 'webhooks';
        const name = isWebhook ? path : (named ?? `${method.toUpperCase()} ${path}`);
        return { name, pointer: [where, path, method], node, isWebhook };
      }),
    ),
  );
}

/** Every site of a document, in its order. */
export function* sitesOf(document: Node): Generator<Site> {
  yield { sort: 'document', place: 'document', pointer: [], node: document };
  for (const [i, node] of nodes(document.servers).entries())
    yield { sort: 'server', place: `server ${String(node.url)}`, pointer: ['servers', String(i)], node };
  for (const [path, item] of Object.entries(child(document, 'paths')))
    if (isNode(item)) yield* parametersUnder(`path ${path}`, ['paths', path], item);
  for (const { name, pointer, node, isWebhook } of operationsOf(document)) {
    yield { sort: isWebhook ? 'webhook' : 'operation', place: name, pointer, node };
    yield* parametersUnder(name, pointer, node);
    if (isNode(node.requestBody)) yield* bodyUnder(`${name} body`, [...pointer, 'requestBody'], node.requestBody);
    if (isNode(node.responses)) {
      const at = [...pointer, 'responses'];
      yield { sort: 'responses', place: name, pointer: at, node: node.responses };
      for (const [status, response] of Object.entries(node.responses))
        if (isNode(response)) yield* responseUnder(`${name} ${status}`, [...at, status], response);
    }
  }
  yield* componentsOf(child(document, 'components'));
}

function* componentsOf(components: Node): Generator<Site> {
  const each = function* (group: string): Generator<[name: string, pointer: Pointer, node: Node]> {
    for (const [name, node] of Object.entries(child(components, group)))
      if (isNode(node)) yield [name, ['components', group, name], node];
  };
  for (const [name, pointer, node] of each('securitySchemes'))
    yield { sort: 'securityScheme', place: `scheme ${name}`, pointer, node };
  for (const [name, pointer, node] of each('parameters')) yield* parameterUnder(`parameter ${name}`, pointer, node);
  for (const [name, pointer, node] of each('headers')) yield* headerUnder(`header ${name}`, pointer, node);
  for (const [name, pointer, node] of each('requestBodies')) yield* bodyUnder(`body ${name}`, pointer, node);
  for (const [name, pointer, node] of each('responses')) yield* responseUnder(`response ${name}`, pointer, node);
  for (const [name, pointer, node] of each('schemas')) yield* schemaUnder(`schema ${name}`, pointer, node);
  for (const [name, pointer, node] of each('examples'))
    yield { sort: 'example', place: `example ${name}`, pointer, node };
}

function* parametersUnder(place: string, pointer: Pointer, holder: Node): Generator<Site> {
  const list = Array.isArray(holder.parameters) ? (holder.parameters as unknown[]) : [];
  for (const [i, node] of list.entries()) {
    if (!isNode(node)) continue;
    const called =
      typeof node.$ref === 'string' ? (node.$ref.split('/').at(-1) ?? '') : `${String(node.in)} ${String(node.name)}`;
    yield* parameterUnder(`${place} ${called}`, [...pointer, 'parameters', String(i)], node);
  }
}

function* parameterUnder(place: string, pointer: Pointer, node: Node): Generator<Site> {
  yield { sort: 'parameter', place, pointer, node };
  yield* contentUnder(place, pointer, node);
}

function* headerUnder(place: string, pointer: Pointer, node: Node): Generator<Site> {
  yield { sort: 'header', place, pointer, node };
  yield* contentUnder(place, pointer, node);
}

function* bodyUnder(place: string, pointer: Pointer, node: Node): Generator<Site> {
  yield { sort: 'requestBody', place, pointer, node };
  yield* contentUnder(place, pointer, node);
}

function* responseUnder(place: string, pointer: Pointer, node: Node): Generator<Site> {
  yield { sort: 'response', place, pointer, node };
  for (const [name, header] of Object.entries(child(node, 'headers')))
    if (isNode(header)) yield* headerUnder(`${place} header ${name}`, [...pointer, 'headers', name], header);
  yield* contentUnder(place, pointer, node);
}

/** The schema and the media types of a body, a parameter or a header. JSON goes without saying. */
function* contentUnder(place: string, pointer: Pointer, holder: Node): Generator<Site> {
  if (isNode(holder.schema)) yield* schemaUnder(place, [...pointer, 'schema'], holder.schema);
  for (const [type, node] of Object.entries(child(holder, 'content'))) {
    if (!isNode(node)) continue;
    const named = type === 'application/json' ? place : `${place} ${type}`;
    const at = [...pointer, 'content', type];
    yield { sort: 'mediaType', place: named, pointer: at, node };
    if (isNode(node.schema)) yield* schemaUnder(named, [...at, 'schema'], node.schema);
    for (const [name, example] of Object.entries(child(node, 'examples')))
      if (isNode(example) && 'value' in example)
        yield { sort: 'example', place: `${named} example ${name}`, pointer: [...at, 'examples', name], node: example };
  }
}

/** Keywords whose value is a map of schemas, a list of schemas, or one schema, and how the way through them is written. */
const INNER: readonly (readonly [keyword: string, holds: 'map' | 'list' | 'one', written: (name: string) => string])[] =
  [
    ['properties', 'map', (name) => `.${name}`],
    ['patternProperties', 'map', (name) => `.${name}`],
    ['dependentSchemas', 'map', (name) => `.if ${name}`],
    ['additionalProperties', 'one', () => '.*'],
    ['unevaluatedProperties', 'one', () => '.*'],
    ['propertyNames', 'one', () => '.key'],
    ['items', 'one', () => '[]'],
    ['prefixItems', 'list', (i) => `[${i}]`],
    ['contains', 'one', () => '[contains]'],
    ['allOf', 'list', (i) => `.allOf ${i}`],
    ['anyOf', 'list', (i) => `.anyOf ${i}`],
    ['oneOf', 'list', (i) => `.oneOf ${i}`],
    ['not', 'one', () => '.not'],
    ['if', 'one', () => '.if'],
    ['then', 'one', () => '.then'],
    ['else', 'one', () => '.else'],
  ];

function* schemaUnder(place: string, pointer: Pointer, node: Node, way = ''): Generator<Site> {
  yield { sort: 'schema', place: way ? `${place} ${way.replace(/^\./, '')}` : place, pointer, node };
  for (const [keyword, holds, written] of INNER) {
    const value = node[keyword];
    const inner: [string, Pointer, unknown][] =
      holds === 'one'
        ? [['', [], value]]
        : Object.entries(isNode(value) || Array.isArray(value) ? value : {}).map(([name, one]) => [name, [name], one]);
    for (const [name, step, schema] of inner)
      if (isNode(schema)) yield* schemaUnder(place, [...pointer, keyword, ...step], schema, way + written(name));
  }
}
