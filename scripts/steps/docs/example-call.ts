// A call of an operation with the document's own examples: what every code sample shows, in one language or another.
import { bigintsOf, isBigint, type Bigints } from '../../lib/bigints.ts';
import { resolve, type Bundle, type Endpoint, type Parameter } from '../../lib/bundle.ts';
import { Problem } from '../../lib/problems.ts';

/** A value of the call, and where in it the bigints are. */
export interface Argument {
  readonly value: unknown;
  readonly bigints: Bigints | undefined;
}

/** One call. */
export interface ExampleCall {
  readonly operationId: string;
  readonly method: string;
  /** Base address, without a slash at its end. */
  readonly baseUrl: string;
  /** Path with its parameters filled in. */
  readonly path: string;
  /** The query without `t`, percent-encoded. */
  readonly query: readonly string[];
  readonly pathArguments: ReadonlyMap<string, Argument>;
  readonly queryArguments: ReadonlyMap<string, Argument>;
  /** Undefined where the operation takes none. */
  readonly body: Argument | undefined;
  /** A placeholder that says which API code it takes. */
  readonly apiCode: string;
  /** Whether it is a batch of orders that a client settles, and the field that holds them. */
  readonly orders: string | undefined;
}

/** The call: required parameters, those whose example is not the default, and the first example of a body. */
export function exampleCall(bundle: Bundle, { path, method, operation, parameters }: Endpoint): ExampleCall {
  const { operationId } = operation;
  const shown = parameters.filter(
    ({ required = false, schema, example }) => required || example !== resolve(bundle, schema).default,
  );
  const argumentsIn = (place: Parameter['in']): Map<string, Argument> =>
    new Map(
      shown
        .filter((parameter) => parameter.in === place)
        .map(({ name, schema, example }) => {
          if (example === undefined) throw new Problem(`${operationId} needs an example of its parameter ${name}.`);
          return [name, { value: example, bigints: isBigint(resolve(bundle, schema)) ? 1 : undefined }];
        }),
    );
  const pathArguments = argumentsIn('path');
  const queryArguments = argumentsIn('query');
  const readOnly = (operation.security ?? []).some((requirement) => 'ReadOnlyApiCode' in requirement);
  const body = exampleBody(bundle, operationId, operation.requestBody);
  return {
    operationId,
    method: method.toUpperCase(),
    baseUrl: baseUrlOf(bundle),
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(pathArguments.get(name)?.value))),
    query: Array.from(queryArguments, ([name, { value }]) => `${name}=${encodeURIComponent(String(value))}`),
    pathArguments,
    queryArguments,
    body,
    apiCode: readOnly ? 'THE-READ-ONLY-API-CODE' : 'THE-API-CODE',
    orders: operation['x-repeatable'] === 'same-order-id' ? Object.keys(body?.value ?? {})[0] : undefined,
  };
}

function exampleBody(
  bundle: Bundle,
  operationId: string,
  requestBody: Endpoint['operation']['requestBody'],
): Argument | undefined {
  if (!requestBody) return undefined;
  const { schema, examples = {} } = resolve(bundle, requestBody).content?.['application/json'] ?? {};
  const [first] = Object.values(examples);
  if (!first) throw new Problem(`${operationId} needs an example of its request.`);
  return { value: resolve(bundle, first).value, bigints: bigintsOf(bundle, schema) };
}

function baseUrlOf({ servers: [server] = [] }: Bundle): string {
  return (server?.url ?? '').replace(/\{(\w+)\}/g, (_, name: string) => server?.variables?.[name]?.default ?? '');
}
