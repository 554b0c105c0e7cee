/** Whether Prism takes a body, told without what it does for each request anew: to look for the schema by the content type. */
import mergeAllOf from '@stoplight/json-schema-merge-allof';
import { stripReadOnlyProperties } from '@stoplight/prism-http/dist/utils/filterRequiredProperties.js';
import { ValidationContext } from '@stoplight/prism-http/dist/validator/validators/types.js';
import { validateAgainstSchema } from '@stoplight/prism-http/dist/validator/validators/utils.js';
import type { HttpOperation } from './operation.ts';

/** Makes the check. What it does not take may still fit: that is for Prism to say, and what is wrong. */
export function createBodyCheck({ request, __bundled__ }: HttpOperation): (body: unknown) => boolean {
  const source = request?.body?.contents?.[0]?.schema;
  if (!source) return () => request?.body === undefined;
  const schema = rewritten(source);
  if (schema._tag === 'None') return () => false;
  return (body) =>
    Boolean(body) &&
    validateAgainstSchema(body, schema.value, false, ValidationContext.Input, 'body', __bundled__)._tag === 'None';
}

/** The schema as Prism compiles it, with each `allOf` made one, and without the properties that only answers have. */
function rewritten<T extends object>(schema: T): ReturnType<typeof stripReadOnlyProperties<T>> {
  try {
    return stripReadOnlyProperties(mergeAllOf(schema, { deep: true, ignoreAdditionalProperties: true }));
  } catch {
    return stripReadOnlyProperties(schema); // as Prism does with what cannot be made one
  }
}
