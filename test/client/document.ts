/** The document's own examples, and what a client must make of them: read from the bundle, not from the client's tables. */
import bundle from '@wallet-operations/openapi/openapi.json' with { type: 'json' };

type Node = Record<string, unknown>;

/** An operation, with its examples. */
export interface Operation {
  readonly operationId: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly inPath: Node;
  readonly inQuery: Node;
  /** Request bodies by name; one nameless undefined where there is none. */
  readonly bodies: readonly (readonly [name: string, body: Node | undefined])[];
  /** Bodies of 200, as JSON and as the client must give them. */
  readonly answers: readonly { readonly name: string; readonly json: Node; readonly value: unknown }[];
  readonly repeatable: string;
}

function follow(node: unknown): Node {
  const { $ref } = node as { $ref?: string };
  if ($ref === undefined) return node as Node;
  const steps = $ref.slice(2).split('/');
  return follow(
    steps.reduce<unknown>((at, step) => (at as Node)[step.replaceAll('~1', '/').replaceAll('~0', '~')], bundle),
  );
}

const contentOf = (holder: unknown): { schema: unknown; examples: [string, Node][] } => {
  const media = follow((follow(holder).content as Node)['application/json']);
  const examples = Object.entries(media.examples as Node).map(([name, example]): [string, Node] => [
    name,
    follow(example).value as Node,
  ]);
  return { schema: media.schema, examples };
};

function parametersIn(place: string, parameters: readonly unknown[]): Node {
  const here = parameters.map(follow).filter((parameter) => parameter.in === place);
  return Object.fromEntries(here.map(({ name, example }): [string, unknown] => [String(name), example]));
}

/** A value with a bigint wherever its schema says int64 or uint64, but for Unix seconds. */
function exact(value: unknown, schema: unknown): unknown {
  const { 'x-unit': unit, format, items, properties = {}, additionalProperties, allOf = [] } = follow(schema);
  if (typeof value === 'number') return /^u?int64$/.test(String(format)) && unit !== 'seconds' ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map((item) => exact(item, items));
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.assign({}, ...(allOf as unknown[]).map((part) => follow(part).properties), properties) as Node;
  const others = typeof additionalProperties === 'object' ? additionalProperties : {};
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, exact(inner, known[key] ?? others)]));
}

/** Every operation of the document. */
export const operations: readonly Operation[] = Object.entries(bundle.paths).flatMap(([path, item]) =>
  (['get', 'post'] as const).flatMap((method): Operation[] => {
    const operation = (item as Node)[method] as Node | undefined;
    if (!operation) return [];
    const parameters = [
      ...(((item as Node).parameters ?? []) as unknown[]),
      ...((operation.parameters ?? []) as unknown[]),
    ];
    const { schema, examples } = contentOf((operation.responses as Node)['200']);
    return [
      {
        operationId: operation.operationId as string,
        method: method === 'get' ? 'GET' : 'POST',
        path,
        inPath: parametersIn('path', parameters),
        inQuery: parametersIn('query', parameters),
        bodies: operation.requestBody ? contentOf(operation.requestBody).examples : [['', undefined]],
        answers: examples.map(([name, body]) => ({ name, json: body, value: exact(body, schema) })),
        repeatable: operation['x-repeatable'] as string,
      },
    ];
  }),
);
