/** Ajv for the schemas of a document: its formats, and the keywords that JSON Schema has not. Each is compiled once. */
import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { childOf, isNode, keysOf, type Node, type OpenApiDocument } from '../document/node.ts';
import { MAX_VIOLATIONS, type Violation } from '../document/violation.ts';
import { KEYWORDS } from './keywords.ts';

/** What is wrong with a value without bigints, at which place of the request or the answer. Of a large one, of so many `bytes`, the first. */
export type Validate = (value: unknown, place: readonly string[], bytes?: number) => readonly Violation[];

/** Compiles schemas, each at its first use. */
export interface Schemas {
  /** The schema that `keys` lead to from the root of the document, through references. */
  readonly at: (...keys: readonly string[]) => Validate;
  /** An object whose properties are schemas of the document, each given by its keys. */
  readonly object: (properties: Readonly<Record<string, readonly string[]>>, required: readonly string[]) => Validate;
  /** A schema that stands alone. */
  readonly own: (schema: Node) => Validate;
}

const RANGES = {
  int32: [-(2 ** 31), 2 ** 31],
  uint32: [0, 2 ** 32],
  int64: [-(2 ** 63), 2 ** 63],
  uint64: [0, 2 ** 64],
} as const;

/** Of larger bodies only the first violation is looked for: there may be as many as bytes. */
const LARGE = 1024 * 1024;

/** Ajv keeps no more errors of a value than about these. */
const MOST_KEPT = 20_000;

/** Makes the compiler. The document is read, never written to. After `most` violations of a value the rest is summed up in one. */
export function createSchemas(document: OpenApiDocument, { most = MAX_VIOLATIONS } = {}): Schemas {
  const all = createAjv(document, { allErrors: true, code: { process: appending } });
  let first: Ajv2020 | undefined; // compiled when the first large body comes

  const reporting = (compile: (ajv: Ajv2020) => ValidateFunction): Validate => {
    let [ofAll, ofFirst]: (ValidateFunction | undefined)[] = [];
    return (value, place, bytes = 0) => {
      const validate =
        bytes > LARGE
          ? (ofFirst ??= compile((first ??= createAjv(document, { allErrors: false }))))
          : (ofAll ??= compile(all));
      return validate(value) ? NONE : violationsOf(validate.errors ?? [], place, most);
    };
  };
  const ref = (keys: readonly string[]): object => ({ $ref: `document#/${pointerOf(document, keys)}` });
  return {
    at: (...keys) => reporting((ajv) => ajv.compile(ref(keys))),
    object: (properties, required) =>
      reporting((ajv) =>
        ajv.compile({
          type: 'object',
          properties: Object.fromEntries(Object.entries(properties).map(([name, keys]) => [name, ref(keys)])),
          required,
        }),
      ),
    own: (schema) => reporting((ajv) => ajv.compile(schema)),
  };
}

function createAjv(document: OpenApiDocument, options: Options): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false, ...options });
  // Node sees a CommonJS module here, TypeScript an ES one.
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  const { 'date-time': known } = ajv.formats;
  if (typeof known === 'object' && !(known instanceof RegExp) && typeof known.validate === 'function') {
    // that of ajv-formats takes a blank for the T, which neither ISO 8601 nor the format has
    const isTime = known.validate as (text: string) => boolean;
    ajv.addFormat('date-time', { type: 'string', validate: (text: string) => !/\s/.test(text) && isTime(text) });
  }
  for (const [format, [from, below]] of Object.entries(RANGES))
    ajv.addFormat(format, { type: 'number', validate: (n) => Number.isInteger(n) && n >= from && n < below });
  for (const [keyword, validate] of Object.entries(KEYWORDS)) ajv.addKeyword({ keyword, validate, errors: true });
  ajv.addSchema(document, 'document');
  return ajv;
}

/**
 * Ajv's code with the errors of a referenced schema put behind those that were there. Ajv copies them all each time, which takes minutes
 * for a list of many wrong items.
 */
function appending(code: string): string {
  const pushed = code.replace(/vErrors\.concat\((\w+)\.errors\)/g, 'append(vErrors, $1.errors)');
  return pushed === code ? code : `${APPEND}${pushed}`;
}

/** Its length stays right for Ajv, which cuts it back to what it was before a branch. */
const APPEND = `const append = (list, more) => {
  for (const error of more) { if (list.length >= ${String(MOST_KEPT)}) break; list.push(error); }
  return list;
};`;

/** The pointer to a schema, which must not lead through a reference. */
function pointerOf(document: OpenApiDocument, keys: readonly string[]): string {
  let node: unknown = document;
  let way: string[] = [];
  for (const key of keys) {
    while (isNode(node) && typeof node.$ref === 'string') {
      way = keysOf(node.$ref);
      node = way.reduce<unknown>(childOf, document);
    }
    node = childOf(node, key);
    way.push(key);
  }
  return way.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
}

const NONE: readonly Violation[] = [];

function violationsOf(errors: readonly ErrorObject[], place: readonly string[], most: number): readonly Violation[] {
  const told = errors.slice(0, most).map((error) => violationOf(error, place));
  const left = errors.length - told.length;
  if (left === 0) return told;
  const many = `${errors.length >= MOST_KEPT ? 'at least ' : ''}${String(left)} more violations`;
  return [...told, { path: place, code: 'more', message: `has ${many}` }];
}

function violationOf(
  { instancePath, keyword, message = '', params }: ErrorObject,
  place: readonly string[],
): Violation {
  const path = [...place, ...keysOf(instancePath)];
  const undeclared: unknown = params.unevaluatedProperty ?? params.additionalProperty;
  if (typeof undeclared === 'string') return { path: [...path, undeclared], code: keyword, message: 'is not declared' };
  const allowed = Array.isArray(params.allowedValues) ? `: ${params.allowedValues.join(', ')}` : '';
  return { path, code: keyword, message: `${message}${allowed}` };
}
