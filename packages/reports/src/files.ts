/** The files that reports go to: looked at before the run, written after it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from './usage.ts';

/**
 * Refuses a file for two reports: the later would take the place of the other.
 *
 * @throws UsageError
 */
export function refuseSame(files: readonly { readonly option: string; readonly file: string }[]): void {
  const [same] = [...Map.groupBy(files, ({ file }) => resolve(file)).values()].filter((group) => group.length > 1);
  if (same)
    throw new UsageError(`${same.map(({ option }) => `--${option}`).join(' and ')} name the same file: give two.`);
}

/**
 * Makes a file empty, with the directories to it: what an earlier run left must not pass for the result of one that broke off.
 *
 * @throws UsageError for a place where nothing can be written, before the run rather than after it
 */
export function prepare(option: string, file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
  } catch (error) {
    throw new UsageError(`--${option} cannot write its file: ${(error as Error).message}. Give another place.`);
  }
}

/** Writes a report; what goes wrong is said, and ends nothing. */
export function write(file: string, text: string): boolean {
  try {
    writeFileSync(file, text);
    return true;
  } catch (error) {
    process.stderr.write(`A report could not be written: ${(error as Error).message}\n`);
    return false;
  }
}
