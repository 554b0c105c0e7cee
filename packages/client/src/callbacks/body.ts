/** Reads the raw bytes of a request once, and never more of them than it may. */
import { CallbackError } from './error.ts';

/** What is read of a body if nobody says otherwise: 1 MiB. */
export const DEFAULT_LIMIT = 1024 * 1024;

/** @throws RangeError for a limit that is no number of bytes: no body would be within it, and nobody would be told */
export function checkLimit(limit: number): void {
  if (!(typeof limit === 'number' && limit >= 1))
    throw new RangeError(`limit is ${String(limit)}. Give a number of bytes, from 1 on.`);
}

/**
 * The bytes of the body, or the status of the answer when there are none: 413 beyond the limit, 400 when the sender broke off.
 *
 * @throws CallbackError `body_used` if somebody has read the body already.
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | 400 | 413> {
  if (request.bodyUsed)
    throw new CallbackError(
      'body_used',
      'The body of the request was read before. Pass the request on untouched: its raw bytes are what was signed. ' +
        "In Hono: app.post('/callbacks', (c) => handler(c.req.raw)), with nothing before it that reads the body. " +
        'In a route of Next: export const POST = handler.',
    );
  // Written so that a length that is no number refuses.
  const within = (length: number): boolean => length <= limit;
  if (!within(Number(request.headers.get('Content-Length') ?? 0))) return 413;

  const reader = (request.body as ReadableStream<Uint8Array> | null)?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      length += read.value.length;
      if (!within(length)) {
        void reader.cancel().catch(() => undefined);
        return 413;
      }
      chunks.push(read.value);
    }
  } catch (error) {
    if (error instanceof CallbackError) throw error;
    return 400; // nobody is left to read the answer
  }
  return concat(chunks, length);
}

/** One array of several. */
export function concat(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
