/** The operations of a document, each with what a request and an answer are held against. */
import { childOf, follow, isNode, jsonContent, type Node, type OpenApiDocument } from './node.ts';

/** One documented answer: an example under its name, with the status that it stands under. */
export interface Example {
  readonly name: string;
  readonly status: number;
  readonly body: unknown;
  /** The row of the error catalogue that it is an example of: text and message with their placeholders. */
  readonly row?: Node;
}

/** One operation. */
export interface Operation {
  readonly operationId: string;
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  /** The operation itself, as the document has it. */
  readonly node: Node;
  /** Its parameters, references followed. */
  readonly parameters: readonly Node[];
  /** The security schemes that it asks for; all of them, for no operation has a choice. */
  readonly schemes: readonly Node[];
  /** The schema of its body. Undefined where it takes none. */
  readonly bodySchema: unknown;
  /** Every example of every answer, in the document's order. */
  readonly examples: readonly Example[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** The JSON media type of the answer under a status; empty where none is documented. */
export const answerContent = (document: OpenApiDocument, { node: { responses } }: Operation, status: number): Node =>
  jsonContent(document, childOf(responses, String(status)));

/** Every operation of the document, in its order. */
export const operationsOf = (document: OpenApiDocument): Operation[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, node]) => ({
        operationId: String(node.operationId),
        method: method.toUpperCase(),
        path,
        node,
        parameters: (Array.isArray(node.parameters) ? node.parameters : []).map((each) => follow(document, each)),
        schemes: schemesOf(document, node),
        bodySchema: jsonContent(document, node.requestBody).schema,
        examples: examplesOf(document, node),
      })),
  );

function schemesOf(document: OpenApiDocument, operation: Node): Node[] {
  const { securitySchemes } = follow(document, document.components);
  const [wanted] = (operation.security ?? document.security ?? []) as Node[];
  return Object.keys(wanted ?? {}).map((name) => follow(document, isNode(securitySchemes) && securitySchemes[name]));
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
