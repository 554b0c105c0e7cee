// The parts of the bundled document that the scripts read, and the ways through it.

import type { Points } from '@wallet-operations/answers';

/** A value, or a reference to it within the bundle. */
export type Referable<T> = T | { $ref: string };

export interface Bundle {
  info: { title: string; version: string; summary?: string; description?: string };
  servers?: { url: string; variables?: Record<string, { default: string }> }[];
  security?: Record<string, string[]>[];
  tags?: Tag[];
  'x-open-points': Points;
  'x-answered-points'?: Points;
  'x-tagGroups'?: { name: string; tags: string[] }[];
  paths: Record<string, PathItem>;
  webhooks?: Record<string, PathItem>;
  components: {
    schemas?: Record<string, Schema>;
    examples?: Record<string, Example>;
    responses?: Record<string, Response>;
  };
}

/** A group of operations or, with `x-traitTag`, a page of prose. */
export interface Tag {
  name: string;
  description?: string;
  'x-traitTag'?: boolean;
  'x-states'?: States;
  /** The points that it hangs on, while they are open. */
  'x-unspecified'?: string | string[];
}

/** The states of a thing; the first is the one it begins in. */
export interface States {
  title: string;
  /** What the numbers of the states are. */
  numbers?: string;
  /** Whether they are assumed. */
  assumed?: boolean;
  states: State[];
}

export interface State {
  name: string;
  number?: number;
  /** What brings it into this state. */
  when: string;
  /** The states that it may come from. */
  after?: string[];
  /** What of it is a guess: the state as a whole, or only how it is reached. */
  assumed?: 'state' | 'move';
}

interface PathItem extends Partial<Record<Method, Operation>> {
  parameters?: Referable<Parameter>[];
}

export interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters?: Referable<Parameter>[];
  description?: string;
  requestBody?: Referable<{ required?: boolean; content?: Record<string, MediaType> }>;
  responses: Record<string, Referable<Response>>;
  'x-repeatable': 'always' | 'same-order-id' | 'never';
  'x-paging'?: { records: string; total: string; key: string[] };
  'x-wallet-kinds'?: string[];
  'x-batch'?: { asks: string; atMost: number; finds: string; key?: string };
}

export interface Response {
  description?: string;
  content?: Record<string, MediaType>;
}

export interface MediaType {
  schema?: Referable<Schema>;
  examples?: Record<string, Referable<Example>>;
}

/** The keywords of a schema that lead to its parts, and those that tell of numbers. */
export interface Schema {
  type?: string;
  description?: string;
  format?: string;
  default?: unknown;
  maximum?: number;
  maxItems?: number;
  'x-unit'?: string;
  enum?: number[];
  'x-extensible-enum'?: number[];
  /** One for each of `enum`, as the lint holds. */
  'x-enum-varnames'?: string[];
  'x-extensible-enum-varnames'?: string[];
  /** The open points that it hangs on. */
  'x-unspecified'?: string | string[];
  properties?: Record<string, Referable<Schema>>;
  items?: Referable<Schema>;
  additionalProperties?: Referable<Schema> | boolean;
  allOf?: Referable<Schema>[];
  oneOf?: Referable<Schema>[];
  anyOf?: Referable<Schema>[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  schema: Referable<Schema>;
  example?: unknown;
}

export interface Example {
  summary?: string;
  description?: string;
  value?: unknown;
  'x-error'?: {
    reason: string;
    status: number;
    code?: number;
    text: string;
    message?: string;
    /** What it says of the very same request: refused so always, until something changes, or for seconds. */
    repeat: 'never' | 'later' | 'soon';
    /** When it is given, where no order of the request is the cause of it. */
    stage?: 'authentication' | 'admission';
  };
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
export type Method = (typeof METHODS)[number];

/** The keys of a JSON pointer such as `#/paths/~1v1/get`. */
export function pointerKeys(pointer: string): string[] {
  const keys = pointer.split('/').slice(1);
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The JSON pointer of keys. */
export function pointerTo(keys: readonly string[]): string {
  return ['#', ...keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}

/** Follows references until there is a value. */
export function resolve<T extends object>(bundle: Bundle, node: Referable<T>): T {
  if (!('$ref' in node)) return node;
  const target = pointerKeys(node.$ref).reduce<unknown>(
    (value, key) => (value as Record<string, unknown>)[key],
    bundle,
  );
  return resolve(bundle, target as Referable<T>);
}

/** An operation, where it stands, and its parameters together with those of its path. */
export interface Endpoint {
  path: string;
  method: Method;
  operation: Operation;
  parameters: Parameter[];
}

/** Every operation, in the document's order. */
export function endpointsOf(bundle: Bundle): Endpoint[] {
  return endpointsIn(bundle, bundle.paths);
}

/** Every operation of yours that the service calls, in the document's order. */
export function webhooksOf(bundle: Bundle): Endpoint[] {
  return endpointsIn(bundle, bundle.webhooks ?? {});
}

function endpointsIn(bundle: Bundle, items: Record<string, PathItem>): Endpoint[] {
  return Object.entries(items).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((key): key is Method => (METHODS as readonly string[]).includes(key))
      .map((method) => {
        const operation = item[method] as Operation;
        const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
        return { path, method, operation, parameters: parameters.map((parameter) => resolve(bundle, parameter)) };
      }),
  );
}

/** The examples that a response lists, by their keys. */
export function examplesOf(
  bundle: Bundle,
  operation: Operation,
  status: string,
): [key: string, example: Referable<Example>][] {
  const response = operation.responses[status];
  const content = response && resolve(bundle, response).content;
  return Object.entries(content?.['application/json']?.examples ?? {});
}
