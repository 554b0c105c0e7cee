// What is changed: every fact that an OpenAPI document can hold, one at a time, each mutant under a name that says what and where.
import { change, mutantsOf, standardMutators, type Mutator, type Node } from '@wallet-operations/spec-mutation';
import { describe, expect, test } from 'vitest';
import { shop } from './fixtures/shop.ts';

const mutants = mutantsOf(shop);
const names = mutants.map(({ name }) => name);
const mutantOf = (name: string): Node => {
  const mutant = mutants.find((one) => one.name === name);
  if (!mutant) throw new Error(`no mutant is called ${name}`);
  return mutant.document();
};

/** Every place at which two values differ, as a path. */
function differences(one: unknown, other: unknown, way = ''): string[] {
  if (Object.is(one, other)) return [];
  const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
  if (!isTree(one) || !isTree(other) || Array.isArray(one) !== Array.isArray(other)) return [way];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) => differences(one[key], other[key], `${way}/${key}`));
}

test('each kind of change is made wherever there is such a fact', () => {
  expect(Object.groupBy(mutants, ({ kind }) => kind)).toSatisfy((byKind: Record<string, unknown[]>) =>
    standardMutators.every(({ kind }) => kind === 'header' || kind in byKind),
  );
  expect(names).toMatchSnapshot();
});

test.each([
  ['listItems query limit · maximum 500 → 501', '/paths//orders/{ID}/items/get/parameters/0/schema/maximum'],
  ['listItems query limit · parameter gone', '/paths//orders/{ID}/items/get/parameters/0'],
  [
    'listItems 200 · example two gone',
    '/paths//orders/{ID}/items/get/responses/200/content/application/json/examples/two',
  ],
  ['GET /prices · operation gone', '/paths//prices/get'],
  ['schema Item name · pattern "^[a-z]+$" open at its start', '/components/schemas/Item/properties/name/pattern'],
  ['example two · tags.0 "b" → "bx"', '/components/examples/two/value/tags/0'],
  ['scheme Time · in query → in header', '/components/securitySchemes/Time/in'],
])('"%s" changes that and nothing else', (name, way) => {
  expect(differences(shop, mutantOf(name))).toEqual([way]);
});

test('the original stays as it is, and mutants do not see each other', () => {
  const before = JSON.stringify(shop);
  const all = mutants.map((mutant) => JSON.stringify(mutant.document()));
  expect(JSON.stringify(shop)).toBe(before);
  expect(all.every((text) => text !== before)).toBe(true);
  expect(new Set(all).size).toBe(all.length);
});

describe('a mutant names the operations that it concerns', () => {
  test.each([
    ['listItems query limit · default 10 gone', ['listItems']],
    ['parameter Id · type integer → string', ['listItems', 'addItem']],
    ['schema Item · property name gone', ['listItems', 'addItem', 'sold']],
    ['schema Unused · type string gone', []],
    ['scheme Key · name X-KEY → X-KEY-RENAMED', ['listItems', 'addItem', 'sold']],
    ['sold · webhook gone', ['sold']],
    ['document · security of every operation gone', undefined],
  ])('%s: %j', (name, owners) => {
    expect(mutants.find((one) => one.name === name)?.owners).toEqual(owners);
  });
});

test('a path moves at its last segment that is no parameter', () => {
  expect(Object.keys(mutantOf('document · path /orders/{ID}/items → /orders/{ID}/items-moved').paths as Node)).toEqual([
    '/orders/{ID}/items-moved',
    '/prices',
  ]);
});

test('a mutator of a project’s own changes what the standard ones do not know', () => {
  const own: Mutator = {
    kind: 'unit',
    on: 'schema',
    changes: (node) => ('x-unit' in node ? [change('unit gone', node, { 'x-unit': undefined })] : []),
  };
  const document = { components: { schemas: { Time: { 'x-unit': 'seconds' } } } };
  expect(mutantsOf(document, [own]).map(({ name, kind }) => [name, kind])).toEqual([
    ['schema Time · unit gone', 'unit'],
  ]);
});

test('two changes under one name are an error that names the mutator', () => {
  const twice: Mutator = {
    kind: 'twice',
    on: 'schema',
    changes: (node) => [
      { says: 'gone', node },
      { says: 'gone', node },
    ],
  };
  expect(() => mutantsOf({ components: { schemas: { A: {} } } }, [twice])).toThrow(
    'Two mutants are called "schema A · gone": let the words of the twice mutator tell them apart.',
  );
});

test('a document with nothing in it has no mutants', () => {
  expect(mutantsOf({})).toEqual([]);
});
