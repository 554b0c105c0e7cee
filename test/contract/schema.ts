/** Validates bodies against the document with Ajv, a validator that is not the mock's. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import document from '@wallet-operations/openapi/openapi.json' with { type: 'json' };

const UINT64_END = 2 ** 64;

const ajv = new Ajv2020({ strict: false, allErrors: true });
// Node sees a CommonJS module here, TypeScript an ES one.
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addFormat('uint32', { type: 'number', validate: (n) => n >= 0 && n < 2 ** 32 });
ajv.addFormat('uint64', { type: 'number', validate: (n) => n >= 0 && n < UINT64_END });
ajv.addSchema(document, 'openapi');

interface Operation {
  readonly operationId: string;
  readonly responses: Record<string, { readonly $ref?: string }>;
}

/** What is wrong with `body` as the answer of an operation under a status, in Ajv's words; undefined when nothing is. */
export function violationOf(operationId: string, status: number, body: unknown): string | undefined {
  const validate = ajv.compile({ $ref: `openapi#${pointerOf(operationId, status)}/content/application~1json/schema` });
  return validate(asJson(body)) ? undefined : ajv.errorsText(validate.errors);
}

function pointerOf(operationId: string, status: number): string {
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item as Record<string, Operation>)) {
      const response = operation.operationId === operationId ? operation.responses[String(status)] : undefined;
      if (response?.$ref) return response.$ref.slice(1);
      if (response)
        return `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}/responses/${String(status)}`;
    }
  throw new Error(`The document has no answer ${String(status)} of ${operationId}`);
}

/** Ajv knows no bigint: one in its range is as good as the number it was on the wire. */
const asJson = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)));
