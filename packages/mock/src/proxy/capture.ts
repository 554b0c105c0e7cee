/** Keeps a copy of a body while it streams by. */
import type { Readable } from 'node:stream';
import { type Captured, MAX_BYTES } from './exchange.ts';

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
  return () => ({ bytes: Buffer.concat(chunks), size, ended, whole: ended && size <= MAX_BYTES });
}
