/** The standard output, of which nobody may get less than all without being told. */
import { fstatSync, writeFileSync } from 'node:fs';

/** What prints. */
export interface Printer {
  /** Prints a text. It does not fail: what is under way may not be broken off by it. */
  readonly print: (text: string) => void;
  /** Waits until all of it is out. @returns what it failed with first; undefined if it did not */
  readonly failure: () => Promise<NodeJS.ErrnoException | undefined>;
}

/** Makes it. To a file each text goes as a whole: the stream of Node.js takes what a full disk leaves out for written. */
export function createPrinter(stdout: NodeJS.Process['stdout']): Printer {
  let first: NodeJS.ErrnoException | undefined;
  const fail = (error: NodeJS.ErrnoException): void => {
    first ??= error;
  };
  stdout.on('error', fail);
  const isFile = isFileOrDevice(stdout);
  return {
    print(text) {
      if (!isFile) {
        stdout.write(text);
        return;
      }
      try {
        writeFileSync(stdout.fd, text);
      } catch (error) {
        fail(error as NodeJS.ErrnoException);
      }
    },
    async failure() {
      if (!isFile)
        await new Promise<void>((resolve) => {
          stdout.write('', () => {
            resolve();
          });
        });
      return first;
    },
  };
}

/** Whether it is neither a terminal nor a pipe, which may have no room for the moment. */
function isFileOrDevice({ isTTY, fd }: NodeJS.Process['stdout']): boolean {
  if (isTTY) return false;
  const output = fstatSync(fd);
  return output.isFile() || output.isCharacterDevice();
}
