/** Prism's engine: decides whether a request fits the document, and which example answers one that does. */
import { createLogger } from '@stoplight/prism-core';
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import type { OpenApiDocument } from './document.ts';
import type { Violation } from './violation.ts';

type HttpOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

/** A request, its path within the document and its body parsed. */
export interface EngineRequest {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string | string[]>;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

/** What the engine makes of a request. */
export type EngineAnswer =
  | { readonly outcome: 'unauthenticated' }
  | {
      readonly outcome: 'answered';
      readonly status: number;
      readonly body: unknown;
      readonly violations: readonly Violation[];
    };

/** The place, which Prism's messages begin with and its paths say too. */
const PLACE = /^Request \w+ (?:(?:property|parameter) \S* )?/;

/** Makes the engine for a document; it holds no state between requests. */
export async function createEngine(
  document: OpenApiDocument,
): Promise<(request: EngineRequest) => Promise<EngineAnswer>> {
  // The engine writes into what it is given.
  const operations = new Map(
    (await getHttpOperationsFromSpec(structuredClone(document))).map((operation) => [
      operation.iid ?? operation.id,
      operation,
    ]),
  );
  const settings = {
    isProxy: false,
    validateRequest: true,
    validateResponse: false,
    checkSecurity: true,
    errors: false,
    upstreamProxy: undefined,
  } as const;
  const prism = createInstance(
    { ...settings, mock: { dynamic: false } },
    { logger: createLogger('mock', { level: 'silent' }) },
  );

  return async ({ operationId, method, path, query, headers, body }) => {
    const candidates: HttpOperation[] = [operations.get(operationId)].filter((operation) => operation !== undefined);
    const result = await prism.request(
      { method: method.toLowerCase() as 'get', url: { path, query }, headers, body },
      candidates,
      { ...settings, mock: { dynamic: false } }, // fresh: the engine writes into this one too
    )();
    if (result._tag === 'Left') {
      if ('status' in result.left && result.left.status === 401) return { outcome: 'unauthenticated' };
      throw result.left;
    }
    const { output, validations } = result.right;
    return {
      outcome: 'answered',
      status: output.statusCode,
      body: output.body,
      violations: validations.input.map(({ path: at = ['body'], code, message }) => ({
        path: named(candidates[0], at.map(String)),
        code: String(code),
        message: message.replace(PLACE, ''),
      })),
    };
  };
}

/** Prism gives the names of parameters in lower case; this gives them as the document has them. */
function named(operation: HttpOperation | undefined, [place = '', name = '', ...way]: readonly string[]): string[] {
  const { path = [], query = [] } = operation?.request ?? {};
  const own = [...path, ...query].find((parameter) => place !== 'body' && parameter.name.toLowerCase() === name);
  return name === '' ? [place] : [place, own?.name ?? name, ...way];
}
