// Pictures of states, drawn of the document's own data: inline SVG in the colour of the text, so that it suits light and dark.
import type { Bundle, State, States } from '../../lib/bundle.ts';
import { Problem } from '../../lib/problems.ts';
import { escaped } from './escaped.ts';

/** A state in its place; y is its upper edge. */
interface Card {
  readonly state: State;
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly lines: readonly string[];
}

// As wide as the text of the page on a phone: Redoc loses an SVG's viewBox, so pictures cannot be scaled.
const WIDTH = 311;
const CARD = 141;
const MAIN_X = 1;
const EXITS_X = WIDTH - CARD - 1;
const GAP = 30;
const EXIT_GAP = 12;
const PADDING = 10;
const NAME_LINE = 18;
const TEXT_LINE = 15;
const LETTERS = 19; // of the smaller text in a line
const LEGEND = 44;

/** The pictures of all states that the document has, by the name of the tag where they stand. */
export function picturesOf(bundle: Bundle): Map<string, string> {
  const tags = bundle.tags ?? [];
  return new Map(
    tags.flatMap(({ name, 'x-states': states, 'x-unspecified': open }) =>
      states ? [[name, picture(name, states, open === undefined)]] : [],
    ),
  );
}

/**
 * Draws states as cards: the main way down on the left, beside it the states that lead nowhere further.
 *
 * @throws Problem for a state that comes after one that there is not, or after one that it cannot be joined to without a crossing
 */
function picture(tag: string, { title, numbers, assumed, states }: States, isAnswered: boolean): string {
  const cards = layOut(states);
  const main = cards.filter(({ x }) => x === MAIN_X);
  const arrows = cards.flatMap((card) =>
    (card.state.after ?? []).map((name) => {
      const turn = main.findIndex(({ state }) => state.name === name);
      const source = main[turn];
      const known = cards.some(({ state }) => state.name === name);
      if (source && (card.x !== MAIN_X || main[turn + 1] === card)) return arrow(source, card, turn);
      const reason = known ? 'which is not the one above it in the picture' : 'which is no state of it';
      throw new Problem(`x-states of the tag ${tag}: "${card.state.name}" comes after "${name}", ${reason}.`);
    }),
  );
  const bottom = Math.max(...cards.map(({ y, height }) => y + height));
  const legend = [
    `Solid: shown by the interface. Dashed: ${isAnswered ? 'answered' : 'assumed'}.`,
    ...(numbers ? [`Numbers: ${numbers}${assumed ? '; assumed' : ''}.`] : []),
  ];
  return [
    '<div style="overflow-x:auto;margin:12px 0 20px">',
    `<svg role="img" aria-label="${escaped(spoken(title, states))}" width="${String(WIDTH)}" height="${String(bottom + LEGEND)}"`,
    ` font-family="inherit" fill="currentColor">`,
    ...arrows,
    ...cards.map(drawn),
    ...legend.map((line, i) => text(1, bottom + 22 + i * TEXT_LINE, line, 'font-size="11.5"')),
    '</svg></div>',
  ].join('');
}

/** Places the main way, one state after the other, then the exits, each not above the state that it comes from. */
function layOut(states: readonly State[]): Card[] {
  const main = mainWay(states);
  const cards: Card[] = [];
  let y = 1;
  for (const state of main) {
    const card = cardOf(state, MAIN_X, y);
    cards.push(card);
    y += card.height + GAP;
  }
  const exits = states
    .filter((state) => !main.includes(state))
    .toSorted(
      (a, b) =>
        main.findIndex(({ name }) => a.after?.includes(name)) - main.findIndex(({ name }) => b.after?.includes(name)),
    );
  let free = 1;
  for (const state of exits) {
    const source = cards.find(({ state: { name } }) => state.after?.includes(name));
    const card = cardOf(state, EXITS_X, Math.max(free, source?.y ?? 1));
    cards.push(card);
    free = card.y + card.height + EXIT_GAP;
  }
  return cards;
}

/** The first state, the first one after it, and so on. */
function mainWay(states: readonly State[]): State[] {
  const way = states.slice(0, 1);
  for (let last = way[0]; last;) {
    const { name } = last;
    last = states.find((state) => state.after?.[0] === name && !way.includes(state));
    if (last) way.push(last);
  }
  return way;
}

function cardOf(state: State, x: number, y: number): Card {
  const lines = wrapped(state.when);
  return { state, x, y, lines, height: PADDING * 2 + NAME_LINE + lines.length * TEXT_LINE - 2 };
}

function drawn({ state: { name, number, assumed }, x, y, height, lines }: Card): string {
  const dash = assumed === 'state' ? ' stroke-dasharray="5 4"' : '';
  const left = x + PADDING;
  return [
    `<rect x="${String(x)}" y="${String(y)}" width="${String(CARD)}" height="${String(height)}" rx="8"`,
    ` fill="currentColor" fill-opacity="0.05" stroke="currentColor"${dash}/>`,
    text(left, y + PADDING + 13, name, 'font-size="14" font-weight="600"'),
    number === undefined
      ? ''
      : text(x + CARD - PADDING, y + PADDING + 13, String(number), 'font-size="12" text-anchor="end"'),
    ...lines.map((line, i) => text(left, y + PADDING + NAME_LINE + 12 + i * TEXT_LINE, line, 'font-size="11.5"')),
  ].join('');
}

/** Down the main way, or to the right and along a trunk of the source's own. */
function arrow(from: Card, to: Card, turn: number): string {
  const dash = to.state.assumed ? ' stroke-dasharray="5 4"' : '';
  const line = (path: string, head: string): string =>
    `<path d="${path}" fill="none" stroke="currentColor"${dash}/><path d="${head}" stroke="none"/>`;
  if (to.x === from.x) {
    const x = from.x + CARD / 2;
    return line(`M${at(x, from.y + from.height)}V${String(to.y - 6)}`, `M${at(x, to.y)}l-4 -8h8z`);
  }
  const x = EXITS_X - 13 - turn * 6;
  const y = to.y + to.height / 2;
  const start = from.y + from.height / 2;
  return line(`M${at(from.x + CARD, start)}H${String(x)}V${String(y)}H${String(to.x - 6)}`, `M${at(to.x, y)}l-8 -4v8z`);
}

function at(x: number, y: number): string {
  return `${String(x)} ${String(y)}`;
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${String(x)}" y="${String(y)}" ${attributes}>${escaped(content)}</text>`;
}

function wrapped(sentence: string): string[] {
  const lines: string[] = [];
  for (const word of sentence.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= LETTERS) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The same for those who do not see it. */
function spoken(title: string, states: readonly State[]): string {
  const each = states.map(({ name, after = [], when }) => {
    const source = after.length > 0 ? `, after ${after.join(' or ')}` : '';
    return `${name}${source}: ${when}`;
  });
  return [`${title}.`, ...each].join(' ');
}
