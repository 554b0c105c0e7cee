/** What stands inside what, as a table: the walk follows it, and whatever it does not name is told as not changed. */
import type { Node } from '../document.ts';
import { ADDITIONAL, METHODS } from './operations.ts';
import type { SiteSort } from './site.ts';
import { SCHEMAS } from './schemas.ts';

/** What one key holds. */
export interface Inner {
  readonly key: string;
  /** One, a list or a map of them. */
  readonly holds: 'map' | 'list' | 'one';
  readonly sort: SiteSort;
  /** Its place in words. */
  readonly place: (outer: string, name: string, node: Node) => string;
}

const same = (outer: string): string => outer;
const component =
  (word: string) =>
  (_: string, name: string): string =>
    `${word} ${name}`;

/** What a parameter is called: by its place and name, or by the component that it is. */
const called = (outer: string, _: string, { $ref, in: where, name }: Node): string =>
  `${outer} ${typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : `${String(where)} ${String(name)}`}`;

const server: Inner = {
  key: 'servers',
  holds: 'list',
  sort: 'server',
  place: (outer, _, { url }) => `${outer === 'document' ? '' : `${outer} `}server ${String(url)}`,
};
const parameters: Inner = { key: 'parameters', holds: 'list', sort: 'parameter', place: called };

/** The schema, examples and media types of a body, a parameter or a header. JSON goes without saying. */
const content: readonly Inner[] = [
  { key: 'schema', holds: 'one', sort: 'schema', place: same },
  { key: 'examples', holds: 'map', sort: 'example', place: (outer, name) => `${outer} example ${name}` },
  {
    key: 'content',
    holds: 'map',
    sort: 'mediaType',
    place: (outer, type) => (type === 'application/json' ? outer : `${outer} ${type}`),
  },
];
const headers: Inner = {
  key: 'headers',
  holds: 'map',
  sort: 'header',
  place: (outer, name) => `${outer} header ${name}`,
};
const operation: readonly Inner[] = [
  server,
  parameters,
  { key: 'requestBody', holds: 'one', sort: 'requestBody', place: (outer) => `${outer} body` },
  { key: 'responses', holds: 'one', sort: 'responses', place: same },
  { key: 'callbacks', holds: 'map', sort: 'callback', place: (outer, name) => `${outer} callback ${name}` },
];

/** By sort, what stands inside. The operations of paths have names of their own, which the walk knows. */
export const INSIDE: Readonly<Record<SiteSort, readonly Inner[]>> = {
  document: [server, { key: 'components', holds: 'one', sort: 'components', place: () => 'components' }],
  components: [
    { key: 'securitySchemes', holds: 'map', sort: 'securityScheme', place: component('scheme') },
    { key: 'pathItems', holds: 'map', sort: 'path', place: component('pathItem') },
    { key: 'parameters', holds: 'map', sort: 'parameter', place: component('parameter') },
    { key: 'headers', holds: 'map', sort: 'header', place: component('header') },
    { key: 'requestBodies', holds: 'map', sort: 'requestBody', place: component('body') },
    { key: 'responses', holds: 'map', sort: 'response', place: component('response') },
    { key: 'callbacks', holds: 'map', sort: 'callback', place: component('callback') },
    { key: 'links', holds: 'map', sort: 'link', place: component('link') },
    { key: 'schemas', holds: 'map', sort: 'schema', place: component('schema') },
    { key: 'examples', holds: 'map', sort: 'example', place: component('example') },
  ],
  path: [
    server,
    parameters,
    ...METHODS.map((key): Inner => ({ key, holds: 'one', sort: 'operation', place: (outer) => `${outer} ${key}` })),
    { key: ADDITIONAL, holds: 'map', sort: 'operation', place: (outer, method) => `${outer} ${method}` },
  ],
  operation,
  webhook: operation,
  callback: [], // each of its keys is an address, and the walk knows
  callbackOperation: operation,
  parameter: content,
  header: content,
  requestBody: content,
  responses: [], // each of its keys is a status
  response: [
    headers,
    ...content,
    { key: 'links', holds: 'map', sort: 'link', place: (outer, name) => `${outer} link ${name}` },
  ],
  link: [{ ...server, key: 'server', holds: 'one' }],
  mediaType: [
    ...content,
    { key: 'itemSchema', holds: 'one', sort: 'schema', place: (outer) => `${outer} each` },
    { key: 'encoding', holds: 'map', sort: 'encoding', place: (outer, name) => `${outer} encoding ${name}` },
  ],
  encoding: [headers],
  schema: SCHEMAS.map(({ keyword: key, holds }): Inner => ({ key, holds, sort: 'schema', place: same })),
  example: [],
  securityScheme: [],
  server: [],
};
