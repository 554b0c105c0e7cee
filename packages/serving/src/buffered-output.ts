/** Writes to a stream: what comes within one turn of the event loop goes out at once, for a write costs more than a line. */

/** Where to write, as `process.stdout` is. */
interface Output {
  readonly write: (text: string) => unknown;
  readonly on?: (event: 'error', listener: () => void) => unknown;
}

/** Gives the function that writes. What was not written yet when the process exits is written then; if nobody reads any more, nothing is. */
export function bufferedOutput(output: Output): (text: string) => void {
  let pending = '';
  const flush = (): void => {
    const text = pending;
    pending = '';
    if (text !== '') output.write(text);
  };
  process.on('exit', flush);
  output.on?.('error', () => undefined);
  return (text) => {
    if (pending === '') setImmediate(flush);
    pending += text;
  };
}

/** Nothing that a request holds can break out of its line, reach the terminal as a command, turn it about, or hide in it. */
export const printable = (text: string): string =>
  text.replace(/[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, '?');
