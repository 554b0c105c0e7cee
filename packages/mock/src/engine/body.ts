/**
 * What Prism says of a body. It would look for the schema anew for each request, by the content type; so the schema is asked itself,
 * and Prism only about what that does not take.
 */
import { createRequire } from 'node:module';
import { stripReadOnlyProperties } from '@stoplight/prism-http/dist/utils/filterRequiredProperties.js';
import type * as Prism from '@stoplight/prism-http/dist/validator/index.js';
import { ValidationContext } from '@stoplight/prism-http/dist/validator/validators/types.js';
import { validateAgainstSchema } from '@stoplight/prism-http/dist/validator/validators/utils.js';
import type { HttpOperation } from './operation.ts';

/** Prism's word on a body. */
export type Verdict = ReturnType<typeof Prism.validateInput>;

const require = createRequire(import.meta.url);

/** It comes without types. */
const mergeAllOf = require('@stoplight/json-schema-merge-allof') as <T>(
  schema: T,
  options: Readonly<Record<string, boolean>>,
) => T;

/** Makes the check for an operation that takes a body; undefined is for one that fits. */
export function createBodyCheck(operation: HttpOperation): (body: unknown) => Verdict | undefined {
  const { body: declared } = operation.request ?? {};
  const alone = { ...operation, request: { ...(declared && { body: declared }) } };
  const schema = declared?.contents?.[0]?.schema;
  const compiled = schema && rewritten(schema);
  const fits = (body: unknown): boolean =>
    Boolean(body) &&
    compiled?._tag === 'Some' &&
    validateAgainstSchema(body, compiled.value, false, ValidationContext.Input, 'body', operation.__bundled__)._tag ===
      'None';

  return (body) => {
    if (fits(body)) return undefined;
    // Loaded when something is refused for the first time: it takes as long as a fifth of the start.
    const { validateInput } = require('@stoplight/prism-http/dist/validator/index.js') as typeof Prism;
    return validateInput({ resource: alone, element: { method: 'post', url: { path: operation.path }, body } });
  };
}

/** The schema as Prism compiles it, with each `allOf` made one, and without the properties that only answers have. */
function rewritten<T extends object>(schema: T): ReturnType<typeof stripReadOnlyProperties<T>> {
  try {
    return stripReadOnlyProperties(mergeAllOf(schema, { deep: true, ignoreAdditionalProperties: true }));
  } catch {
    return stripReadOnlyProperties(schema); // as Prism does with what cannot be made one
  }
}
