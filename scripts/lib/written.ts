// Leads a wrong word of a text back to where somebody wrote it: by then the build has put texts together, and filled them in.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.ts';
import { listed, Problem } from './problems.ts';

/** Where texts come from that the build reads for values, links and pictures. */
const TEXTS = ['openapi/**/*.{yaml,md}', 'scripts/steps/postman/*.js'];

/**
 * Refuses what a text says, at each place where it is written so.
 *
 * @param words - the wrong words, exactly as they were written
 */
export function refuseWords(words: string, rule: string, message: string): never {
  const places = placesOf(words);
  if (places.length === 0) throw new Problem(message); // of an answer, or of what the build made
  throw new Problem(listed(places.map((where) => ({ where, rule, message }))), places.length);
}

/** Each place of some words, as `file:line:column`. */
function placesOf(words: string): string[] {
  const files = globSync(TEXTS, { cwd: ROOT, exclude: ['openapi/README.md'] });
  return files.sort().flatMap((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    return text.split('\n').flatMap((line, row) => {
      const before = line.split(words).slice(0, -1);
      const columns = before.map((_, i) => before.slice(0, i + 1).join(words).length + 1);
      return columns.map((column) => `${path.replaceAll('\\', '/')}:${String(row + 1)}:${String(column)}`);
    });
  });
}
