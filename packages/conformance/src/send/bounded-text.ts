/** Reads an answer, as far as it may fill memory. */

/** Larger answers are not read to their end; the largest page that the document allows has some 4.5 MB. */
const MAX_BYTES = 16 * 1024 * 1024;

/** The text of an answer; undefined once it is too large, as it is unpacked: a few packed bytes may be as many as there is memory. */
export async function boundedText({ body }: Response): Promise<string | undefined> {
  if (!body) return '';
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body as ReadableStream<Uint8Array>) {
    size += part.byteLength;
    if (size > MAX_BYTES) return undefined; // which leaves the rest of the stream, and closes it
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
