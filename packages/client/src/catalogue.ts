/** Finds the row of the error catalogue that an error body is. */
import { errorRows } from '@wallet-operations/openapi/tables';
import type { Refusal, Repeat } from './errors.ts';
import { isPassing } from './retry.ts';
import { isErrorBody } from './types.ts';

interface Row {
  readonly reason: Exclude<Refusal['reason'], 'unknown'>;
  readonly status: string;
  readonly code: string;
  readonly text: string;
  readonly message: string;
  readonly repeat: Repeat;
  readonly stage: 'authentication' | undefined;
  /** The only operations that it is a row of; empty where its words tell. */
  readonly only: string;
}

const PLACEHOLDER = /\{(\w+)\}/g;

/** Rows whose fixed words are longest come first: a bare placeholder fits everything, and must not win. */
const rows = errorRows
  .map((row) => {
    const [reason, status, code = '', text = '', message = '', repeat, stage, only = ''] = row.split('|');
    return { reason, status, code, text, message, repeat: repeat || 'never', stage: stage || undefined, only } as Row;
  })
  .sort((a, b) => fixedLength(b) - fixedLength(a));

function fixedLength({ text, message }: Row): number {
  return (text + message).replace(PLACEHOLDER, '').length;
}

/**
 * What the service said. The interface does not show which field carries the message of a row, so it is looked for in every
 * string of the body.
 *
 * @returns undefined if the body is no error body of this interface at all
 */
export function refusalOf(operationId: string, status: number, body: unknown): Refusal | undefined {
  if (!isErrorBody(body)) return undefined;
  const strings = stringsOf(body);
  for (const row of rows) {
    if (row.status !== String(status) || row.code !== String(body.error_code ?? '')) continue;
    if (row.only && !row.only.split(' ').includes(operationId)) continue;
    const values = valuesOf(row, strings);
    if (!values) continue;
    const { reason, repeat, stage } = row;
    return { status, reason, values, repeat, stage, body };
  }
  return {
    status,
    reason: 'unknown',
    values: {},
    repeat: isPassing(status) ? 'soon' : 'later',
    stage: undefined,
    body,
  };
}

/** The values of a row's placeholders, if its text is there, and its message beside it or behind it. */
function valuesOf({ text, message }: Row, strings: readonly string[]): Record<string, string> | undefined {
  if (!text) return {};
  for (const string of strings) {
    const found = patternOf(text, message !== '').exec(string);
    if (!found) continue;
    const { rest, ...values } = found.groups ?? {};
    if (message === '') return values;
    for (const other of rest === undefined ? strings.filter((each) => each && each !== string) : [rest]) {
      const more = patternOf(message, false).exec(other);
      if (more) return { ...values, ...more.groups };
    }
  }
  return undefined;
}

const patterns = new Map<string, RegExp>();

/** A template as a pattern for a whole string; `open` lets a message follow behind a slash, colon, comma or hyphen. */
function patternOf(template: string, open: boolean): RegExp {
  const key = `${String(open)}${template}`;
  let pattern = patterns.get(key);
  if (!pattern) {
    const source = template.replace(/[.*+?^$()|[\]\\/]/g, '\\$&').replace(PLACEHOLDER, '(?<$1>.*?)');
    pattern = new RegExp(`^${source}${open ? '(?:\\s*[/:,-]\\s*(?<rest>.+))?' : ''}$`, 's');
    patterns.set(key, pattern);
  }
  return pattern;
}

/** From the outermost in: a loop, since a body may be nested deeper than the stack. */
function stringsOf(body: unknown): string[] {
  const values = [body];
  for (const value of values)
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) values.push(inner);
  return values.filter((value) => typeof value === 'string');
}
