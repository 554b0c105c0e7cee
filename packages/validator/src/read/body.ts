/** Reads the body of a message, or says why it cannot be read. */
import { isUtf8 } from 'node:buffer';
import type { Violation } from '../document/violation.ts';
import { parseStrictly, type Parsed } from './json.ts';

/** A body as it came; undefined for one too large to be read. */
export type RawBody = Uint8Array | string | undefined;

/** Reads a body that has to be JSON. */
export function readBody(contentType: string | undefined, body: RawBody): Parsed | Violation {
  if (body === undefined) return broken('size', 'is too large');
  if (!isJson(contentType))
    return broken('content-type', `must be application/json, not ${contentType || 'without a content type'}`);
  const text = textOf(body);
  if (text === undefined) return broken('encoding', 'is not UTF-8');
  const read = parseStrictly(text);
  return 'code' in read ? broken(read.code, read.message) : read;
}

/** The text of a body; undefined for bytes that are none. */
export function textOf(body: Uint8Array | string): string | undefined {
  if (typeof body === 'string') return body;
  return isUtf8(body) ? Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8') : undefined;
}

/** Whether a content type is the interface's, whatever its parameters. */
export const isJson = (contentType: string | undefined): boolean =>
  contentType === 'application/json' || contentType?.split(';')[0]?.trim().toLowerCase() === 'application/json';

const broken = (code: string, message: string): Violation => ({ path: ['body'], code, message });
