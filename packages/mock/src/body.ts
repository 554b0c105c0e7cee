/** Reads a request's body, or says why it cannot be read. */
import type { Operation } from './document.ts';
import type { Violation } from './refuse.ts';

/** The parsed body; with a violation where there is none to parse. */
export interface ParsedBody {
  readonly value: unknown;
  readonly violation?: Violation;
}

/** Deeper JSON than this is no request of this interface, and validators recurse. */
const MAX_DEPTH = 32;

/** Parses the body of an operation that takes one. */
export function parseBody(operation: Operation, contentType: string | undefined, text: string | undefined): ParsedBody {
  if (operation.node.requestBody === undefined) return { value: undefined };
  const broken = (code: string, message: string): ParsedBody => ({
    value: undefined,
    violation: { path: ['body'], code, message },
  });
  if (text === undefined) return broken('size', 'the body is too large');
  if (contentType?.split(';')[0]?.trim().toLowerCase() !== 'application/json')
    return broken(
      'content-type',
      `the body must come as application/json but came ${contentType ? `as ${contentType}` : 'without a content type'}`,
    );
  try {
    const value: unknown = JSON.parse(text);
    return depthOf(text) > MAX_DEPTH ? broken('depth', 'the body is nested too deeply') : { value };
  } catch (error) {
    return broken('json', `the body is not JSON: ${(error as Error).message}`);
  }
}

/** How deep brackets nest; those inside strings count too, which only errs for strings no request has. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth);
    if (character === '}' || character === ']') depth--;
  }
  return deepest;
}
