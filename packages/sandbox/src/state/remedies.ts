/** What a user can do about a file that SQLite can do nothing with. */

/** By its result codes. */
const REMEDIES: Readonly<Record<number, string>> = {
  5: 'Stop the sandbox that runs on it',
  8: 'Make the data file, its log and their folder writable',
  10: 'Look at the disk that the data file is on, and whether it has space',
  13: 'Free some space on the disk that the data file is on',
};

/** Undefined for an error that is none of SQLite's, or of which it is not known. */
export const remedyOf = (error: unknown): string | undefined =>
  REMEDIES[((error as { errcode?: number }).errcode ?? 0) & 0xff];
