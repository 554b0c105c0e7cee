/** Keeps a copy of a body while it streams by. */
import type { Readable } from 'node:stream';
import type { Captured } from './exchange.ts';

/** A larger body is passed on, but not checked. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Listens in; the copy is what has come so far. */
export function capture(stream: Readable): () => Captured {
  const chunks: Buffer[] = [];
  let size = 0;
  let ended = false;
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  });
  stream.on('end', () => (ended = true));
  return () => ({ bytes: Buffer.concat(chunks), whole: ended && size <= MAX_BYTES });
}
