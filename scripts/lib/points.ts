// The open points of the document: read from their files, and said wherever a text asks for the value of one.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { namesOf, pointsOf, type Point, type PointedDocument, type Points } from '@wallet-operations/answers';
import { parse } from 'yaml';
import { ROOT } from './paths.ts';
import { guide } from './problems.ts';
import { refuseWords } from './written.ts';

const FOLDER = 'openapi/open-points';

/** File of a point, relative to the top folder. Its name is the point's ID. */
export const pointFile = (id: string): string => `${FOLDER}/${id}.yaml`;

/** Every open point, by its ID. */
export function readPoints(): Points {
  const files = globSync(`${FOLDER}/*.yaml`, { cwd: ROOT }).sort();
  return Object.fromEntries(
    files.map((file) => [basename(file, '.yaml'), parse(readFileSync(join(ROOT, file), 'utf8')) as Point]),
  );
}

/** What a query has in any POSIX shell besides its own parameters: a nonce if there is one, and the present `t` in its unit. */
export function shellPairs(points: Points): string[] {
  const { unit } = points['request-time']?.value as { unit: string };
  const { nonce } = points.checksum?.value as { nonce: string };
  return [
    ...(nonce === 'none' ? [] : [`${nonce}=$(openssl rand -hex 16)`]),
    `t=$(date +%s)${unit === 'milliseconds' ? '000' : ''}`, // only GNU's date has milliseconds
  ];
}

/** The points that number the fields which a deposit may be safe by: the interface ties those of `state` to one field. */
export const NUMBERED_BY: Readonly<Record<string, readonly string[]>> = {
  state: ['callback-state', 'withdrawal-state'],
  processing_state: ['processing-state'],
};

/** The number that makes a deposit safe to credit. Undefined where the operator's own name has none. */
export function safeNumber(points: Points): number | undefined {
  const { field, is } = points['safe-to-credit']?.value as { field: string; is: string };
  return NUMBERED_BY[field]?.map((id) => namesOf(points[id])?.[is]).find((number) => number !== undefined);
}

/** `{{id}}`, `{{id.part}}` for a value; `{{shell-query}}`, which is of several points; `{{id?}}` for whether it is assumed. */
const ASKED = /\{\{\s*([\w-]+)((?:\.\w+)*)(\??)\s*\}\}/g;

/**
 * `{{id? words}}` for what is said while the point is open, `{{id! words}}` for what is said once it is answered, and `{{id+ words}}` for
 * what is said where the answer has names beyond those that the document has a place for.
 */
const SAID = /\{\{\s*([\w-]+)([?!+])\s+([^{}]*?)\s*\}\}/g;

/**
 * A text with values in the place of each `{{id}}`, and without the words that are not to be said. `<answer>` among those that are is what
 * the operator says, and `<beyond>` the names beyond.
 *
 * @throws Problem for a point or a value that there is not
 */
export function filled(text: string, points: Points): string {
  const missing = (asked: string): never =>
    refuseWords(
      asked,
      'open-point-value',
      `A text asks for ${asked}. No point in ${FOLDER}/ has such a value. Ask for another, or give it one. ${guide('open-points')}`,
    );
  const valued = text.replace(ASKED, (asked, id: string, parts: string, isQuestion: string) => {
    if (id === 'shell-query') return shellPairs(points).join('&');
    const point = points[id];
    if (point && isQuestion) return point.answer === undefined ? 'assumed' : 'answered by your operator';
    if (id === 'safe-to-credit' && parts === '.number') return String(safeNumber(points));
    const value = parts.split('.').slice(1).reduce<unknown>(partOf, point?.value);
    return value === undefined ? missing(asked) : inWords(value);
  });
  const said = valued.replace(SAID, (asked, id: string, when: string, words: string) => {
    const point = points[id] ?? missing(asked);
    if (when === '+') {
      const names = namesBeyond(point);
      return names.length === 0 ? LEFT_OUT : words.replaceAll('<beyond>', listed(names));
    }
    if ((when === '?') !== (point.answer === undefined)) return LEFT_OUT;
    return words.replaceAll('<answer>', () => (point.answer ?? '').trim().replace(/\s+/g, ' ').replace(/\.$/, ''));
  });
  const [, lost] = /(\{\{\s*[\w-]+[?!+][^]{0,40})/.exec(said) ?? [];
  return lost === undefined ? closedUp(said) : missing(lost.split('\n')[0] ?? lost);
}

const LEFT_OUT = '\0';

/** Without the blanks around what was left out: it leaves neither two of them nor an empty paragraph. */
const closedUp = (text: string): string =>
  text.includes(LEFT_OUT)
    ? text
        .replace(/\0+/g, LEFT_OUT)
        .replace(/\s*\0(?=[.,;:)]|\n\n|\n?$)/g, '')
        .replace(/(^|\s)\0\s?/g, '$1')
        .replaceAll(LEFT_OUT, '')
    : text;

/** Says in each point what is assumed, with the values that are: to be done before an answer gives other ones. */
export function tellAssumed(points: Points): void {
  for (const point of Object.values(points)) point.assumed = filled(point.assumed, points);
}

/** Does so in every text of the document. */
export function fillIn(document: PointedDocument): void {
  const points = pointsOf(document);
  const walk = (node: object): void => {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === 'string' && value.includes('{{')) Object.assign(node, { [key]: filled(value, points) });
      else if (typeof value === 'object' && value !== null) walk(value as object);
    }
  };
  walk(document);
}

/** Names of which nobody knows where a transaction comes to them: they are in no order of the document. */
function namesBeyond(point: Point): string[] {
  const known = [...(point.order ?? []), ...(point.failures ?? [])];
  return Object.keys(namesOf(point) ?? {}).filter((name) => !known.includes(name));
}

const partOf = (value: unknown, part: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined;

/** Numbers before their names; lists with `and`. */
function inWords(value: unknown): string {
  const names = namesOf({ what: '', assumed: '', value });
  if (names)
    return Object.entries(names)
      .map(([name, number]) => `${String(number)} ${spaced(name)}`)
      .join(', ');
  if (Array.isArray(value)) return listed(value.map(String));
  return String(value);
}

/** `inPool` is "in pool"; `BTC` stays. */
const spaced = (name: string): string => name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const listed = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(', ')} and ${String(texts.at(-1))}`;
