// Our own extensions are compared wherever callers meet them, and each change is rated by what they notice of it.
import { expect, test } from 'vitest';
import { extensionChanges } from '../../scripts/diff/extensions.ts';
import { asBundle, changed, listThings, makeThing, naming, type Small } from './pair.ts';

/** The document before the change, with some of every extension. */
function base(): Small {
  return changed((d) => {
    Object.assign(listThings(d), { 'x-batch': { asks: 'ids', atMost: 10, finds: 'things' } });
    Object.assign(makeThing(d), { 'x-wallet-kinds': ['vault', 'delegated'] });
    Object.assign(naming(d)['note'] ?? {}, {
      'x-memo-rules': { BNB: { required: 'memo_required', maxLength: 256, tooLong: 'too_long' } },
      'x-refused-as': { pattern: 'bad_name' },
      'x-not-before': 'name',
    });
    Object.assign(d.tags[0] ?? {}, {
      'x-states': {
        title: 'States',
        states: [
          { name: 'new', number: 1, when: 'It was made.' },
          { name: 'old', number: 2, when: 'b' },
        ],
      },
    });
    d.components.schemas.Thing.properties['state'] = {
      type: 'integer',
      enum: [1, 2, 3],
      'x-enum-varnames': ['made', 'sold', 'lost'],
    };
    d.components.schemas.Thing.properties['kind'] = {
      type: 'integer',
      'x-extensible-enum': [1, 2],
      'x-extensible-enum-varnames': ['large', 'small'],
    };
    Object.assign(d, {
      'x-open-points': {
        retry: { what: 'when', assumed: 'then', value: [1, 3, 3, 5] },
        'thing-kinds': { what: 'which', assumed: 'those', value: ['large', 'small'] },
        'processing-state': {
          what: 'the numbers',
          assumed: 'those',
          value: { sent: 7, seen: 2 },
          order: ['sent', 'seen'],
          failures: ['lost', 'dead'],
        },
        'thing-type': { what: 'the numbers', assumed: 'those', value: { toy: 7, tool: 2 } },
      },
    });
    Object.assign(d.components.schemas.Thing, { 'x-unspecified': { what: 'its colour', assumed: 'it has none' } });
  });
}

const linesOf = (before: Small, after: Small): string[] =>
  extensionChanges(asBundle(before), asBundle(after)).map(({ bump, where, what }) => `${bump} ${where}: ${what}`);

type Node = Record<string, unknown>;
const at = (node: unknown, ...keys: string[]): Node =>
  keys.reduce<Node>((found, key) => found[key] as Node, node as Node);
const memoRules = (d: Small) => at(naming(d), 'note', 'x-memo-rules');
const states = (d: Small) => at(d.tags[0], 'x-states')['states'] as Node[];
const names = (d: Small, field: string) => at(d.components.schemas.Thing.properties, field);
const point = (d: Small, id: string) => at(d, 'x-open-points', id);
const note = 'makeThing` request `note`';
const users = '(`listThings`, `makeThing`)';

