/** The figures that say most as bars, for the eye; the tables have them all. */
import { ratioText } from './format.ts';
import type { Candidate, Comparison } from '../suite.ts';

const SHOWN = [
  ['A call that reads', 'Parsing 100 kB of history'],
  ['Size of a bundle', 'Time to import'],
  ['Balance queries per processor second', 'Withdrawals per processor second'],
  ['From start to first answer', 'Building'],
] as const;

const COLUMN = 420;
const GAP = 40;
const MARGIN = 16;
const ROW = 20;
const HEAD = 56; // title, and below it what is good
const FOOT = 26;
const LABEL = 196;
const FIGURE = 48;

const STYLE = `
.paper { fill: #fff }
text { font: 13px system-ui, sans-serif; fill: #333 }
.title { font-weight: 600 }
.note { font-size: 11px; fill: #6b6b6b }
.bar { fill: #b9bec6 }
.own { fill: #0b7a75 }
text.own { fill: #333; font-weight: 600 }
@media (prefers-color-scheme: dark) {
  .paper { fill: #16191d }
  text, text.own { fill: #e4e4e4 }
  .note { fill: #a0a0a0 }
  .bar { fill: #5c636d }
  rect.own { fill: #35b5ac }
}`;

/** An SVG that shows the same in the light and in the dark, on paper of its own: the page around it may be of the other kind. */
export function chart(comparisons: readonly Comparison[]): string {
  const byTitle = new Map(comparisons.map((comparison) => [comparison.title, comparison]));
  let top = 0;
  const groups: string[] = [];
  for (const titles of SHOWN) {
    const row = titles.flatMap((title) => byTitle.get(title) ?? []);
    row.forEach((comparison, column) => groups.push(group(comparison, column * (COLUMN + GAP), top)));
    top += HEAD + FOOT + ROW * Math.max(0, ...row.map(({ candidates }) => candidates.length));
  }
  const [width, height] = [2 * COLUMN + GAP + 2 * MARGIN, top - FOOT + 2 * MARGIN].map(String);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-${String(MARGIN)} -${String(MARGIN)} ${String(width)} ${String(height)}" role="img" aria-label="Ratios of the tables as bars">`,
    `<style>${STYLE}</style>`,
    `<rect class="paper" x="-${String(MARGIN)}" y="-${String(MARGIN)}" width="${String(width)}" height="${String(height)}"/>`,
    ...groups,
    '</svg>',
    '',
  ].join('\n');
}

function group({ title, better, candidates }: Comparison, x: number, y: number): string {
  const longest = Math.max(...candidates.map(({ ratio }) => ratio));
  const widest = COLUMN - LABEL - FIGURE;
  const bar = ({ name, own, ratio }: Candidate, row: number): string => {
    const [middle, kind] = [HEAD + row * ROW, own ? 'own' : 'bar'];
    const width = Math.max(1, (ratio / longest) * widest);
    return [
      `<text class="${own ? 'own' : ''}" x="${String(LABEL - 8)}" y="${String(middle)}" text-anchor="end">${escaped(name)}</text>`,
      `<rect class="${kind}" x="${String(LABEL)}" y="${String(middle - 11)}" width="${width.toFixed(1)}" height="14" rx="2"/>`,
      `<text x="${(LABEL + width + 6).toFixed(1)}" y="${String(middle)}">${ratioText(ratio)}×</text>`,
    ].join('');
  };
  return [
    `<g transform="translate(${String(x)} ${String(y)})">`,
    `<text class="title" x="0" y="14">${escaped(title)}</text>`,
    `<text class="note" x="0" y="31">beside ${escaped(candidates[0]?.name ?? '')}, ${better} is better</text>`,
    ...candidates.map(bar),
    '</g>',
  ].join('\n');
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
