/** Holds an exchange against the document, and finds all that breaks it. */
import { missingCredentials } from '../check/authentication.ts';
import { parseBody } from '../check/body.ts';
import { createRequestCheck } from '../check/request.ts';
import { createResponseCheck } from '../check/response.ts';
import { createValidator } from '../check/validator.ts';
import { type OpenApiDocument, type Operation, parametersOf, schemesOf } from '../document.ts';
import { createRouter, type Found, withoutProduct } from '../route.ts';
import type { Violation } from '../violation.ts';
import { decode } from './decode.ts';
import type { Captured, Exchange } from './exchange.ts';

/** One breach of the document. */
export interface Problem extends Violation {
  readonly in: 'request' | 'response';
}

/** What became of an exchange. */
export interface Checked {
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  /** Undefined where the document has no operation at this path. */
  readonly operationId: string | undefined;
  /** Undefined where no answer came. */
  readonly status: number | undefined;
  readonly problems: readonly Problem[];
  /** False where a body broke off, or was too large to be kept: what came before was checked. */
  readonly complete: boolean;
}

/** Makes the check for a document, and for the path segment that stands for `svc`. */
export function createExchangeCheck(document: OpenApiDocument, product: string): (exchange: Exchange) => Checked {
  const route = createRouter(document);
  const check = createRequestCheck(document, createValidator(document));
  const { answer } = createResponseCheck(document);

  const requestViolations = ({ operation, parameters }: Found, query: URLSearchParams, sent: Exchange): Violation[] => {
    const { requestHeaders: headers, requestBody } = sent;
    const body = read(requestBody, headers['content-encoding'], (text) =>
      operation.node.requestBody === undefined && text !== ''
        ? { value: undefined, violation: { path: ['body'], code: 'undocumented', message: 'is not documented' } }
        : parseBody(operation, headers['content-type'], text),
    );
    return [
      ...missingCredentials(schemesOf(document, operation), headers, query),
      ...undeclared(document, operation, query),
      ...check({ operation, path: parameters, query, body: body?.value }),
      ...(body?.violation ? [body.violation] : []),
    ];
  };

  const responseViolations = (operation: Operation, { response }: Exchange): Violation[] => {
    if (!response) return [];
    const { status, headers, body } = response;
    const contentType = headers['content-type'];
    const violations = read(body, headers['content-encoding'], (text) =>
      answer(operation, { status, contentType, text }),
    );
    if (violations && 'violation' in violations) return [violations.violation];
    return violations ?? [];
  };

  return (exchange) => {
    const { method, url, requestBody, response } = exchange;
    const target = URL.parse(url, 'http://proxy');
    const path = target?.pathname ?? url;
    const known = withoutProduct(path, product);
    const found = known === undefined ? { allowed: [] } : route(method, known);
    const problems = (where: Problem['in'], violations: readonly Violation[]): Problem[] =>
      violations.map((violation) => ({ in: where, ...violation }));
    const outcome = { method, path, status: response?.status };
    const complete = requestBody.whole && (response?.body.whole ?? true);
    if (!('operation' in found) || !target) {
      const message = `no operation answers ${method} here`;
      return {
        ...outcome,
        operationId: undefined,
        problems: problems('request', [{ path: ['path'], code: 'undocumented', message }]),
        complete,
      };
    }
    return {
      ...outcome,
      operationId: found.operation.operationId,
      problems: [
        ...problems('request', requestViolations(found, target.searchParams, exchange)),
        ...problems('response', responseViolations(found.operation, exchange)),
      ],
      complete,
    };
  };
}

interface Unreadable {
  readonly value: undefined;
  readonly violation: Violation;
}

/** What `use` makes of a body's text; undefined for one that is not there as a whole. */
function read<T>(body: Captured, encoding: string | undefined, use: (text: string) => T): T | Unreadable | undefined {
  if (!body.whole) return undefined;
  let text: string;
  try {
    text = decode(body.bytes, encoding);
  } catch (error) {
    const violation = { path: ['body'], code: 'encoding', message: (error as Error).message };
    return { value: undefined, violation };
  }
  return use(text);
}

function undeclared(document: OpenApiDocument, operation: Operation, query: URLSearchParams): Violation[] {
  const declared = [...parametersOf(document, operation), ...schemesOf(document, operation)]
    .filter((each) => each.in === 'query')
    .map(({ name }) => String(name));
  const names = new Set(query.keys()).difference(new Set(declared));
  return [...names].map((name) => ({ path: ['query', name], code: 'undeclared', message: 'is not declared' }));
}
