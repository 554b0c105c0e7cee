/** Ajv for the schemas of a document: its formats, and the keywords that JSON Schema has not. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isNode, type OpenApiDocument } from '../document.ts';
import type { Violation } from '../violation.ts';
import { KEYWORDS } from './keywords.ts';

/** What is wrong with a value, at which place of the request or the answer. */
export type Validate = (value: unknown, place: readonly string[]) => Violation[];

/** Compiles a schema of the document, given by its pointer's keys, or made of such. */
export interface Validator {
  /** Compiled at its first use. `keys` lead from the root of the document, through references, to the schema. */
  readonly at: (...keys: readonly string[]) => Validate;
  /** An object whose properties are schemas of the document, each given by its keys. */
  readonly object: (properties: Readonly<Record<string, readonly string[]>>, required: readonly string[]) => Validate;
}

const RANGES = {
  int32: [-(2 ** 31), 2 ** 31],
  uint32: [0, 2 ** 32],
  int64: [-(2 ** 63), 2 ** 63],
  uint64: [0, 2 ** 64],
} as const;

/** Makes the validator. The document is read, never written to. */
export function createValidator(document: OpenApiDocument): Validator {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false, validateSchema: false });
  // Node sees a CommonJS module here, TypeScript an ES one.
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  for (const [format, [from, below]] of Object.entries(RANGES))
    ajv.addFormat(format, { type: 'number', validate: (n) => Number.isInteger(n) && n >= from && n < below });
  for (const [keyword, validate] of Object.entries(KEYWORDS)) ajv.addKeyword({ keyword, validate, errors: true });
  ajv.addSchema(document, 'document');

  const ref = (keys: readonly string[]): object => ({ $ref: `document#/${pointerOf(document, keys)}` });
  return {
    at: (...keys) => reporting(() => ajv.compile(ref(keys))),
    object: (properties, required) =>
      reporting(() =>
        ajv.compile({
          type: 'object',
          properties: Object.fromEntries(Object.entries(properties).map(([name, keys]) => [name, ref(keys)])),
          required,
        }),
      ),
  };
}

/** The pointer to a schema, which must not lead through a reference. */
function pointerOf(document: OpenApiDocument, keys: readonly string[]): string {
  let node: unknown = document;
  let pointer: string[] = [];
  const resolve = (): void => {
    while (isNode(node) && typeof node.$ref === 'string') {
      pointer = node.$ref.slice(2).split('/');
      node = pointer.reduce<unknown>(
        (at, key) => childOf(at, key.replaceAll('~1', '/').replaceAll('~0', '~')),
        document,
      );
    }
  };
  for (const key of keys) {
    resolve();
    node = childOf(node, key);
    pointer.push(key.replaceAll('~', '~0').replaceAll('/', '~1'));
  }
  return pointer.map(encodeURIComponent).join('/');
}

const childOf = (node: unknown, key: string): unknown =>
  Array.isArray(node) ? node[Number(key)] : isNode(node) ? node[key] : undefined;

function reporting(compile: () => ValidateFunction): Validate {
  let validate: ValidateFunction | undefined;
  return (value, place) => {
    validate ??= compile();
    return validate(value) ? [] : (validate.errors ?? []).map((error) => violationOf(error, place));
  };
}

function violationOf(
  { instancePath, keyword, message = '', params }: ErrorObject,
  place: readonly string[],
): Violation {
  const way = instancePath.split('/').slice(1);
  const path = [...place, ...way.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))];
  const undeclared: unknown = params.unevaluatedProperty ?? params.additionalProperty;
  if (typeof undeclared === 'string') return { path: [...path, undeclared], code: keyword, message: 'is not declared' };
  const allowed = Array.isArray(params.allowedValues) ? `: ${params.allowedValues.join(', ')}` : '';
  return { path, code: keyword, message: `${message}${allowed}` };
}
