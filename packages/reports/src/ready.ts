/** The files that reports go to are looked at before the run: whether they can be written, and over nothing that is kept. */
import { appendFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { makeFolders } from './places.ts';
import { isNamedPipe, refuseOver, refuseRead, refuseSame, type Wanted } from './refusals.ts';
import { UsageError } from './usage.ts';
import { leaveOtherNames } from './written.ts';

/** Files that can be written, and have what they had. */
export interface Ready {
  /** Empties them: what an earlier run left must not pass for the result of one that broke off. */
  readonly empty: () => void;
  /** Takes those away that were not there. */
  readonly leave: () => void;
}

/**
 * Sees before a run, rather than after it, that files can be written, and makes the directories to them. Where one cannot, all are left as
 * they are.
 *
 * @param inputs - files that are read, which none of them may be
 * @throws UsageError for a place where nothing can be written, for two names of one file, and for one that is read or kept
 */
export function ready(files: readonly Wanted[], inputs: readonly string[]): Ready {
  refuseSame(files);
  refuseRead(files, inputs);
  const made: string[] = [];
  const leave = (): void => {
    for (const file of made) if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file, { force: true });
  };
  try {
    for (const each of files) if (open(each)) made.push(realpathSync.native(each.file));
    refuseSame(files); // now that each is there, links show where they lead to
    refuseOver(files, inputs);
  } catch (error) {
    leave();
    throw error;
  }
  return {
    leave,
    empty() {
      for (const { file, isReplaced } of files)
        if (isReplaced !== true) writeFileSync(file, '', { mode: leaveOtherNames(file) });
    },
  };
}

/** Sees that a file can be written, and leaves what it has. @returns whether it was not there. @throws UsageError for one that cannot */
function open({ option, file, isReplaced }: Wanted): boolean {
  if (isNamedPipe(file))
    throw new UsageError(`--${option} is a named pipe, whose reader leaves before the report comes. Give a file.`);
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (isReplaced === true && found?.isFile() === false)
      throw new UsageError(`--${option} takes a file, which ${file} is not: what is written takes its place.`);
    makeFolders(file);
    appendFileSync(file, '');
    return found === undefined;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`--${option} cannot write its file: ${(error as Error).message}. Give another place.`);
  }
}
