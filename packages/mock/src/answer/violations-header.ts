/** Tells in a header what is wrong with a request: always whole JSON, and never so long that a client would refuse the answer. */
import type { Violation } from '@wallet-operations/validator';

/** Clients take 8 kB of headers, or more; an entry that does not fit into half of that is counted instead. */
const ROOM = 4096;

/** The header's value: a list of violations, with a last one of the code `more` where some do not fit. */
export function violationsHeader(violations: readonly Violation[]): string {
  const texts: string[] = [];
  let room = ROOM;
  for (const violation of violations) {
    const text = inAscii(JSON.stringify(violation));
    room -= text.length;
    if (room < 0) break;
    texts.push(text);
  }
  const left = violations.length - texts.length;
  if (left > 0)
    texts.push(JSON.stringify({ path: [], code: 'more', message: `${String(left)} more do not fit in here` }));
  return `[${texts.join(',')}]`;
}

/** A header holds printable ASCII alone; JSON has an escape for all else. */
const inAscii = (json: string): string =>
  json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
