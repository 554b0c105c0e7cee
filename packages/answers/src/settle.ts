/** Settles open points by answers: each takes its value, its marks say that it is answered, and the rest of the document follows. */
import { derive } from './derive.ts';
import type { Node } from '@wallet-operations/validator';
import { markedNodes, marksOf, pointsOf, type Point, type PointedDocument, type Points } from './document.ts';
import { contradictionIn, misfitOf, misplacedIn } from './fits.ts';
import { readAnswers, type Answer } from './overlay.ts';
import type { Refuse } from './refusal.ts';

/** What a program cannot do, though it fits the document: the answers at fault, and why. */
export type Unfollowed = (points: Points) => { readonly ids: readonly string[]; readonly message: string } | undefined;

/**
 * A copy of a document with the answers of an overlay.
 *
 * @param text - the overlay, YAML or JSON
 * @param file - what a message calls it
 * @param unfollowed - finds what the caller cannot follow, so that it need not pretend to
 * @throws AnswerError, with its line, for an answer that names no open point, does not fit or cannot be followed
 */
export function withAnswers<T extends object>(document: T, text: string, file: string, unfollowed?: Unfollowed): T {
  const copy = structuredClone(document) as unknown as PointedDocument;
  const before = structuredClone(pointsOf(copy));
  const { answers, refuse } = readAnswers(text, file, copy);
  for (const answer of answers) settle(copy, answer, refuse);
  const wrong = contradictionIn(pointsOf(copy)) ?? unfollowed?.(pointsOf(copy));
  if (wrong) refuse(answers.find(({ id }) => wrong.ids.includes(id))?.keys ?? [], wrong.message);
  markAnswered(copy);
  derive(copy, before);
  return copy as unknown as T;
}

function settle(document: PointedDocument, one: Answer, refuse: Refuse): void {
  const { id, answer, value, keys } = one;
  const open = document['x-open-points'];
  const point = open[id];
  if (!point) return refuse(keys, `${id} is answered twice. Write one answer.`);
  if (value !== undefined) checkValue(document, one, point, refuse);
  document['x-open-points'] = Object.fromEntries(Object.entries(open).filter(([one]) => one !== id));
  document['x-answered-points'] = {
    ...document['x-answered-points'],
    [id]: { ...point, answer, ...(value !== undefined && { value }) },
  };
}

function checkValue(document: PointedDocument, { id, value, keys }: Answer, point: Point, refuse: Refuse): void {
  const at = [...keys, 'value'];
  if (!point.fits) return refuse(at, `${id} has no value that a machine acts on. Say it in words, under answer.`);
  const misfit = misfitOf(id, point, value) ?? misplacedIn(document, id, value);
  if (misfit) refuse([...at, ...misfit.inside], `${misfit.message} Assumed is ${JSON.stringify(point.value)}.`);
}

/** `x-unspecified` is left with what is still open; `x-answered` has the rest. */
function markAnswered(document: PointedDocument): void {
  const open = document['x-open-points'];
  for (const node of markedNodes(document)) {
    const ids = marksOf(node);
    delete node['x-unspecified'];
    delete node['x-answered'];
    mark(
      node,
      'x-unspecified',
      ids.filter((id) => id in open),
    );
    mark(
      node,
      'x-answered',
      ids.filter((id) => !(id in open)),
    );
  }
}

function mark(node: Node, key: string, ids: readonly string[]): void {
  if (ids.length > 0) node[key] = ids.length === 1 ? ids[0] : ids;
}
