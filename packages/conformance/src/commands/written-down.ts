/** Writes down what came of a run, as much of it as there can be in one text. */
import { redacted, writeTranscript, type Interface, type RawRun } from '@wallet-operations/transcript';

/** Characters; the engine has no text of more than 512 Mi. */
const LONGEST = 500 * 1024 * 1024;

/** What is written down, and how many calls are not. */
export interface WrittenDown {
  readonly text: string;
  readonly lost: number;
}

/** The text of a transcript. What cannot be written down, or no more, is left out: it must not lose all the others. */
export function writtenDown(service: Interface, raw: RawRun, longest = LONGEST): WrittenDown {
  const textOf = (run: RawRun): string => writeTranscript(redacted(service, run));
  try {
    const text = textOf(raw);
    if (text.length <= longest) return { text, lost: 0 };
  } catch {
    // told below, by each call for itself
  }
  let length = textOf({ ...raw, exchanges: [], stopped: 'fault' }).length;
  const exchanges = raw.exchanges.filter((exchange) => {
    try {
      const more = textOf({ ...raw, exchanges: [exchange] }).length;
      if (length + more > longest) return false;
      length += more;
      return true;
    } catch {
      return false;
    }
  });
  return { text: textOf({ ...raw, exchanges, stopped: 'fault' }), lost: raw.exchanges.length - exchanges.length };
}
