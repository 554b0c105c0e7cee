/** The published document, as the probe and the fuzz need it: operations with requests that fit. */
import document from '@wallet-operations/openapi/openapi.json' with { type: 'json' };

type Node = Record<string, unknown>;

/** One operation with a request that fits it. */
export interface ProbedOperation {
  readonly operationId: string;
  readonly method: string;
  /** With its path parameters filled in. */
  readonly path: string;
  readonly parameters: readonly ProbedParameter[];
  readonly query: Readonly<Record<string, string>>;
  /** Every request example. */
  readonly bodies: readonly unknown[];
  /** Every answer: status, name and body. */
  readonly answers: readonly { readonly status: number; readonly name: string; readonly body: unknown }[];
}

export interface ProbedParameter {
  readonly name: string;
  readonly in: string;
  readonly isInteger: boolean;
  readonly template: string;
}

/** The node itself, or what its `$ref` points to. */
function follow(node: unknown): Node {
  const { $ref } = node as { $ref?: string };
  if ($ref === undefined) return node as Node;
  return follow(
    $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Node)[key], document),
  );
}

const examplesOf = (holder: unknown): [string, unknown][] => {
  const { content } = follow(holder) as { content?: { 'application/json': { examples: Node } } };
  return Object.entries(content?.['application/json'].examples ?? {}).map(([name, one]) => [name, follow(one).value]);
};

/** Every operation of the document. */
export const operations: ProbedOperation[] = Object.entries(document.paths).flatMap(([template, item]) =>
  Object.entries(item as unknown as Record<string, Node>).map(([method, operation]) => {
    const parameters = ((operation.parameters ?? []) as unknown[]).map(follow);
    const valueOf = ({ example }: Node): string => String(example);
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    return {
      operationId: String(operation.operationId),
      method: method.toUpperCase(),
      path: inPath.reduce<string>(
        (path, each) => path.replace(`{${String(each.name)}}`, encodeURIComponent(valueOf(each))),
        template,
      ),
      parameters: parameters.map((each) => ({
        name: String(each.name),
        in: String(each.in),
        isInteger: follow(each.schema).type === 'integer',
        template,
      })),
      query: Object.fromEntries(
        parameters.filter((each) => each.in === 'query').map((each) => [String(each.name), valueOf(each)]),
      ),
      bodies: operation.requestBody === undefined ? [] : examplesOf(operation.requestBody).map(([, body]) => body),
      answers: Object.entries(operation.responses as Node).flatMap(([status, response]) =>
        examplesOf(response).map(([name, body]) => ({ status: Number(status), name, body })),
      ),
    };
  }),
);
