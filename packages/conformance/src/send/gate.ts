/** The only way out of a run: it sends what reads, and nothing else. A writing pack has one of its own. */
import type { Operation } from '@wallet-operations/validator';
import { refuseWriting } from '../document/reading.ts';
import type { RawAnswer } from '@wallet-operations/transcript';
import { boundedText } from './bounded-text.ts';
import { engineWord } from './untrusted.ts';
import type { Told } from './waiting.ts';

/** A request, signed. */
export interface Outgoing {
  readonly operation: Operation;
  /** What stands in the operation's path, by the names of its parameters. */
  readonly path: Readonly<Record<string, string>>;
  /** As it is sent, with `t`. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Where requests go. */
export interface Target {
  /** Base address. */
  readonly base: string;
  /** Path segment that stands for `svc`. */
  readonly product: string;
}

/** An answer, with what it says of the next call. */
export type Received = RawAnswer & Told;

/** Milliseconds after which an answer is given up. */
const TIMEOUT = 30_000;

/** Of a request that would go to another place than the one that was signed: a fault of the run itself. */
export class AstrayError extends Error {
  override readonly name = 'AstrayError';
}

/**
 * The address of a request, as it was signed.
 *
 * @throws AstrayError where whoever reads the address would make another one of it, as of a segment that is made of dots
 */
function addressOf(base: string, path: string, query: string, operation: Operation): URL {
  const signed = `${base}${path}?${query}`;
  const url = URL.parse(signed);
  const isWhole = path.split('/').every((segment, i) => (segment === '') === (i === 0));
  if (url?.href === signed && isWhole) return url;
  throw new AstrayError(
    `${operation.operationId} is refused, and nothing was sent: its address would be read as another one than was signed.`,
  );
}

/** The path of an operation with what stands in it. */
export const pathOf = ({ path: template }: Operation, path: Outgoing['path'], product: string): string =>
  template
    .replace('/svc/', `/${encodeURIComponent(product)}/`)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));

/**
 * Sends a request, whose method and path are the operation's own, and gives its answer. Redirections are answers.
 *
 * @param signal - gives up the answer, which is safe of what only reads
 * @param unanswered - hears the engine's word for why none came
 * @returns undefined where none came
 * @throws WritingError, before anything is opened, for an operation that does more than read
 * @throws AstrayError, before that too, for an address that is not the one that was signed
 */
export async function send(
  { base, product }: Target,
  { operation, path, query, headers, body }: Outgoing,
  signal?: AbortSignal,
  unanswered?: (word: string | undefined) => void,
): Promise<Received | undefined> {
  refuseWriting(operation);
  const url = addressOf(base, pathOf(operation, path, product), query, operation);
  try {
    const response = await fetch(url, {
      method: operation.method,
      headers: { ...headers, ...(body !== '' && { 'Content-Type': 'application/json' }) },
      ...(body !== '' && { body }),
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT), ...(signal ? [signal] : [])]),
    });
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      text: await boundedText(response),
      retryAfter: response.headers.get('retry-after'),
      date: response.headers.get('date'),
    };
  } catch (error) {
    unanswered?.(engineWord(error));
    return undefined; // what else it says may quote the address, and nothing of it would be a fact of the interface
  }
}
