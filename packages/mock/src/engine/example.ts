/** The example that Prism chooses to answer a request which fits. It depends on the operation alone, and not on the request. */
import { createRequire } from 'node:module';
import type * as Negotiation from '@stoplight/prism-http/dist/mocker/negotiator/NegotiatorHelpers.js';
import type { HttpOperation } from './operation.ts';

/** An answer to a request that fits. */
export interface Chosen {
  readonly status: number;
  readonly body: unknown;
}

// Required, because loaders differ in what they take for the default export of such a module.
const require = createRequire(import.meta.url);
const { default: negotiator } =
  require('@stoplight/prism-http/dist/mocker/negotiator/NegotiatorHelpers.js') as typeof Negotiation.default;

const nothing = (): void => undefined;

/** What the negotiator says while it looks is nobody's concern. */
const SILENT = { debug: nothing, info: nothing, success: nothing, warn: nothing };

/**
 * Chooses it.
 *
 * @throws the engine's error for an operation that has no answer
 */
export async function choose(operation: HttpOperation): Promise<Chosen> {
  const { code, bodyExample, schema } = right(
    negotiator.negotiateOptionsForValidRequest(operation, { dynamic: false })(SILENT),
  );
  const status = Number.parseInt(code);
  if (bodyExample && 'value' in bodyExample && bodyExample.value !== undefined)
    return { status, body: bodyExample.value };
  if (!schema) return { status, body: undefined };
  // Without an example Prism makes one up, with modules that weigh three times what all others do.
  const { generateStatic } = await import('@stoplight/prism-http/dist/mocker/generator/JSONSchema.js');
  return { status, body: right(generateStatic(operation, schema)) };
}

type Either<T> = { readonly _tag: 'Left'; readonly left: Error } | { readonly _tag: 'Right'; readonly right: T };

function right<T>(either: Either<T>): T {
  if (either._tag === 'Left') throw either.left;
  return either.right;
}
