/** Prism's engine: decides whether a request fits the document, and which example answers one that does. */
import { createLogger } from '@stoplight/prism-core';
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import type { OpenApiDocument } from './document.ts';
import type { Violation } from './violation.ts';

type HttpOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

/** A request, its path within the document, its body parsed, its credentials already looked at. */
export interface EngineRequest {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string | string[]>;
  readonly body: unknown;
}

/** What the engine makes of a request. Its answer counts only without violations. */
export interface EngineAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly violations: readonly Violation[];
}

/** The place, which Prism's messages begin with and its paths say too. */
const PLACE = /^Request \w+ (?:(?:property|parameter) \S* )?/;

const SETTINGS = {
  isProxy: false,
  validateRequest: true,
  validateResponse: false,
  checkSecurity: false,
  errors: false,
  upstreamProxy: undefined,
} as const;

/** Makes the engine for a document; it holds no state between requests. */
export async function createEngine(
  document: OpenApiDocument,
): Promise<(request: EngineRequest) => Promise<EngineAnswer>> {
  // The engine writes into what it is given.
  const operations = await getHttpOperationsFromSpec(structuredClone(document));
  const byId = new Map(operations.map((operation) => [operation.iid ?? operation.id, operation]));
  const prism = createInstance(
    { ...SETTINGS, mock: { dynamic: false } },
    { logger: createLogger('mock', { level: 'silent' }) },
  );

  return async ({ operationId, method, path, query, body }) => {
    const operation = byId.get(operationId);
    const result = await prism.request(
      { method: method.toLowerCase() as 'get', url: { path, query }, headers: {}, body },
      operation ? [operation] : [],
      { ...SETTINGS, mock: { dynamic: false } }, // fresh: the engine writes into this one too
    )();
    if (result._tag === 'Left') throw result.left;
    const { output, validations } = result.right;
    return {
      status: output.statusCode,
      body: output.body,
      violations: validations.input.map(({ path: at = ['body'], code, message }) => ({
        path: named(operation, at.map(String)),
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
