/** Shows one mutant: where it is, what it changes, and whom it concerns. */
import { differencesOf } from './difference.ts';
import { refOf, type Node } from './document.ts';
import type { Mutant } from './mutants.ts';

/** The change as lines that are gone and lines that came. */
export function shownOf(document: Node, mutant: Mutant): string {
  const places = differencesOf(document, mutant.document()).flatMap(({ pointer, before, after }) => [
    `at ${refOf(pointer)}`,
    ...linesOf('-', before),
    ...linesOf('+', after),
  ]);
  const { owners } = mutant;
  return [mutant.name, `kind ${mutant.kind}, concerns ${owners?.join(', ') ?? 'all'}`, ...places].join('\n');
}

function linesOf(sign: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  return JSON.stringify(value, null, 2)
    .split('\n')
    .map((line) => `${sign} ${line}`);
}
