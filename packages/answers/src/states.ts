/** Pictures of states: each state gets the number that a point gives it. */
import { isNode, type Node } from '@wallet-operations/validator';
import type { Points } from './document.ts';
import { namesOf } from './names.ts';

/** Numbers the states of a tag, and says whether any of the numbers is still assumed. */
export function numberStates({ 'x-states': picture }: Node, points: Points): void {
  if (!isNode(picture) || !Array.isArray(picture.numberedBy)) return;
  const sources = (picture.numberedBy as string[]).map((id) => points[id]);
  const numbers = Object.assign({}, ...sources.map(namesOf)) as Record<string, number>;
  picture.assumed = sources.some((point) => point?.answer === undefined);
  for (const state of picture.states as Node[]) {
    const number = numbers[nameOf(String(state.name))];
    delete state.number;
    if (number !== undefined) state.number = number;
  }
}

/** `in pool` is called `inPool` where it is a name. */
const nameOf = (words: string): string => words.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
