/** A report's file, in the end of the proxy. */
import { write } from '@wallet-operations/reports';

/**
 * Writes a report; what goes wrong is said, and ends nothing.
 *
 * @param inputs - files that it must not be, whatever its name leads to by now
 * @returns whether it is written, and where it was to go
 */
export function isWritten(
  { option, file }: { readonly option: string; readonly file: string },
  text: string,
  inputs: readonly string[],
): boolean {
  try {
    const why = write({ option, file }, text, inputs);
    if (why !== undefined) process.stderr.write(`${why}\n`);
    return why === undefined;
  } catch (error) {
    process.stderr.write(`A report could not be written to ${file}: ${(error as Error).message}\n`);
    return false;
  }
}
