/** Generates bodies from the schemas of the document, for who wants to see more than its examples. */
import { createHash } from 'node:crypto';
import type { JsonSchema } from 'json-schema-faker';
import {
  answerContent,
  createAnswerCheck,
  follow,
  isNode,
  type OpenApiDocument,
  type Operation,
  type Values,
} from '@wallet-operations/validator';

/** The body of an answer to a request: made of its schema by chance; undefined where none comes out that is valid. */
export type Generate = (operation: Operation, status: number, request: Values) => unknown;

/** More tries than this are not worth the time: what does not fit by then hardly ever will. */
const TRIES = 5;

/** Lists longer than this show nothing new. */
const MAX_ITEMS = 3;

/** Makes the generator. Under a seed the same request always gets the same body. */
export async function createGenerate(document: OpenApiDocument, seed: string | undefined): Promise<Generate> {
  const { generateSync } = await import('json-schema-faker');
  const check = createAnswerCheck(document);
  const schemas = new Map<unknown, JsonSchema>();
  const options = { fillProperties: false, maxDepth: 32, maxDefaultItems: MAX_ITEMS };

  return (operation, status, request) => {
    const start = seed === undefined ? Math.floor(Math.random() * 2 ** 32) : seedOf(seed, operation, request);
    const source = answerContent(document, operation, status).schema;
    const schema = schemas.get(source) ?? (prepared(document, source) as JsonSchema);
    schemas.set(source, schema);
    for (let i = 0; i < TRIES; i++) {
      const body: unknown = generateSync(schema, { ...options, seed: (start + i * 0x9e3779b9) >>> 0 });
      if (check.body(operation, status, body).length === 0) return body;
    }
    return undefined;
  };
}

/**
 * A seed for this very request: the same request under the same seed gets the same body, from any replica. Of a request counts what the
 * document declares, so not when it was signed.
 */
function seedOf(seed: string, { operationId }: Operation, request: Values): number {
  const text = JSON.stringify([seed, operationId, request], (_, value: unknown) =>
    typeof value === 'bigint' ? `${String(value)}n` : value,
  );
  return createHash('sha256').update(text).digest().readUInt32LE();
}

/**
 * A schema as the generator likes it: without references, which it follows only so deep; without extensions, which it takes for
 * fields; short lists; no empty map, no negative number. Where a schema holds itself, that part is left open.
 */
function prepared(document: OpenApiDocument, schema: unknown, within: readonly unknown[] = []): unknown {
  if (Array.isArray(schema)) return schema.map((each) => prepared(document, each, within));
  if (!isNode(schema)) return schema;
  const target = follow(document, schema);
  if (within.includes(target)) return {};
  const { $ref, ...own } = schema;
  const merged = $ref === undefined ? own : { ...target, ...own };
  const kept = Object.entries(merged).filter(([key]) => !key.startsWith('x-'));
  const result = Object.fromEntries(
    kept.map(([key, value]) => [key, prepared(document, value, [...within, target])] as const),
  );
  if (typeof result.maxItems === 'number') result.maxItems = Math.min(result.maxItems, MAX_ITEMS);
  if (result.type === 'integer') result.minimum ??= 0;
  if (isNode(result.additionalProperties) && !('properties' in result)) result.minProperties ??= 1;
  return result;
}
