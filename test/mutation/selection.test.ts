// Which mutants are judged when not all are: a sample, a share, or what concerns operations that have changed.
import { mutantsOf, type Node } from '@wallet-operations/spec-mutation';
import { expect, test } from 'vitest';
import { selected } from '../../packages/mutation/src/selection.ts';
import { shop } from './fixtures/shop.ts';

const mutants = mutantsOf(shop);
const namesOf = (selection: Parameters<typeof selected>[2], document = shop): readonly string[] =>
  selected(mutants, document, selection).map(({ name }) => name);

test('a sample is the same each time, from everywhere, and keeps those that it had when it grows', () => {
  const sample = namesOf({ sample: 10 });
  expect(sample).toHaveLength(10);
  expect(namesOf({ sample: 10 })).toEqual(sample);
  expect(namesOf({ sample: 20 })).toEqual(expect.arrayContaining([...sample]));
  expect(namesOf({ sample: 10_000 })).toHaveLength(mutants.length);
});

test('all shares together have each mutant once, and are of one size', () => {
  const shares = [1, 2, 3].map((share) => namesOf({ shard: { share, of: 3 } }));
  expect(shares.flat().sort()).toEqual(mutants.map(({ name }) => name).sort());
  expect(
    Math.max(...shares.map(({ length }) => length)) - Math.min(...shares.map(({ length }) => length)),
  ).toBeLessThan(2);
});

/** The shop as it was, with another part somewhere. */
const before = (change: (shop: Record<string, Record<string, unknown>>) => void): Node => {
  const was = structuredClone(shop) as Record<string, Record<string, unknown>>;
  change(was);
  return was;
};
const concerned = (since: Node): readonly string[] => [
  ...new Set(selected(mutants, shop, { since }).flatMap(({ owners }) => owners ?? ['all'])),
];

test('nothing is judged since the same document', () => {
  expect(namesOf({ since: structuredClone(shop) })).toEqual([]);
});

test.each([
  ['an operation', (was: Node) => delete (was.paths as Record<string, unknown>)['/prices'], ['GET /prices']],
  [
    'a component, which several refer to',
    (was: Node) =>
      delete (was.components as { schemas: Record<string, Record<string, unknown>> }).schemas.Item?.required,
    ['listItems', 'addItem', 'sold'],
  ],
  [
    'the rest of the document',
    (was: Record<string, unknown>) => (was.servers = []),
    ['all', 'listItems', 'addItem', 'GET /prices', 'sold'],
  ],
  ['what only readers see', (was: Record<string, unknown>) => (was.info = { title: 'Shop' }), []],
])('since %s was another, what it concerns is judged', (_, change, owners) => {
  expect(concerned(before(change))).toEqual(owners);
});
