/** Whether a value fits the document, by Ajv, compiled once. 64-bit integers may be numbers or bigints. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isNode, wholeDocument, type Node } from './document.ts';

/** One breach of the document. */
export interface Violation {
  /** The way down from the value that was looked at. */
  readonly path: readonly string[];
  /** The keyword that is broken. */
  readonly keyword: string;
  /** The property that `required` or `dependentRequired` misses. */
  readonly missing: string | undefined;
  readonly message: string;
}

/** Looks at a value, and says what is wrong with it. */
export type Validate = (value: unknown) => readonly Violation[];

const BOUNDS: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
};

interface Wide {
  readonly format: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: true });
(addFormats as unknown as (target: Ajv2020) => void)(ajv);
ajv.addFormat('uint32', { type: 'number', validate: (value: number) => value >= 0 && value < 2 ** 32 });
ajv.addKeyword({
  keyword: 'wide',
  validate: ({ format, minimum, maximum }: Wide, value: unknown): boolean => {
    if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) return false;
    const [least, most] = BOUNDS[format] ?? [0n, 0n];
    const integer = BigInt(value as number);
    return (
      integer >= least &&
      integer <= most &&
      (minimum === undefined || integer >= BigInt(minimum)) &&
      (maximum === undefined || integer <= BigInt(maximum))
    );
  },
});
ajv.addSchema(widen(wholeDocument) as Node, 'document');

/** Ajv takes no bigint for an integer: wherever the document has a 64-bit integer, a keyword of our own stands instead. */
function widen(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(widen);
  if (!isNode(value)) return value;
  const { type, format, minimum, maximum, ...rest } = value;
  if (type === 'integer' && typeof format === 'string' && format in BOUNDS)
    return {
      ...rest,
      wide: { format, ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) },
    };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, widen(inner)]));
}

/** Compiles the schema at a place of the document. */
export const validatorAt = (pointer: string): Validate => validatorOf({ $ref: `document${pointer}` });

/** Compiles a schema that stands alone, or refers into the document. */
export function validatorOf(schema: Node): Validate {
  const check = ajv.compile(widen(rebase(schema)) as Node);
  return (value) => {
    if (check(value)) return [];
    return (check.errors ?? []).map(({ instancePath, keyword, params, message = 'is wrong' }) => ({
      path: instancePath.split('/').slice(1).map(unescape),
      keyword: keyword === 'wide' ? 'type' : keyword,
      missing: (params as { missingProperty?: string }).missingProperty,
      message: `${instancePath || 'the value'} ${message}`,
    }));
  };
}

const unescape = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~');

function rebase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rebase);
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' && inner.startsWith('#/') ? `document${inner}` : rebase(inner),
    ]),
  );
}
