/** Holds answers against the document: their status, their content type, each field, and the row of an error. */
import { follow, isNode, type OpenApiDocument, type Operation } from '../document.ts';
import { patternOf } from '../fill.ts';
import type { Violation } from '../violation.ts';
import { complaint, isDeep, isJson } from './body.ts';
import { closed } from './declared.ts';
import { parseJson } from './json.ts';
import { createValidator, type Validate } from './validator.ts';

/** What of an answer the document has rules for. */
export interface CheckedResponse {
  readonly status: number;
  readonly contentType: string | undefined;
  /** Decoded, but not parsed. */
  readonly text: string;
}

/** The check of answers. */
export interface ResponseCheck {
  /** All that is wrong with an answer. */
  readonly answer: (operation: Operation, response: CheckedResponse) => Violation[];
  /** What is wrong with a body under a documented status. */
  readonly body: (operation: Operation, status: number, body: unknown) => Violation[];
}

/** Makes the check. A field, a status or an error row that the document does not have is a violation. */
export function createResponseCheck(document: OpenApiDocument): ResponseCheck {
  const validator = createValidator(closed(document));
  const validates = new Map<string, Validate>();

  const body: ResponseCheck['body'] = (operation, status, value) => {
    const key = `${operation.operationId} ${String(status)}`;
    const { path, method } = operation;
    const keys = ['paths', path, method.toLowerCase(), 'responses', String(status)];
    const validate = validates.get(key) ?? validator.at(...keys, 'content', 'application/json', 'schema');
    validates.set(key, validate);
    return validate(value, ['body']);
  };

  const answer: ResponseCheck['answer'] = (operation, { status, contentType, text }) => {
    const broken = (code: string, path: string, message: string): Violation[] => [{ path: [path], code, message }];
    const { responses } = operation.node;
    if (!isNode(responses) || !(String(status) in responses))
      return broken('undocumented', 'status', `${String(status)} is not documented`);
    if (follow(document, responses[String(status)]).content === undefined)
      return text === '' ? [] : broken('undocumented', 'body', 'is not documented');
    if (!isJson(contentType))
      return broken('content-type', 'content-type', `must be application/json, not ${contentType ?? 'missing'}`);
    if (isDeep(text)) return broken('depth', 'body', 'is nested too deeply');
    let value: unknown;
    try {
      value = parseJson(text);
    } catch (error) {
      return broken('json', 'body', complaint(error));
    }
    const violations = body(operation, status, value);
    return violations.length > 0 ? violations : rowViolations(operation, status, value);
  };
  return { answer, body };
}

/** An error must be one of the rows that the operation lists under its status. */
function rowViolations(operation: Operation, status: number, body: unknown): Violation[] {
  const rows = operation.examples.filter((example) => example.status === status).map(({ row }) => row);
  const listed = rows.filter((row) => row !== undefined);
  if (listed.length === 0 || !isNode(body)) return [];
  const fits = listed.some(
    ({ code, text }) => body.error_code === code && patternOf(String(text)).test(String(body.error)),
  );
  if (fits) return [];
  const named = body.error_code === undefined ? 'no error_code' : `error_code ${JSON.stringify(body.error_code)}`;
  return [{ path: ['body', 'error'], code: 'row', message: `with ${named} is no documented error here` }];
}
