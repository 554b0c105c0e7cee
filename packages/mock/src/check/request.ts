/** Holds requests against the document, with Ajv: exact where numbers are long, and strict in how they are written. */
import { isNode, jsonContent, type Node, type OpenApiDocument, type Operation, parametersOf } from '../document.ts';
import { once } from '../once.ts';
import type { Violation } from '../violation.ts';
import { toDouble } from './json.ts';
import type { Validate, Validator } from './validator.ts';

/** What of a request the document has rules for. */
export interface CheckedRequest {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** As {@link parseJson} gives it. Undefined when there is none. */
  readonly body: unknown;
}

/** Makes the check of parameters and bodies. Credentials and undeclared parameters are not looked at. */
export function createRequestCheck(
  document: OpenApiDocument,
  validator: Validator,
): (request: CheckedRequest) => Violation[] {
  const checkOf = once((operation: Operation) => operationCheck(document, validator, operation));
  return ({ operation, path, query, body }) => {
    const check = checkOf(operation);
    return [
      ...check.path(
        read(check.inPath, (name) => path[name]),
        ['path'],
      ),
      ...repeated(check.inQuery, query),
      ...check.query(
        read(check.inQuery, (name) => query.get(name) ?? undefined),
        ['query'],
      ),
      ...(body === undefined ? [] : check.body(body, ['body'])),
    ];
  };
}

interface OperationCheck {
  readonly inPath: readonly Parameter[];
  readonly inQuery: readonly Parameter[];
  readonly path: Validate;
  readonly query: Validate;
  readonly body: Validate;
}

/** A parameter and the keys that lead to it. */
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly isInteger: boolean;
  readonly required: boolean;
  readonly schema: readonly string[];
}

const nothingToCheck: Validate = () => [];

function operationCheck(document: OpenApiDocument, validator: Validator, operation: Operation): OperationCheck {
  const at = ['paths', operation.path, operation.method.toLowerCase()];
  const parameters = parametersOf(document, operation).map((node, i): Parameter => {
    const schema = [...at, 'parameters', String(i), 'schema'];
    const isInteger = typeOf(document, node.schema) === 'integer';
    return { name: String(node.name), in: String(node.in), isInteger, required: node.required === true, schema };
  });
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const validate = (own: readonly Parameter[]): Validate =>
    validator.object(
      Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
      own.filter(({ required }) => required).map(({ name }) => name),
    );
  const { requestBody } = operation.node;
  const hasBody = jsonContent(document, requestBody).schema !== undefined;
  return {
    inPath,
    inQuery,
    path: validate(inPath),
    query: validate(inQuery),
    body: hasBody ? validator.at(...at, 'requestBody', 'content', 'application/json', 'schema') : nothingToCheck,
  };
}

/** The type that a schema has, itself or by what it refers to. */
function typeOf(document: OpenApiDocument, schema: unknown): unknown {
  if (!isNode(schema)) return undefined;
  if (schema.type !== undefined || typeof schema.$ref !== 'string') return schema.type;
  const target = schema.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (isNode(at) ? at[key] : undefined), document);
  return typeOf(document, target);
}

/** Parameters as values: an integer is one only if it is written in decimal digits, and not as 1e3, 0x1f or ' 5'. */
function read(parameters: readonly Parameter[], textOf: (name: string) => string | undefined): Node {
  const values: Node = {};
  for (const { name, isInteger } of parameters) {
    const text = textOf(name);
    if (text !== undefined) values[name] = isInteger && /^-?\d+$/.test(text) ? toDouble(text) : text;
  }
  return values;
}

function repeated(parameters: readonly Parameter[], query: URLSearchParams): Violation[] {
  return parameters
    .filter(({ name }) => query.getAll(name).length > 1)
    .map(({ name }) => ({ path: ['query', name], code: 'repeated', message: 'must not be there twice' }));
}
