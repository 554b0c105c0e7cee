/** The file of a recording: written again while more passes, and whole at any time. */
import { besideOf, lockFilesOf, placeOf, replace, type Lock } from '@wallet-operations/reports';
import { writeTranscript, type Passed, type Recording } from '@wallet-operations/transcript';

/** A recording that is kept in a file. */
export interface RecordingFile {
  readonly recording: Recording;
  /** Says whose the file is, and where: a link to it may lead elsewhere later. */
  readonly keep: (lock: Lock) => void;
  /** The file, and those of its lock. */
  readonly files: () => string[];
  /** Writes the first of it, in place of what is there. */
  readonly begin: () => boolean;
  /**
   * Writes what has come since, for the last time; beside the file, where that may be another's by now, or cannot be written.
   *
   * @returns false where that went wrong, which was said
   */
  readonly end: () => boolean;
}

/** Milliseconds between two times that the file is written, and how many times longer than it took to write it. */
const SHORTEST = 250;
const TIMES = 20;

/** Makes it; one that cannot be written says so once, and holds nothing up. */
export function recordingFile(file: string, recording: Recording, complain: (text: string) => void): RecordingFile {
  let timer: NodeJS.Timeout | undefined;
  let pause = SHORTEST;
  let hasComplained = false;
  let place = file;
  let own: Lock | undefined;
  const write = (to = place): boolean => {
    clearTimeout(timer);
    timer = undefined;
    const began = performance.now();
    try {
      replace(to, writeTranscript(recording.transcript()));
    } catch (error) {
      if (!hasComplained) complain(`--record cannot write its file: ${(error as Error).message}\n`);
      hasComplained = true;
      return false;
    } finally {
      pause = Math.max(SHORTEST, (performance.now() - began) * TIMES);
    }
    return true;
  };
  const isOwn = (): boolean => own?.isHeld() !== false;
  return {
    keep(lock) {
      [own, place] = [lock, placeOf(file)];
    },
    files: () => [place, ...lockFilesOf(place)],
    begin: () => write(),
    recording: {
      ...recording,
      add(passed: Passed) {
        recording.add(passed);
        timer ??= setTimeout(() => isOwn() && write(), pause).unref();
      },
    },
    end() {
      const isHeld = isOwn();
      if (isHeld && write()) return true;
      const beside = besideOf(place);
      const why = isHeld
        ? `${place} cannot be written`
        : `the lock of ${place} was moved or taken away, so another may have that file`;
      if (write(beside)) complain(`--record: ${why}. What passed here is in ${beside}.\n`);
      return false;
    },
  };
}
