/** Finds the row of the error catalogue that an error body is. */
import { endpoints, errorRows } from '@wallet-operations/openapi/tables';
import type { Refusal, Repeat } from '../errors.ts';
import { isPassing } from '../sending/retry.ts';
import { isErrorBody } from '../types.ts';

/**
 * A text as it may be repeated: without white space, quotes, control characters and what JSON writes for these, in one case and one
 * form of its characters.
 */
const loose = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\\[bfnrt]|\\u00..|[\s"\\\p{Cc}]/gu, '');

/** Strings of a body that are looked at: whatever fills it with more says nothing of the interface. */
const MOST = 100;

/**
 * What the service said; `unknown` for what this operation is not known to say. The interface does not show which field carries the message of a row. `message` is assumed; without one it is
 * looked for in every string of the body. What the request had, whole or in part, is left out: a customer's memo may be written like
 * a refusal.
 *
 * @param sent - body of the request
 * @returns undefined if the body is no error body of this interface at all
 */
export function refusalOf(operationId: string, status: number, body: unknown, sent = ''): Refusal | undefined {
  if (!isErrorBody(body)) return undefined;
  const { error, message: said } = body;
  const asked = loose(sent);
  const isNew = (text: string): boolean => !asked.includes(loose(text));
  const strings = [error, ...(typeof said === 'string' ? [said] : stringsOf(body))].filter(isNew);
  const told = `${String(status)}|${String(body.error_code ?? '')}|`;
  const place = String(Object.keys(endpoints).indexOf(operationId));
  // The table has those rows first that say most: a bare placeholder fits everything, and must not win.
  for (const row of errorRows) {
    if (!row.startsWith(told)) continue;
    const [reason, repeat, stage, text, message = '', places] = row.slice(told.length).split('|');
    if (places && !places.split(' ').includes(place)) continue;
    const values = text ? valuesOf(text, message, strings, isNew) : {};
    if (values) return { status, reason, values, repeat: repeatOf(repeat), stage: stage || undefined, body } as Refusal;
  }
  const repeat = isPassing(status) ? 'soon' : 'later';
  return { status, reason: 'unknown', values: {}, repeat, stage: undefined, body };
}

/** `never` has a caller refund: whatever the table says unclearly is `later`, of which nothing follows. */
const repeatOf = (word: string | undefined): Repeat => (word === 'never' || word === 'soon' ? word : 'later');

/** The values of a row's placeholders, if its text is there, and its message beside it or behind it. */
function valuesOf(
  text: string,
  message: string,
  strings: readonly string[],
  isNew: (text: string) => boolean,
): Record<string, string> | undefined {
  for (const string of strings) {
    // A message may follow behind a slash, colon, comma or hyphen.
    const found = match(text, message && '(?:\\s*[/:,-]\\s*(?<rest>.+))?', string);
    if (!found) continue;
    const { rest, ...values } = found;
    if (!message) return values;
    for (const other of rest ? [rest].filter(isNew) : strings) {
      const more = other && other !== string && match(message, '', other);
      if (more) return { ...values, ...more };
    }
  }
  return undefined;
}

/** What stands in a string in the place of a template's placeholders; undefined if the string is another. */
function match(template: string, tail: string, string: string): Record<string, string> | undefined {
  const source = template.replace(/[.*+?^$()|[\]\\/]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.*?)');
  const found = new RegExp(`^${source}${tail}$`, 's').exec(string);
  return found ? { ...found.groups } : undefined;
}

/** From the outermost in: a loop, since a body may be nested deeper than the stack. */
function stringsOf(body: unknown): string[] {
  const values = [body];
  for (const value of values)
    if (typeof value === 'object' && value !== null && values.length < MOST)
      for (const inner of Object.values(value).slice(0, MOST)) values.push(inner);
  return values.filter((value) => typeof value === 'string');
}
