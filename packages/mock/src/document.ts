/** Reads an OpenAPI document as the mock needs it: references followed, operations with their examples by name. */

/** Anything of an OpenAPI document, before anyone has looked at it. */
export type Node = Record<string, unknown>;

/** A bundled OpenAPI 3.1 document: every `$ref` in it points into itself. */
export type OpenApiDocument = Node & { paths: Record<string, Record<string, Node>> };

/** One documented answer: an example under its name, with the status that it stands under. */
export interface Example {
  readonly name: string;
  readonly status: number;
  readonly body: unknown;
  /** The row of the error catalogue that it is an example of: text and message with their placeholders. */
  readonly row?: Node;
}

/** One operation, with what the mock asks of it. */
export interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** The operation itself, as the document has it. */
  readonly node: Node;
  /** Every example of every response, in the document's order. */
  readonly examples: readonly Example[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Whether a value can be looked into. */
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The node that a `$ref` points to, or the node itself. Keywords beside a `$ref` are not merged in. */
export function follow(document: OpenApiDocument, value: unknown): Node {
  let node = isNode(value) ? value : {};
  while (typeof node.$ref === 'string') {
    let target: unknown = document;
    for (const segment of node.$ref.slice(2).split('/'))
      target = isNode(target) ? target[segment.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
    node = isNode(target) ? target : {};
  }
  return node;
}

/** Every operation of the document, in its order. */
export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, node]) => ({
        operationId: String(node.operationId),
        method: method.toUpperCase(),
        path,
        node,
        examples: examplesOf(document, node),
      })),
  );
}

/** The parameters of an operation, references followed. */
export const parametersOf = (document: OpenApiDocument, { node }: Operation): Node[] =>
  (Array.isArray(node.parameters) ? node.parameters : []).map((each) => follow(document, each));

/** The security schemes that the operation asks for; all of them, for no operation has a choice. */
export function schemesOf(document: OpenApiDocument, { node }: Operation): Node[] {
  const { securitySchemes } = follow(document, document.components);
  const [wanted] = (node.security ?? document.security ?? []) as Node[];
  return Object.keys(wanted ?? {}).map((name) => follow(document, isNode(securitySchemes) && securitySchemes[name]));
}

/** The JSON media type of a request body or a response. */
export function jsonContent(document: OpenApiDocument, holder: unknown): Node {
  const content = follow(document, holder).content;
  return isNode(content) && isNode(content['application/json']) ? content['application/json'] : {};
}

function examplesOf(document: OpenApiDocument, operation: Node): Example[] {
  return Object.entries(isNode(operation.responses) ? operation.responses : {}).flatMap(([status, response]) => {
    const { examples } = jsonContent(document, response);
    return Object.entries(isNode(examples) ? examples : {}).map(([name, example]) => {
      const { value, 'x-error': row } = follow(document, example);
      return { name, status: Number(status), body: value, ...(isNode(row) && { row }) };
    });
  });
}
