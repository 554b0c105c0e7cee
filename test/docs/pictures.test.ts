// Pictures of states: what cannot be drawn stops the build instead of being drawn wrong.
import { expect, test } from 'vitest';
import type { Bundle, State } from '../../scripts/lib/bundle.ts';
import { picturesOf } from '../../scripts/steps/docs/pictures.ts';

function draw(...states: Partial<State>[]): string {
  const complete = states.map((state) => ({ name: '', when: 'Because.', ...state }));
  const bundle = { tags: [{ name: 'Things', 'x-states': { title: 'States', states: complete } }] };
  return picturesOf(bundle as unknown as Bundle).get('Things') ?? '';
}

const boxes = (svg: string): { x: number; y: number; bottom: number }[] =>
  Array.from(svg.matchAll(/<rect x="(\d+)" y="(\d+)" width="\d+" height="(\d+)"/g), ([, x, y, height]) => ({
    x: Number(x),
    y: Number(y),
    bottom: Number(y) + Number(height),
  }));

test('the main way goes down, exits stand beside it, and nothing covers another', () => {
  const svg = draw(
    { name: 'one' },
    { name: 'two', after: ['one'] },
    { name: 'three', after: ['two'] },
    { name: 'lost', after: ['one'] },
    { name: 'found', after: ['one', 'two'], when: 'A reason of many words, which takes more than one line.' },
  );
  const [one, two, three, lost, found] = boxes(svg);
  expect([two?.x, three?.x]).toEqual([one?.x, one?.x]);
  expect(two?.y).toBeGreaterThan(one?.bottom ?? NaN);
  expect(three?.y).toBeGreaterThan(two?.bottom ?? NaN);
  expect(lost?.x).toBeGreaterThan(one?.x ?? NaN);
  expect(found?.y).toBeGreaterThan(lost?.bottom ?? NaN);
  expect(svg.match(/<path [^>]*fill="none"/g)).toHaveLength(5);
});

test('names cannot break out of the picture', () => {
  const svg = draw({ name: '<b>"&', when: 'a < b' });
  expect(svg).toContain('>&lt;b>&quot;&amp;</text>');
  expect(svg).not.toContain('<b>');
});

test.each([
  ['nobody', /"b" comes after "nobody", which is no state of it/],
  ['exit', /"b" comes after "exit", which is not the one above it/],
])('a state after %s stops the build', (name, message) => {
  expect(() =>
    draw({ name: 'a' }, { name: 'm', after: ['a'] }, { name: 'exit', after: ['a'] }, { name: 'b', after: ['m', name] }),
  ).toThrow(message);
});
