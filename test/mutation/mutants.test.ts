// What is changed: every fact that an OpenAPI document can hold, one at a time, each mutant under a name that says what and where.
import {
  change,
  mutantsOf,
  standardMutators,
  surveyOf,
  type Mutator,
  type Node,
} from '@wallet-operations/spec-mutation';
import { describe, expect, test } from 'vitest';
import { shop } from './fixtures/shop.ts';

const mutants = mutantsOf(shop);
const names = mutants.map(({ name }) => name);
const mutantOf = (name: string): Node => {
  const mutant = mutants.find((one) => one.name === name);
  if (!mutant) throw new Error(`no mutant is called ${name}`);
  return mutant.document();
};

/** A document with one operation, which answers by a schema. */
const withSchema = (schema: Node): Node => ({
  paths: { '/a': { get: { operationId: 'a', responses: { 200: { content: { 'application/json': { schema } } } } } } },
});

/** Every place at which two values differ, as a path. */
function differences(one: unknown, other: unknown, way = ''): string[] {
  if (Object.is(one, other)) return [];
  const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
  if (!isTree(one) || !isTree(other) || Array.isArray(one) !== Array.isArray(other)) return [way];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) => differences(one[key], other[key], `${way}/${key}`));
}

test('each kind of change is made wherever there is such a fact', () => {
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
  ['example two · tags.0 "b" → "c"', '/components/examples/two/value/tags/0'],
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

test('what nothing refers to has no mutants, and is counted', () => {
  expect(names.filter((name) => name.startsWith('schema Unused'))).toEqual([]);
  expect(surveyOf(shop).unreachable).toEqual([{ what: 'schemas Unused', count: 7 }]);
});

describe('a mutant names the operations that it concerns', () => {
  test.each([
    ['listItems query limit · default 10 gone', ['listItems']],
    ['parameter Id · type integer → string', ['listItems', 'addItem']],
    ['schema Item · property name gone', ['listItems', 'addItem', 'sold']],
    ['scheme Key · name X-KEY → X-KEY-RENAMED', ['listItems', 'addItem', 'sold']],
    ['sold · webhook gone', ['sold']],
    ['document · security of every operation gone', undefined],
  ])('%s: %j', (name, owners) => {
    expect(mutants.find((one) => one.name === name)?.owners).toEqual(owners);
  });
});

test('mutants of one part have one list of owners, however many there are', () => {
  const [first, ...others] = mutants.filter(({ name }) => name.startsWith('schema Item'));
  expect(others.length).toBeGreaterThan(20);
  expect(others.every(({ owners }) => owners === first?.owners)).toBe(true);
});

test.each([
  ['/orders/{ID}/items', '/orders/{ID}/items-moved'],
  ['/orders/{ID}', '/orders-moved/{ID}'],
  ['/orders/', '/orders-moved/'],
  ['/{ID}', '/moved/{ID}'],
  ['/', '/moved/'],
])('the path %s moves to %s', (path, moved) => {
  const document = { paths: { '/first': {}, [path]: { get: {} }, '/last': {} } };
  const mutant = mutantsOf(document).find(({ name }) => name.startsWith(`path ${path} · moved`));
  expect(Object.keys(mutant?.document().paths as Node)).toEqual(['/first', moved, '/last']);
});

test('a mutator of a project’s own changes what the standard ones do not know', () => {
  const own: Mutator = {
    kind: 'unit',
    on: 'schema',
    changes: (node) => ('x-unit' in node ? [change('unit gone', node, { 'x-unit': undefined })] : []),
  };
  const mutants = mutantsOf(withSchema({ 'x-unit': 'seconds' }), [own]);
  expect(mutants.map(({ name, kind }) => [name, kind])).toEqual([['a 200 · unit gone', 'unit']]);
});

test('what a mutator of a project’s own changes is not listed as unchanged', () => {
  const document = {
    ...withSchema({}),
    info: { 'x-audience': 'all' },
    tags: [{ name: 'a', 'x-states': ['b'], 'x-more': 1 }],
  };
  const tags: Mutator = {
    kind: 'states',
    on: 'document',
    changes: (node) => [change('states gone', node, { tags: [{ name: 'a', 'x-more': 1 }] })],
  };
  const unchangedBy = (mutators: readonly Mutator[]): readonly string[] =>
    surveyOf(document, [...standardMutators, ...mutators]).unchanged.map(({ what }) => what);
  expect(unchangedBy([])).toEqual(['x-audience of the info', 'x-states of a tag', 'x-more of a tag']);
  expect(unchangedBy([tags])).toEqual(['x-audience of the info', 'x-more of a tag']);
});

test.each([
  [{ type: 'integer', minimum: -5, maximum: -1 }, ['minimum -5', 'maximum -1'], ['-4', '-6', '0', '-2']],
  [
    { type: 'number', exclusiveMinimum: -0.5, maximum: 0 },
    ['exclusiveMinimum -0.5', 'maximum 0'],
    ['0.5', '-1.5', '1', '-1'],
  ],
])('a bound below zero is changed as any: %j', (schema, bounds, others) => {
  const names = mutantsOf(withSchema(schema)).map(({ name }) => name.replace('a 200 · ', ''));
  const changes = names.filter((name) => /^(exclusive)?(min|max)imum/i.test(name) && !name.endsWith('made up'));
  const [one = '', other = ''] = bounds;
  const [a = '', b = '', c = '', d = ''] = others;
  expect(changes.sort()).toEqual(
    [`${one} gone`, `${one} → ${a}`, `${one} → ${b}`, `${other} gone`, `${other} → ${c}`, `${other} → ${d}`].sort(),
  );
});

test('of changes under one name each later one has a number', () => {
  const twice: Mutator = {
    kind: 'twice',
    on: 'schema',
    changes: () => [
      { says: 'gone', node: { type: 'string' } },
      { says: 'gone', node: { type: 'integer' } },
      { says: 'gone (2)', node: { type: 'array' } },
    ],
  };
  const mutants = mutantsOf(withSchema({}), [twice]);
  expect(mutants.map(({ name }) => name)).toEqual(['a 200 · gone', 'a 200 · gone (2)', 'a 200 · gone (2) (2)']);
});

test('a change that changes nothing is none', () => {
  const idle: Mutator = { kind: 'idle', on: 'schema', changes: (node) => [change('same', node, { type: 'string' })] };
  expect(mutantsOf(withSchema({ type: 'string' }), [idle])).toEqual([]);
});

test('a mutator that changes its mind is told of', () => {
  let asked = 0;
  const fickle: Mutator = {
    kind: 'fickle',
    on: 'schema',
    changes: (node) => (asked++ === 0 ? [change('once', node, { type: 'integer' })] : []),
  };
  const [mutant] = mutantsOf(withSchema({}), [fickle]);
  expect(() => mutant?.document()).toThrow('a 200: the fickle mutator gives other changes each time it is asked.');
});