test.each<[line: string, change: (document: Small) => unknown]>([
  ['major `makeThing`: x-repeatable was `"never"`, is `"always"`', (d) => (makeThing(d)['x-repeatable'] = 'always')],
  ['major `makeThing`: x-repeatable was removed: `"never"`', (d) => delete makeThing(d)['x-repeatable']],
  ['major `makeThing`: x-wallet-kinds has `delegated` no more', (d) => (makeThing(d)['x-wallet-kinds'] = ['vault'])],
  [
    'minor `makeThing`: x-wallet-kinds has `deposit` now',
    (d) => (makeThing(d)['x-wallet-kinds'] as string[]).push('deposit'),
  ],
  [
    'minor `makeThing`: x-wallet-kinds was removed: `["vault","delegated"]`',
    (d) => delete makeThing(d)['x-wallet-kinds'],
  ],
  ['major `listThings`: x-wallet-kinds was added: `["vault"]`', (d) => (listThings(d)['x-wallet-kinds'] = ['vault'])],
  ['major `listThings`: x-batch atMost was `10`, is `9`', (d) => (at(listThings(d), 'x-batch')['atMost'] = 9)],
  ['minor `listThings`: x-batch atMost was `10`, is `11`', (d) => (at(listThings(d), 'x-batch')['atMost'] = 11)],
  [
    'major `listThings`: x-batch asks was `"ids"`, is `"names"`',
    (d) => (at(listThings(d), 'x-batch')['asks'] = 'names'),
  ],
  ['minor `makeThing`: x-batch was added: `{}`', (d) => (makeThing(d)['x-batch'] = {})],
  ['major `listThings`: x-paging key has `id` no more', (d) => (at(listThings(d), 'x-paging')['key'] = [])],
  [
    `major \`Thing.made_at\` ${users}: x-unit was removed: \`"seconds"\``,
    (d) => delete d.components.schemas.Thing.properties['made_at']?.['x-unit'],
  ],
  [
    `major \`${note}: x-memo-rules BNB maxLength was \`256\`, is \`255\``,
    (d) => (at(memoRules(d), 'BNB')['maxLength'] = 255),
  ],
  [
    `minor \`${note}: x-memo-rules BNB maxLength was \`256\`, is \`257\``,
    (d) => (at(memoRules(d), 'BNB')['maxLength'] = 257),
  ],
  [
    `major \`${note}: x-memo-rules XLM maxLength was \`nothing\`, is \`20\``,
    (d) => (memoRules(d)['XLM'] = { maxLength: 20 }),
  ],
  [
    `minor \`${note}: x-memo-rules BNB required was \`"memo_required"\`, is \`nothing\``,
    (d) => delete at(memoRules(d), 'BNB')['required'],
  ],
  [
    `minor \`${note}: x-memo-rules BNB tooLong was \`"too_long"\`, is \`"long"\``,
    (d) => (at(memoRules(d), 'BNB')['tooLong'] = 'long'),
  ],
  [
    `minor \`${note}: x-refused-as pattern was \`"bad_name"\`, is \`"bad"\``,
    (d) => (at(naming(d), 'note', 'x-refused-as')['pattern'] = 'bad'),
  ],
  [
    `major \`${note}: x-not-before was \`"name"\`, is \`"code"\``,
    (d) => (at(naming(d), 'note')['x-not-before'] = 'code'),
  ],
  [`minor \`${note}: x-not-before was removed: \`"name"\``, (d) => delete at(naming(d), 'note')['x-not-before']],
  [`major \`${note}: x-unique was added: \`"name"\``, (d) => (at(naming(d), 'note')['x-unique'] = 'name')],
  [
    'major tag `Things`: x-states states old number was `2`, is `3`',
    (d) => Object.assign(states(d)[1] ?? {}, { number: 3 }),
  ],
  [
    'patch tag `Things`: has another x-states states new when',
    (d) => Object.assign(states(d)[0] ?? {}, { when: 'It is there.' }),
  ],
  [
    `patch \`Thing\` ${users}: has another x-unspecified assumed`,
    (d) => (at(d.components.schemas.Thing, 'x-unspecified')['assumed'] = 'it is red'),
  ],
  [
    `major \`Thing.state\` ${users}: x-enum-varnames lost was \`3\`, is \`nothing\``,
    (d) => Object.assign(names(d, 'state'), { enum: [1, 2], 'x-enum-varnames': ['made', 'sold'] }),
  ],
  [
    `minor \`Thing.state\` ${users}: x-enum-varnames kept was \`nothing\`, is \`4\``,
    (d) =>
      Object.assign(names(d, 'state'), { enum: [4, 1, 2, 3], 'x-enum-varnames': ['kept', 'made', 'sold', 'lost'] }),
  ],
  [
    `patch \`Thing.kind\` ${users}: x-extensible-enum has another order: was \`["1","2"]\`, is \`["2","1"]\``,
    (d) =>
      Object.assign(names(d, 'kind'), {
        'x-extensible-enum': [2, 1],
        'x-extensible-enum-varnames': ['small', 'large'],
      }),
  ],
  [
    'patch `makeThing`: x-wallet-kinds has another order: was `["vault","delegated"]`, is `["delegated","vault"]`',
    (d) => (makeThing(d)['x-wallet-kinds'] as string[]).reverse(),
  ],
  [
    'major the document: x-open-points processing-state order has another order: was `["sent","seen"]`, is `["seen","sent"]`',
    (d) => (point(d, 'processing-state')['order'] = ['seen', 'sent']),
  ],
  [
    'major the document: x-open-points processing-state failures has another order: was `["lost","dead"]`, is `["dead","lost"]`',
    (d) => (point(d, 'processing-state')['failures'] = ['dead', 'lost']),
  ],
  [
    'major the document: x-open-points processing-state order has `lost` now',
    (d) => (point(d, 'processing-state')['order'] = ['sent', 'seen', 'lost']),
  ],
  [
    'major the document: x-open-points processing-state failures has `dead` no more',
    (d) => (point(d, 'processing-state')['failures'] = ['lost']),
  ],
  [
    'major the document: x-open-points retry value has another order: was `["1","3","3 ×2","5"]`, is `["3","1","3 ×2","5"]`',
    (d) => (point(d, 'retry')['value'] = [3, 1, 3, 5]),
  ],
  ['major the document: x-open-points retry value has `3 ×2` no more', (d) => (point(d, 'retry')['value'] = [1, 3, 5])],
  ['minor the document: x-open-points retry value has `8` now', (d) => (point(d, 'retry')['value'] = [1, 3, 3, 5, 8])],
  [
    'patch the document: x-open-points thing-kinds value has another order: was `["large","small"]`, is `["small","large"]`',
    (d) => (point(d, 'thing-kinds')['value'] = ['small', 'large']),
  ],
  [
    'major the document: x-open-points processing-state value has another order: was `["sent","seen"]`, is `["seen","sent"]`',
    (d) => (point(d, 'processing-state')['value'] = { seen: 2, sent: 7 }),
  ],
  ['patch `listThings`: x-open was added: `true`', (d) => (listThings(d)['x-open'] = true)],
])('%s', (line, change) => {
  const revision = base();
  change(revision);
  expect(linesOf(base(), revision)).toEqual([line]);
});

