/** Prism's engine: decides whether a request fits the document, and which example answers one that does. */
import { createRequire } from 'node:module';
import { validate as validatePath } from '@stoplight/prism-http/dist/validator/validators/path.js';
import { validate as validateQuery } from '@stoplight/prism-http/dist/validator/validators/query.js';
import { ValidationContext } from '@stoplight/prism-http/dist/validator/validators/types.js';
import type { OpenApiDocument, Operation } from '../document.ts';
import type { Violation } from '../violation.ts';
import { type Chosen, choose } from './example.ts';
import { httpOperation } from './operation.ts';

/** It comes without types. */
const { URI } = createRequire(import.meta.url)('uri-template-lite') as {
  readonly URI: {
    readonly Template: new (template: string) => {
      /** The variables of an address, decoded; null for one that the template does not fit. */
      readonly match: (address: string) => Record<string, string> | null;
    };
  };
};

/** A request, its path within the document, its body parsed, its credentials already looked at. */
export interface EngineRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** The engine for one operation; it holds no state between requests. */
export interface Engine {
  /** The answer to a request without violations. */
  readonly answer: Chosen;
  readonly violationsOf: (request: EngineRequest) => Violation[];
}

/** The place, which Prism's messages begin with and its paths say too. */
const PLACE = /^Request \w+ (?:(?:property|parameter) \S* )?/;

/** Makes the engine: all that does not depend on the request is done here. */
export async function createEngine(document: OpenApiDocument, operation: Operation): Promise<Engine> {
  const resource = await httpOperation(document, operation);
  const { path: inPath = [], query: inQuery = [], body: declared } = resource.request ?? {};
  const bodyVerdict = declared && (await import('./body.ts')).createBodyCheck(resource);
  const template = new URI.Template(resource.path); // which Prism would parse for each request

  const verdictsOn = ({ path, query, body }: EngineRequest) => [
    bodyVerdict?.(body),
    inQuery.length > 0
      ? validateQuery(queryOf(query), inQuery, ValidationContext.Input, resource.__bundled__)
      : undefined,
    validatePath(template.match(path) ?? {}, inPath, ValidationContext.Input, resource.__bundled__),
  ];
  return {
    answer: await choose(resource),
    violationsOf: (request) =>
      verdictsOn(request)
        .flatMap((verdict) => (verdict?._tag === 'Left' ? verdict.left : []))
        .map(({ path: at = ['body'], code, message }) => ({
          path: named([...inPath, ...inQuery], at.map(String)),
          code: String(code),
          message: message.replace(PLACE, ''),
        })),
  };
}

/** A parameter given twice becomes a list, which no parameter of the document may be. */
function queryOf(parameters: URLSearchParams): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const [name, value] of parameters) {
    const earlier = Object.hasOwn(query, name) ? query[name] : undefined;
    query[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  return query;
}

/** Prism gives the names of parameters in lower case; this gives them as the document has them. */
function named(parameters: readonly { name: string }[], [place = '', name = '', ...way]: readonly string[]): string[] {
  const own = parameters.find((parameter) => place !== 'body' && parameter.name.toLowerCase() === name);
  return name === '' ? [place] : [place, own?.name ?? name, ...way];
}
