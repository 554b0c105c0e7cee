// Answers of an operator as the file that a command or a server takes.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cases, overlayOf, type Case } from './cases.ts';

/** The case that answers a point. */
export function caseOf(id: string): Case {
  const found = cases.find((one) => one.id === id);
  if (!found) throw new Error(`No case answers ${id}.`);
  return found;
}

/** Writes the overlay of an answer, and gives its path. */
export function overlayFile(answer: Pick<Case, 'id' | 'answer' | 'value'>): string {
  const file = join(mkdtempSync(join(tmpdir(), 'overlay-')), 'answers.overlay.json');
  writeFileSync(file, overlayOf(answer));
  return file;
}
