/** Reads the body of a request as bytes, up to a limit. */
import type { IncomingMessage } from 'node:http';

/** 1000 memos and labels fit many times over. */
const MAX_BYTES = 4 * 1024 * 1024;

const NONE = Buffer.alloc(0);

/**
 * The whole body; undefined for one that is too large, which is read to its end, that its sender hears the answer, but not kept. By
 * events: an iterator costs a tenth of a request.
 *
 * @throws the error of the connection, if it ends before the body does
 */
export function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const { headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
    return Promise.resolve(NONE);
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BYTES) chunks.push(chunk);
      else chunks = [];
    });
    request.on('end', () => {
      resolve(size > MAX_BYTES ? undefined : chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    });
    request.on('error', reject);
  });
}
