/** The example that Prism chooses to answer a request which fits. It depends on the operation alone, and not on the request. */
import * as helpers from '@stoplight/prism-http/dist/mocker/negotiator/NegotiatorHelpers.js';
import type { OpenApiDocument, Operation } from '@wallet-operations/validator';
import { httpOperation } from './operation.ts';

/** An answer to a request that fits. */
export interface Example {
  readonly status: number;
  /** Undefined where the document has none. */
  readonly body: unknown;
}

// Loaders differ in how deep they put the default export of such a module.
const { default: outer } = helpers;
const negotiator = 'default' in outer ? outer.default : outer;

const nothing = (): void => undefined;

/** What the negotiator says while it looks is nobody's concern. */
const SILENT = { debug: nothing, info: nothing, success: nothing, warn: nothing };

/**
 * Chooses it.
 *
 * @throws the engine's error for an operation that has no answer
 */
export function chooseExample(document: OpenApiDocument, operation: Operation): Example {
  const resource = httpOperation(document, operation);
  const { code, bodyExample } = right(negotiator.negotiateOptionsForValidRequest(resource, { dynamic: false })(SILENT));
  return { status: Number.parseInt(code), body: bodyExample && 'value' in bodyExample ? bodyExample.value : undefined };
}

type Either<T> = { readonly _tag: 'Left'; readonly left: Error } | { readonly _tag: 'Right'; readonly right: T };

function right<T>(either: Either<T>): T {
  if (either._tag === 'Left') throw either.left;
  return either.right;
}
