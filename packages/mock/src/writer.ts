/** Writes to a stream: what comes within one turn of the event loop goes out at once, for a write costs more than a line. */

/** Where to write, as `process.stdout` is. */
interface Output {
  readonly write: (text: string) => unknown;
}

/** Gives the function that writes. What was not written yet when the process exits is written then. */
export function createWriter(output: Output): (text: string) => void {
  let pending = '';
  const flush = (): void => {
    const text = pending;
    pending = '';
    if (text !== '') output.write(text);
  };
  process.on('exit', flush);
  return (text) => {
    if (pending === '') setImmediate(flush);
    pending += text;
  };
}
