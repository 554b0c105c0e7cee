// Each sentence that costs money stands where a reader looks for it, and its contrary stands nowhere.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { everyNode, isNode, locate, type Node } from '../document.ts';
import { readBundle } from '../findings.ts';
import { statements } from './sentences.ts';

const bundle = readBundle();
const GUIDES = new Map(
  (bundle.tags as readonly Node[]).map(({ name, description }) => [String(name), String(description)]),
);
const ROWS = new Map(
  everyNode(bundle.paths)
    .filter((node) => isNode(node['x-error']))
    .map((row) => [String((row['x-error'] as Node).reason), row]),
);
const POINTS = Object.keys(bundle['x-open-points'] as Node);
const FILES = ['README.md', 'packages/client/README.md', 'packages/mock/README.md', 'packages/sandbox/README.md'];

describe.each(Object.entries(statements))('%s', (_, { says, never }) => {
  test.each(Object.entries(says))('%s says so', (place, sentence) => {
    expect(textAt(place)).toMatch(sentence);
  });

  if (never === undefined) return;
  test('and nothing says the contrary', () => {
    const all = [...everyNode(bundle).map(wordsOf), ...POINTS.map(pointWords), ...FILES.map(textAt)].map(
      (text) => never.exec(text)?.[0],
    );
    expect(all.filter((found) => found !== undefined)).toEqual([]);
  });
});

function textAt(place: string): string {
  const [kind, name] = [place.split(' ')[0], place.replace(/^\S+ /, '')];
  if (/\.(md|ts)$/.test(place)) return oneLine(readFileSync(new URL(`../../../${place}`, import.meta.url), 'utf8'));
  if (kind === 'guide') return oneLine(GUIDES.get(name) ?? '');
  if (kind === 'point') return pointWords(name);
  return wordsOf(kind === 'row' ? ROWS.get(name) : locate(bundle, place));
}

function pointWords(id: string): string {
  const { what, assumed } = (bundle['x-open-points'] as Record<string, Node>)[id] ?? {};
  return oneLine(`${String(what)}: ${String(assumed)}`);
}

/** What a node tells by itself, with what it marks as not shown. */
function wordsOf(node: unknown): string {
  if (!isNode(node)) return '';
  const marks = [node['x-unspecified']].flat().filter(isNode);
  return oneLine([node.summary, node.description, ...marks.flatMap(({ what, assumed }) => [what, assumed])].join('\n'));
}

/** As it is read: lines joined, and the marks of a comment left out. */
function oneLine(text: string): string {
  return text.replace(/\n\s*(?:\/\*\*|\*(?!\*)|\/\/)? ?/g, ' ').replace(/\s+/g, ' ');
}
