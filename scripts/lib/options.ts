// Command-line options, and one line instead of a stack for one that does not exist.
import { parseArgs, type ParseArgsConfig } from 'node:util';

/**
 * Reads the options of a script, or ends the process and says how the script is used.
 *
 * @param usage - the command as a reader types it, with its options
 */
export function readOptions<const T extends NonNullable<ParseArgsConfig['options']>>(usage: string, options: T) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`${(error as Error).message}\nUsage: ${usage}`);
    return process.exit(1);
  }
}
