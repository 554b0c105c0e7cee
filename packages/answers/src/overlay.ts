/**
 * Answers of an operator, as an OpenAPI Overlay 1.0 or 1.1 whose actions update open points. It is read strictly, since an answer that
 * is left out in silence leaves a guess in its place: an action that changes nothing is refused, as all that is no answer.
 */
import { paths } from 'jsonpath-rfc9535';
import { LineCounter, parseDocument, visit, type Node } from 'yaml';
import { isNode } from '@wallet-operations/validator';
import type { PointedDocument, Points } from './document.ts';
import { AnswerError, refuseIn, type Refuse } from './refusal.ts';

/** One answer, and the keys that lead to it in its file. */
export interface Answer {
  readonly id: string;
  /** What the operator says, in words. */
  readonly answer: string;
  /** The same for machines, where it is not what is assumed. */
  readonly value?: unknown;
  readonly keys: readonly (string | number)[];
}

/** All answers of a file, and what refuses one of them with its line. */
export interface Answers {
  readonly answers: readonly Answer[];
  readonly refuse: Refuse;
}

/**
 * Reads the answers of an overlay to a document.
 *
 * @param file - what a message calls it
 * @throws AnswerError for what is no overlay, or no answer to an open point of the document
 */
export function readAnswers(text: string, file: string, document: PointedDocument): Answers {
  const lines = new LineCounter();
  const yaml = parseDocument(text, { lineCounter: lines });
  const refuse: Refuse = refuseIn(file, yaml, lines);
  const [mistake] = yaml.errors;
  if (mistake) {
    const { line, col } = lines.linePos(mistake.pos[0]);
    throw new AnswerError(
      `${file}:${String(line)}:${String(col)} It is no YAML: ${mistake.message.split('\n')[0] ?? ''}`,
    );
  }
  const refuseNode = ({ range }: Node, message: string): never => {
    const { line, col } = lines.linePos(range?.[0] ?? 0);
    throw new AnswerError(`${file}:${String(line)}:${String(col)} ${message}`);
  };
  if (yaml.directives.yaml.explicit) {
    const line = text.split(/\r?\n/).findIndex((one) => one.startsWith('%YAML')) + 1;
    throw new AnswerError(
      `${file}:${String(line)}:1 %YAML has words read in another way. Leave it out: this is YAML 1.2.`,
    );
  }
  visit(yaml, {
    Alias(_, node) {
      refuseNode(node, `*${node.source} stands for what is written elsewhere. Write it out.`);
    },
    Scalar(_, node) {
      if (node.value === '__proto__') refuseNode(node, '__proto__ is the name of nothing. Take it out.');
    },
  });
  const overlay: unknown = yaml.toJS();
  if (!isNode(overlay)) return refuse([], 'An overlay is an object with overlay, info and actions.');
  if (!/^1\.[01]\.\d+$/.test(String(overlay.overlay)))
    return refuse(['overlay'], `overlay is ${String(overlay.overlay)}. Write 1.0.0 or 1.1.0.`);
  only(overlay, ['overlay', 'info', 'extends', 'actions'], [], refuse);
  const { info, actions } = overlay;
  if (!isNode(info) || typeof info.title !== 'string' || typeof info.version !== 'string')
    return refuse(['info'], 'info has a title and a version, each a text.');
  if (!Array.isArray(actions) || actions.length === 0)
    return refuse(['actions'], 'actions is a list with one answer or more.');
  return {
    answers: (actions as unknown[]).flatMap((action, i) => answersOf(action, ['actions', i], document, refuse)),
    refuse,
  };
}

type Keys = readonly (string | number)[];

function answersOf(action: unknown, keys: Keys, document: PointedDocument, refuse: Refuse): Answer[] {
  if (!isNode(action) || typeof action.target !== 'string')
    return refuse(keys, "An action has a target, such as $['x-open-points']['request-time'], and an update.");
  only(action, ['target', 'description', 'update'], keys, refuse);
  const { target, update } = action;
  if (!isNode(update) || typeof update.answer !== 'string' || update.answer.trim() === '')
    return refuse(
      [...keys, 'update'],
      'An update has an answer: what your operator says, in words. A value may stand beside it.',
    );
  only(update, ['answer', 'value'], [...keys, 'update'], refuse);
  if (update.answer.includes('{{'))
    return refuse([...keys, 'update', 'answer'], 'answer has {{, which asks for a value here. Say it in other words.');
  const refuseTarget = (why: string): never => refuse([...keys, 'target'], why);
  const noPath = (): never => refuseTarget(`${target} is no JSONPath. ${HINT}`);
  const ids = idsAt(target, document, noPath);
  const { 'x-answered-points': answered = {} } = document;
  const [again] = ids.length === 0 ? idsAt(target, { 'x-open-points': answered }, noPath) : [];
  if (again !== undefined)
    return refuseTarget(
      `${again} is answered already, by the build that is used here: "${answered[again]?.answer ?? ''}" Leave this answer ` +
        'out, or build without it: npm run build, without --overlay.',
    );
  if (ids.length === 0 || ids.includes(undefined))
    return refuseTarget(`${target} names no open point${near(target, document['x-open-points'])}. ${HINT}`);
  const { answer, value } = update;
  return ids.map((id) => ({ id: String(id), answer, ...('value' in update && { value }), keys: [...keys, 'update'] }));
}

const HINT = "Write $['x-open-points']['ID'], with an ID of the docs page Open points.";

/** IDs of what a target selects; undefined for what is no point as a whole. */
function idsAt(target: string, document: object, refuse: () => never): (string | undefined)[] {
  let found: readonly string[]; // normalized paths
  try {
    found = paths(document as never, target);
  } catch {
    return refuse();
  }
  return found.map((path) => /^\$\['x-open-points'\]\['([\w-]+)'\]$/.exec(path)?.[1]);
}

function near(target: string, points: Points): string {
  const words = target.match(/[a-z]+/g) ?? [];
  const close = Object.keys(points).filter((id) =>
    words.some((word) => word.length > 3 && id.includes(word) && !'x-open-points'.includes(word)),
  );
  return close.length > 0 ? `; there are ${close.slice(0, 5).join(', ')}` : '';
}

/** Refuses a key that is none of those: an answer under it would be lost. */
function only(node: object, known: readonly string[], keys: Keys, refuse: Refuse): void {
  const stranger = Object.keys(node).find((key) => !known.includes(key) && !key.startsWith('x-'));
  if (stranger !== undefined)
    refuse([...keys, stranger], `${stranger} says nothing here. Write one of ${known.join(', ')}.`);
}
