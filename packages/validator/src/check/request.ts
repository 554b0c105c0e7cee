/** Holds the parts of a request against the document, and reads what fits. */
import { memoized } from '../document/memoized.ts';
import { follow, type Node, type OpenApiDocument } from '../document/node.ts';
import type { Operation } from '../document/operations.ts';
import { MAX_VIOLATIONS, type Violation } from '../document/violation.ts';
import { readBody, type RawBody } from '../read/body.ts';
import type { Call } from '../read/route.ts';
import { doublesOf, type Parameter, parameterOf, valuesOf, widenOf } from '../read/values.ts';
import type { Headers } from './credentials.ts';
import { createSchemas, type Validate } from './schemas.ts';

/** One part of a request: its value, for a handler if there are no violations. */
export interface Part<T> {
  readonly value: T;
  readonly violations: readonly Violation[];
}

/** Reads and checks requests. Credentials and undeclared parameters are not looked at. */
export interface RequestCheck {
  readonly path: (call: Call) => Part<Node>;
  readonly query: (call: Call) => Part<Node>;
  readonly body: (call: Call, headers: Headers, body: RawBody) => Part<unknown>;
  /** Compiles ahead what an operation needs. */
  readonly prepare: (operation: Operation) => void;
}

interface ParameterCheck {
  readonly own: readonly Parameter[];
  readonly required: ReadonlySet<string>;
  readonly validate: Validate;
}

/** Makes the check. After `most` violations of a part the rest of them is summed up in one. */
export function createRequestCheck(document: OpenApiDocument, { most = MAX_VIOLATIONS } = {}): RequestCheck {
  const schemas = createSchemas(document, { most });

  const checkOf = memoized((operation: Operation) => {
    const at = ['paths', operation.path, operation.method.toLowerCase()];
    const parameters = operation.parameters.map((node) => parameterOf(document, node));
    const check = (place: string): ParameterCheck => {
      const own = parameters.filter((parameter) => parameter.place === place);
      const required = own.filter((parameter) => parameter.required).map(({ name }) => name);
      const keys = parameters.flatMap((parameter, i) =>
        parameter.place === place ? [[parameter.name, [...at, 'parameters', String(i), 'schema']] as const] : [],
      );
      return { own, required: new Set(required), validate: schemas.object(Object.fromEntries(keys), required) };
    };
    return {
      path: check('path'),
      query: check('query'),
      body: schemas.at(...at, 'requestBody', 'content', 'application/json', 'schema'),
      needsBody: follow(document, operation.node.requestBody).required === true,
      widen: widenOf(document, operation.bodySchema),
    };
  });

  const path: RequestCheck['path'] = ({ operation, segments }) => {
    const { own, validate } = checkOf(operation).path;
    const textOf = (name: string): string | undefined => segments[name];
    const violations = validate(doublesOf(own, textOf), ['path']);
    return { value: violations.length > 0 ? segments : valuesOf(own, textOf), violations };
  };

  const query: RequestCheck['query'] = ({ operation, query, target }) => {
    const { own, required, validate } = checkOf(operation).query;
    // What is required has to say something, as credentials have.
    const textOf = (name: string): string | null => {
      const text = query.get(name);
      return text === '' && required.has(name) ? null : text;
    };
    const violations = [
      ...unreadable(target.query),
      ...repeated(own, query),
      ...validate(doublesOf(own, textOf), ['query']),
    ];
    return { value: violations.length > 0 ? Object.fromEntries(query) : valuesOf(own, textOf), violations };
  };

  const body: RequestCheck['body'] = ({ operation }, headers, raw) => {
    if (operation.bodySchema === undefined)
      return { value: undefined, violations: raw?.length === 0 ? [] : UNDOCUMENTED };
    const check = checkOf(operation);
    if (raw?.length === 0 && !check.needsBody) return { value: undefined, violations: [] };
    const read = readBody(headers['content-type'], raw);
    if ('path' in read) return { value: undefined, violations: [read] };
    const violations = check.body(read.doubles, ['body'], raw?.length);
    return { value: violations.length === 0 && check.widen ? check.widen(read.value) : read.value, violations };
  };

  return {
    path,
    query,
    body,
    prepare(operation) {
      const check = checkOf(operation);
      check.path.validate({}, []);
      check.query.validate({}, []);
      if (operation.bodySchema !== undefined) check.body({}, []);
    },
  };
}

const UNDOCUMENTED: readonly Violation[] = [{ path: ['body'], code: 'undocumented', message: 'is not documented' }];

/** A query whose escapes are no UTF-8 would be read as something else than was signed. */
function unreadable(query: string): Violation[] {
  if (!query.includes('%')) return [];
  try {
    decodeURIComponent(query);
    return [];
  } catch {
    return [{ path: ['query'], code: 'encoding', message: 'has an escape that is not UTF-8' }];
  }
}

function repeated(parameters: readonly Parameter[], query: URLSearchParams): Violation[] {
  return parameters
    .filter(({ name }) => query.getAll(name).length > 1)
    .slice(0, MAX_VIOLATIONS)
    .map(({ name }) => ({ path: ['query', name], code: 'repeated', message: 'must not be there twice' }));
}
