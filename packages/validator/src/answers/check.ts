/** Holds answers against the document: their status, their content type, each field, and the row of an error. */
import { createSchemas, type Schemas, type Validate } from '../check/schemas.ts';
import { memoized } from '../document/memoized.ts';
import { follow, isNode, type Node, type OpenApiDocument } from '../document/node.ts';
import type { Operation } from '../document/operations.ts';
import { MAX_VIOLATIONS, type Violation } from '../document/violation.ts';
import { isJson, readBody } from '../read/body.ts';
import { asDoubles } from '../read/doubles.ts';
import { closed } from './closed.ts';
import { familyOf, rowsOf, rowsUnder } from './rows.ts';

/** What of an answer the document has rules for. */
export interface Answer {
  readonly status: number;
  readonly contentType: string | undefined;
  /** Decompressed. */
  readonly body: Uint8Array;
}

/** The check of answers. */
export interface AnswerCheck {
  /** What is wrong with an answer. */
  readonly answer: (operation: Operation, answer: Answer) => readonly Violation[];
  /** What is wrong with a body under a documented status; it may have bigints. */
  readonly body: (operation: Operation, status: number, body: unknown) => readonly Violation[];
}

/**
 * Makes the check. A field, a status or an error row that the document does not have is a violation. After `most` of them the rest of an
 * answer's is summed up in one.
 */
export function createAnswerCheck(document: OpenApiDocument, { most = MAX_VIOLATIONS } = {}): AnswerCheck {
  let schemas: Schemas | undefined; // made when the first answer comes: a start has no time for it
  const validatesOf = memoized(({ path, method }: Operation) =>
    memoized((status: number): Validate => {
      const keys = ['paths', path, method.toLowerCase(), 'responses', String(status)];
      return (schemas ??= createSchemas(closed(document), { most })).at(
        ...keys,
        'content',
        'application/json',
        'schema',
      );
    }),
  );

  return {
    body: (operation, status, value) => validatesOf(operation)(status)(asDoubles(value), ['body']),
    answer(operation, { status, contentType, body }) {
      const { responses } = operation.node;
      const broken = (code: string, path: string, message: string): Violation[] => [{ path: [path], code, message }];
      if (!isNode(responses) || !(String(status) in responses))
        return broken('undocumented', 'status', `${String(status)} is not documented`);
      if (follow(document, responses[String(status)]).content === undefined)
        return body.length === 0 ? [] : broken('undocumented', 'body', 'is not documented');
      if (!isJson(contentType))
        return broken('content-type', 'content-type', `must be application/json, not ${contentType || 'missing'}`);
      const read = readBody(contentType, body);
      if ('path' in read) return [read];
      const violations = validatesOf(operation)(status)(read.doubles, ['body'], body.length);
      return violations.length > 0 ? violations : rowViolations(operation, status, read.value);
    },
  };
}

/** An error must be one of the rows that the operation lists under its status. */
function rowViolations(operation: Operation, status: number, body: unknown): Violation[] {
  if (!isNode(body) || rowsUnder(operation, status).length === 0 || rowsOf(operation, status, body).length > 0)
    return [];
  const isMessage = familyOf(operation, status, body).length > 0;
  const [place, which] = isMessage ? ['message', messageOf(body)] : ['error', numberOf(body)];
  return [{ path: ['body', place], code: 'row', message: `with ${which} is no documented error here` }];
}

const messageOf = ({ message }: Node): string => (message === undefined ? 'no message' : 'this message');

/** An `error_code` that is no number may be anything, and is not quoted. */
function numberOf({ error_code: code }: Node): string {
  if (code === undefined) return 'no error_code';
  return typeof code === 'number' && Number.isInteger(code) ? `error_code ${String(code)}` : 'another error_code';
}
