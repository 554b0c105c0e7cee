// Compares the error rows of the tables with the named error examples of an operation, and each example with its own row and with
// what follows from its condition.
import { child, isNode, jsonOf, type Node } from '../document.ts';
import type { Facts } from '../compare.ts';
import type { Row } from '../facts/errors.ts';
import { differing } from './calls.ts';
import { shapeFindings } from './fields.ts';

/** Findings on what an operation answers to a refused call. */
export function errorFindings(operationId: string, operation: Node, facts: Facts): string[] {
  const responses = child(operation, 'responses');
  const rows = facts.rowsOf(operationId);
  const expected = rows.map(named);
  const found = errorStatuses.flatMap((status) => examplesOf(responses, status).map(([, example]) => namedIn(example)));
  return [
    ...statusFindings(operationId, responses),
    ...errorStatuses.flatMap((status) => bodyFindings(operationId, status, child(responses, status), facts)),
    ...expected.filter((row) => !found.includes(row)).map((row) => `${operationId}: ${row} is missing`),
    ...found
      .filter((row) => !expected.includes(row))
      .map((row) => `${operationId}: ${row} is no row of this operation`),
    ...errorStatuses.flatMap((status) =>
      examplesOf(responses, status).flatMap(([key, example]) =>
        exampleFindings(operationId, status, key, example, facts),
      ),
    ),
    ...errorStatuses.flatMap((status) =>
      examplesOf(responses, status).flatMap(([, example]) => adviceFindings(operationId, example, rows)),
    ),
    ...assumedFindings(operationId, child(responses, '400'), facts),
  ];
}

const errorStatuses = ['400', '403', '404'];

function statusFindings(operationId: string, responses: Node): string[] {
  const expected = ['200', ...errorStatuses];
  const missing = expected.filter((status) => !(status in responses));
  const strange = Object.keys(responses).filter((status) => !expected.includes(status));
  return [
    ...missing.map((status) => `${operationId} ${status}: is missing, the interface has this status`),
    ...strange.map((status) => `${operationId} ${status}: is in the document, the interface has no such status`),
  ];
}

function bodyFindings(operationId: string, status: string, response: Node, facts: Facts): string[] {
  const shape = { ...facts.errorBody, ...facts.messageField };
  return shapeFindings(`${operationId} ${status}`, shape, jsonOf(response).schema, { closed: false, facts });
}

/** A row in words, the same for the tables and the document. */
function named([, status, code, text, message]: Row): string {
  return `row ${String(status)} ${String(code)} "${text}"${message === undefined ? '' : ` / "${message}"`}`;
}

function namedIn(example: Node): string {
  const {
    status,
    code = '-',
    text,
    message,
  } = child(example, 'x-error') as Readonly<Record<string, string | undefined>>;
  const row = ['later', Number(status), code as '-', String(text)] as const; // its advice is no part of its name
  return named(message === undefined ? row : [...row, message]);
}

function examplesOf(responses: Node, status: string): readonly [key: string, example: Node][] {
  return Object.entries(child(jsonOf(responses[status]), 'examples')) as [string, Node][];
}

/** Findings on what an example says of its own row: its key, its status, and the body that shows it. */
function exampleFindings(operationId: string, status: string, key: string, example: Node, facts: Facts): string[] {
  const row = child(example, 'x-error');
  const body = child(example, 'value');
  const wanted = row.code === facts.blacklistCode;
  const wrong = {
    [`has the reason ${String(row.reason)} under another key`]: row.reason !== key,
    [`has the key ${key}, which is not snake_case`]: !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(key),
    [`stands under ${status}`]: String(row.status) !== status,
    [`is shown with error_code ${String(body.error_code)}`]: body.error_code !== row.code,
    [`is shown with error ${JSON.stringify(body.error)}`]: !fills(body.error, row.text),
    [`is shown with message ${JSON.stringify(body.message)}`]: !fills(body.message, row.message),
    [`is shown ${wanted ? 'without its' : 'with a'} blacklist`]: wanted !== 'blacklist' in body,
  };
  const findings = Object.keys(wrong).filter((finding) => wrong[finding]);
  return findings.map((finding) => `${operationId}: ${namedIn(example)} ${finding}`);
}

/** Findings on what an example says of repeating the request, and of the stage at which its row is given. */
function adviceFindings(operationId: string, example: Node, rows: readonly Row[]): string[] {
  const { repeat = 'none', stage = 'none' } = child(example, 'x-error');
  const row = rows.find((one) => named(one) === namedIn(example));
  if (!row) return []; // a stranger, which has a finding of its own
  const [wantedRepeat = '', wantedStage = 'none'] = row[0].split(' ');
  const place = `${operationId}: ${named(row)}`;
  return [
    ...differing(place, 'repeat', String(repeat), wantedRepeat),
    ...differing(place, 'stage', String(stage), wantedStage),
  ];
}

/** Whether a text is the template with something in the place of each {PLACEHOLDER}; neither is a text where there is none. */
function fills(text: unknown, template: unknown): boolean {
  if (typeof template !== 'string' || typeof text !== 'string') return template === undefined && text === undefined;
  const pieces = template.split(placeholder).map((piece) => piece.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`^${pieces.join('.+')}$`, 's').test(text) && !placeholder.test(text);
}

const placeholder = /\{[A-Z]\w*\}/;

/** A 400 that the interface does not list is marked as an open point. */
function assumedFindings(operationId: string, response: Node, facts: Facts): string[] {
  const marked = [response['x-unspecified']].flat().some((mark) => isNode(mark) && String(mark.what).includes('400'));
  if (marked || !facts.lacks400(operationId)) return [];
  return [`${operationId} 400: is not marked x-unspecified, the interface does not list it`];
}
