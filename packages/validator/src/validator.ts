/** Requests read by the document: which operation, with which values; or the row that refuses it, and why. */
import { type Headers, missingCredentials } from './check/credentials.ts';
import { createRequestCheck, type RequestCheck } from './check/request.ts';
import type { OpenApiDocument } from './document/node.ts';
import { type Operation, operationsOf } from './document/operations.ts';
import type { RawBody } from './read/body.ts';
import { type Call, createRoute, type Route } from './read/route.ts';
import { type Refusal, refuse, refuseStranger, rowOf } from './refuse/refusal.ts';

/** What a handler takes: numbers, defaults filled in, 64-bit integers as bigints. */
export interface Values {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Reads requests, in the order of the service: `route`, then `admit`, then whatever hangs on state, then `read`. */
export interface Validator {
  /** The operations of the document, in its order. */
  readonly operations: readonly Operation[];
  readonly route: Route;
  /** What is looked at first: whether the path names a wallet at all, and whether the credentials are there. */
  readonly admit: (call: Call, headers: Headers) => Refusal | undefined;
  /** Everything else that the document says of a request. */
  readonly read: (call: Call, headers: Headers, body: RawBody) => Values | Refusal;
  /** The parts of a request, each for itself. */
  readonly check: RequestCheck;
}

/** Makes the validator of a document. `product` is the path segment that stands for `svc`; `most` as for `createAnswerCheck`. */
export function createValidator(
  document: OpenApiDocument,
  product = 'svc',
  options: { readonly most?: number } = {},
): Validator {
  const operations = operationsOf(document);
  const check = createRequestCheck(document, options);
  return {
    operations,
    route: createRoute(operations, product),
    check,

    admit(call, headers) {
      const { operation, segments } = call;
      const { violations } = check.path(call);
      const [nameless] = violations.filter((violation) => rowOf(document, operation, violation, undefined));
      if (nameless) return refuse(document, operation, [nameless], { parameters: segments });
      const [missing, ...others] = missingCredentials(call, headers);
      return missing && refuseStranger(operation, [missing, ...others]);
    },

    read(call, headers, raw) {
      const path = check.path(call);
      const query = check.query(call);
      const body = check.body(call, headers, raw);
      const [first, ...others] = [...path.violations, ...query.violations, ...body.violations];
      if (!first) return { path: path.value, query: query.value, body: body.value };
      const parameters = { ...Object.fromEntries(call.query), ...call.segments };
      return refuse(document, call.operation, [first, ...others], { body: body.value, parameters });
    },
  };
}
