/** Reads the body of a request, or says why it cannot be read. */
import type { Operation } from '../document.ts';
import type { Violation } from '../violation.ts';
import { parseJson } from './json.ts';

/** The parsed body; with a violation where there is none to parse. */
export interface ParsedBody {
  readonly value: unknown;
  readonly violation?: Violation;
}

/** Deeper JSON than this is no request of this interface, and validators recurse. */
const MAX_DEPTH = 32;

/** Parses the body of an operation that takes one; `text` is undefined for a body too large to be read. */
export function parseBody(operation: Operation, contentType: string | undefined, text: string | undefined): ParsedBody {
  if (operation.node.requestBody === undefined) return { value: undefined };
  const broken = (code: string, message: string): ParsedBody => ({
    value: undefined,
    violation: { path: ['body'], code, message },
  });
  if (text === undefined) return broken('size', 'is too large');
  if (!isJson(contentType))
    return broken('content-type', `must be application/json, not ${contentType ?? 'without a content type'}`);
  if (isDeep(text)) return broken('depth', 'is nested too deeply');
  try {
    return { value: parseJson(text) };
  } catch (error) {
    return broken('json', complaint(error));
  }
}

/** Whether a content type is the interface's, whatever its parameters. */
export const isJson = (contentType: string | undefined): boolean =>
  contentType?.split(';')[0]?.trim().toLowerCase() === 'application/json';

/** What the parser says, without the piece of the text that it quotes. */
export const complaint = (error: unknown): string =>
  (error as Error).message.replace(/, (\.\.\.)?".*"(\.\.\.)? is not valid JSON$/s, '');

/** Whether JSON nests deeper than any validator should have to follow. */
export const isDeep = (text: string): boolean =>
  depthOf(text) > MAX_DEPTH && depthOf(text.replace(/"(?:[^"\\]|\\.)*"?/gs, '')) > MAX_DEPTH;

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x7d || code === 0x5d) depth--;
  }
  return deepest;
}
