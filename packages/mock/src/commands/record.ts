/** The file of a recording: written again while more passes, and whole at any time. */
import { placeOf, replace } from '@wallet-operations/reports';
import { writeTranscript, type Passed, type Recording } from '@wallet-operations/transcript';

/** A recording that is kept in a file. */
export interface RecordingFile {
  readonly recording: Recording;
  /** Writes the first of it, in place of what is there. */
  readonly begin: () => boolean;
  /** Writes what has come since, for the last time. @returns false where that went wrong, which was said */
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
  const write = (): boolean => {
    clearTimeout(timer);
    timer = undefined;
    const began = performance.now();
    try {
      replace(place, writeTranscript(recording.transcript()));
    } catch (error) {
      if (!hasComplained) complain(`--record cannot write its file: ${(error as Error).message}\n`);
      hasComplained = true;
      return false;
    } finally {
      pause = Math.max(SHORTEST, (performance.now() - began) * TIMES);
    }
    return true;
  };
  return {
    begin() {
      place = placeOf(file); // which is locked; a link to it may lead elsewhere later
      return write();
    },
    recording: {
      ...recording,
      add(passed: Passed) {
        recording.add(passed);
        timer ??= setTimeout(write, pause).unref();
      },
    },
    end: write,
  };
}
