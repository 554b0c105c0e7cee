/** Undoes the compression of a body that was passed on compressed. */
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';

/** What a body may become; one that becomes more is an attack, not an answer. */
const LIMIT = { maxOutputLength: 64 * 1024 * 1024 };

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
  identity: (bytes) => bytes,
  gzip: (bytes) => gunzipSync(bytes, LIMIT),
  'x-gzip': (bytes) => gunzipSync(bytes, LIMIT),
  deflate: (bytes) => inflateSync(bytes, LIMIT),
  br: (bytes) => brotliDecompressSync(bytes, LIMIT),
  zstd: (bytes) => zstdDecompressSync(bytes, LIMIT),
};

/**
 * The text of a body.
 *
 * @throws Error for an encoding that is unknown, or bytes that are not in it
 */
export function decode(bytes: Buffer, contentEncoding = 'identity'): string {
  if (bytes.length === 0) return '';
  const encodings = contentEncoding.toLowerCase().split(',');
  const plain = encodings.reduceRight((body, encoding) => {
    const decoder = DECODERS[encoding.trim()];
    if (!decoder) throw new Error(`is encoded as ${encoding.trim()}, which this proxy cannot read`);
    return decoder(body);
  }, bytes);
  return plain.toString('utf8');
}
