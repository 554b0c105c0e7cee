/** Answers from a file, for the command lines that take one. */
import { readFileSync } from 'node:fs';
import { AnswerError } from './refusal.ts';
import { withAnswers, type Unfollowed } from './settle.ts';

/**
 * A copy of a document with the answers of a file; the document itself if there is none.
 *
 * @throws AnswerError for a file that cannot be read, and as `withAnswers` does
 */
export function withAnswersOf<T extends object>(document: T, file: string | undefined, unfollowed?: Unfollowed): T {
  if (file === undefined) return document;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new AnswerError(
      `${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}. Give the path of an overlay.`,
    );
  }
  return withAnswers(document, text, file, unfollowed);
}
