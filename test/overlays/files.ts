// Answers of an operator as the file that a command or a server takes.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cases, overlayOfSeveral, type Case } from './cases.ts';

/** The case that answers a point. */
export function caseOf(id: string): Case {
  const found = cases.find((one) => one.id === id);
  if (!found) throw new Error(`No case answers ${id}.`);
  return found;
}

type Answer = Pick<Case, 'id' | 'answer' | 'value'>;

/** Writes the overlay of an answer, and gives its path. */
export const overlayFile = (answer: Answer): string => overlayFileOf([answer]);

/** Writes the overlay of several. */
export function overlayFileOf(answers: readonly Answer[]): string {
  const file = join(mkdtempSync(join(tmpdir(), 'overlay-')), 'answers.overlay.json');
  writeFileSync(file, overlayOfSeveral(answers));
  return file;
}
