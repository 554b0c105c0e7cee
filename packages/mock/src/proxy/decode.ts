/** Undoes the compression of a body that was passed on compressed. */
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { type Captured, MAX_BYTES } from './exchange.ts';

const LIMIT = { maxOutputLength: MAX_BYTES };

const DECODERS = new Map<string, (bytes: Buffer) => Buffer>([
  ['gzip', (bytes) => gunzipSync(bytes, LIMIT)],
  ['x-gzip', (bytes) => gunzipSync(bytes, LIMIT)],
  ['deflate', (bytes) => inflateSync(bytes, LIMIT)],
  ['br', (bytes) => brotliDecompressSync(bytes, LIMIT)],
  ['zstd', (bytes) => zstdDecompressSync(bytes, LIMIT)],
]);

/** What says that nothing was done. */
const NONE = new Set(['', 'identity']);

/**
 * A body as it was before; undefined for one that is not there as a whole, becomes too large, or is compressed in a way that nobody here
 * knows; unreadable for one that is not in the compression that it says.
 */
export function decode({ bytes, whole }: Captured, contentEncoding = 'identity'): Buffer | 'unreadable' | undefined {
  if (!whole) return undefined;
  const encodings = contentEncoding.toLowerCase().split(',');
  const [encoding, ...others] = encodings.map((each) => each.trim()).filter((each) => !NONE.has(each));
  if (encoding === undefined || bytes.length === 0) return bytes;
  const decoder = DECODERS.get(encoding);
  if (!decoder || others.length > 0) return undefined; // by several, a few bytes become as many as one likes
  try {
    return decoder(bytes);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? undefined : 'unreadable';
  }
}
