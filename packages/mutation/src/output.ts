/** The standard output, of which nobody may get less than all without being told. */
import { fstatSync, writeFileSync } from 'node:fs';
import { UnusableError } from './usable.ts';

/**
 * Prints a text. To a file it goes as a whole: the stream of Node.js takes what a full disk leaves out for written.
 *
 * @throws UnusableError if it cannot, such as on a full disk. A reader who has gone, as `head` does, wanted no more.
 */
export function print(text: string): void {
  if (!isFile()) {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(1, text);
  } catch (error) {
    throw new UnusableError(
      `The standard output cannot be written, and is not complete: ${(error as Error).message}. Make room, or send it elsewhere.`,
      { cause: error },
    );
  }
}

/** Whether it is a file or a device, and neither a terminal nor a pipe, which may have no room for the moment. */
function isFile(): boolean {
  if (process.stdout.isTTY) return false;
  const output = fstatSync(1);
  return output.isFile() || output.isCharacterDevice();
}