test('a state that goes breaks who compares its number', () => {
  const revision = base();
  states(revision).pop();
  expect(linesOf(base(), revision)).toContain('major tag `Things`: x-states states old number was `2`, is `nothing`');
});

test('a name that another number gets breaks who compares by it, whichever list was changed', () => {
  const names = base();
  Object.assign(at(names.components.schemas.Thing.properties, 'state'), {
    'x-enum-varnames': ['sold', 'made', 'lost'],
  });
  const numbers = base();
  Object.assign(at(numbers.components.schemas.Thing.properties, 'state'), { enum: [2, 1, 3] });
  const lines = [`made was \`1\`, is \`2\``, `sold was \`2\`, is \`1\``].map(
    (what) => `major \`Thing.state\` ${users}: x-enum-varnames ${what}`,
  );
  expect(linesOf(base(), names)).toEqual(expect.arrayContaining(lines));
  expect(linesOf(base(), numbers)).toEqual(lines);
});

test('names are the same where a list is closed now, but for a number that is another', () => {
  const revision = base();
  revision.components.schemas.Thing.properties['kind'] = {
    type: 'integer',
    enum: [1, 3],
    'x-enum-varnames': ['large', 'small'],
  };
  expect(linesOf(base(), revision)).toEqual([
    `minor \`Thing.kind\` ${users}: x-extensible-enum was removed: \`[1,2]\``,
    `major \`Thing.kind\` ${users}: x-enum-varnames small was \`2\`, is \`3\``,
  ]);
});

test('names and numbers that both move are the same', () => {
  const revision = base();
  const moved = { enum: [3, 1, 2], 'x-enum-varnames': ['lost', 'made', 'sold'] };
  Object.assign(at(revision.components.schemas.Thing.properties, 'state'), moved);
  expect(linesOf(base(), revision)).toEqual([]); // the contract says that enum has another order
});

test('what is the same elsewhere is no change: another order of keys, another component, a list that is another index', () => {
  const revision = base();
  at(point(revision, 'thing-type'))['value'] = { tool: 2, toy: 7 };
  Object.assign(revision.components.schemas, { Note: naming(revision)['note'] });
  naming(revision)['note'] = { $ref: '#/components/schemas/Note' };
  revision.tags.unshift({ name: 'Before' });
  expect(linesOf(base(), revision)).toEqual([]);
});

test('a new place says all by being new', () => {
  const revision = base();
  naming(revision)['more'] = { type: 'string', 'x-unique': 'name' };
  expect(linesOf(base(), revision)).toEqual([]);
});

test('a property or a value that is called like an extension is none', () => {
  const revision = base();
  naming(revision)['x-unit'] = { type: 'string' };
  Object.assign(naming(revision)['note'] ?? {}, { default: { 'x-unit': 'seconds' } });
  expect(linesOf(base(), revision)).toEqual([]);
});
