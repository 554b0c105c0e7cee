// Each promise of the guide is kept by a rule: it passes what keeps it, finds what breaks it, and leads to the heading that explains it.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { soundDocument, type Sound } from './sound.ts';
import { loadHouseRules } from './spectral.ts';

let rules: Awaited<ReturnType<typeof loadHouseRules>>;
beforeAll(async () => {
  rules = await loadHouseRules();
});

const get = (document: Sound) => document.paths['/things/{ID}'].get;
const post = (document: Sound) => document.paths['/things/{ID}'].post;
const thing = (document: Sound) => document.components.schemas.Thing.properties;
const row = (document: Sound) => document.components.examples['400-bad_name'];

const getPath = 'paths /things/{ID} get';
const thingPath = 'components schemas Thing properties';

/** A rule, what it finds, where, and how to come to it. */
type Breakage = [rule: string, what: string, path: string, breakIt: (document: Sound) => unknown];

const breakages: Breakage[] = [
  [
    'operation-id-form',
    'snake case',
    'paths /things/{ID} post operationId',
    (d) => (post(d).operationId = 'rename_thing'),
  ],
  ['operation-id-form', 'a verb alone', 'paths /things/{ID} post operationId', (d) => (post(d).operationId = 'rename')],
  [
    'operation-id-form',
    'capitals',
    'paths /things/{ID} post operationId',
    (d) => (post(d).operationId = 'renameTHING'),
  ],
  [
    'operation-id-form',
    'a capital first',
    'paths /things/{ID} post operationId',
    (d) => (post(d).operationId = 'RenameThing'),
  ],
  ['operation-id-reads', 'a GET by another verb', `${getPath} operationId`, (d) => (get(d).operationId = 'queryThing')],
  [
    'operation-id-reads',
    'a verb that begins so',
    `${getPath} operationId`,
    (d) => (get(d).operationId = 'getterThing'),
  ],
  [
    'webhook-id-form',
    'a webhook that is no callback',
    'webhooks thingRenamed post operationId',
    (d) => (d.webhooks.thingRenamed.post.operationId = 'thingRenamed'),
  ],
  ['described', 'a parameter', `${getPath} parameters 0`, (d) => delete get(d).parameters[0]?.['description']],
  [
    'described',
    'a shared parameter',
    'components parameters Id',
    (d) => delete d.components.parameters.Id['description'],
  ],
  ['described', 'a property', `${thingPath} id`, (d) => delete thing(d)['id']?.['description']],
  [
    'described',
    'blanks for a description',
    `${thingPath} id`,
    (d) => Object.assign(thing(d)['id'] ?? {}, { description: ' ' }),
  ],
  [
    'described',
    'a property of a property',
    `${thingPath} prices properties inner`,
    (d) => Object.assign(thing(d)['prices'] ?? {}, { properties: { inner: { type: 'string' } } }),
  ],
  ['repeatable', 'an operation that says nothing', getPath, (d) => delete get(d)['x-repeatable']],
  [
    'repeatable',
    'a misspelt extension',
    'paths /things/{ID} post',
    (d) => {
      delete post(d)['x-repeatable'];
      Object.assign(post(d), { 'x-repeatble': 'always' });
    },
  ],
  [
    'amounts',
    'a number',
    `${thingPath} size type`,
    (d) => (thing(d)['size'] = { type: 'number', description: 'Size.' }),
  ],
  [
    'amounts',
    'an integer amount',
    `${thingPath} real_amount`,
    (d) => (thing(d)['real_amount'] = { type: 'integer', format: 'int64', description: 'Amount.' }),
  ],
  [
    'amounts',
    'any string for an amount',
    `${thingPath} balance`,
    (d) => (thing(d)['balance'] = { type: 'string', description: 'Balance.' }),
  ],
  [
    'amounts',
    'an amount that is referred to',
    `${thingPath} amount`,
    (d) => (d.components.schemas.Amount.pattern = '[0-9]+'),
  ],
  [
    'amounts',
    'prices of any string',
    `${thingPath} prices`,
    (d) => Object.assign(thing(d)['prices'] ?? {}, { additionalProperties: { type: 'string' } }),
  ],
  ['integer-format', 'no format', `${thingPath} id`, (d) => delete thing(d)['id']?.['format']],
  [
    'integer-format',
    'no format of a parameter',
    `${getPath} parameters 0 schema`,
    (d) => (get(d).parameters[0] = { ...get(d).parameters[0], schema: { type: 'integer' } }),
  ],
  [
    'integer-format',
    'a format of none',
    `${thingPath} id format`,
    (d) => Object.assign(thing(d)['id'] ?? {}, { format: 'long' }),
  ],
  [
    'integer-format',
    'an integer or null',
    `${thingPath} id`,
    (d) => (thing(d)['id'] = { type: ['integer', 'null'], description: 'ID.' }),
  ],
  [
    'safe-literals',
    'a bound',
    `${thingPath} id maximum`,
    (d) => Object.assign(thing(d)['id'] ?? {}, { maximum: Number.MAX_SAFE_INTEGER + 1 }),
  ],
  [
    'safe-literals',
    'a value of an example, below zero',
    'components examples 400-bad_name value largest',
    (d) => (row(d).value.largest = -(2 ** 63)),
  ],
  [
    'exemplified',
    'a request',
    'paths /things/{ID} post requestBody content application/json',
    (d) => (post(d).requestBody.content['application/json'].examples = {}),
  ],
  [
    'exemplified',
    'an answer',
    `${getPath} responses 200 content application/json`,
    (d) => delete (get(d).responses['200'].content['application/json'] as { examples?: object }).examples,
  ],
  [
    'exemplified',
    'a refusal',
    `${getPath} responses 400 content application/json`,
    (d) => (get(d).responses['400'].content['application/json'].examples = {}),
  ],
  [
    'exemplified',
    'a webhook',
    'webhooks thingRenamed post requestBody content application/json',
    (d) => (d.webhooks.thingRenamed.post.requestBody.content['application/json'].examples = {}),
  ],
  [
    'closed-requests',
    'a body',
    'components schemas Renaming',
    (d) => delete (d.components.schemas.Renaming as { additionalProperties?: unknown }).additionalProperties,
  ],
  [
    'closed-requests',
    'a body open to some',
    'components schemas Renaming',
    (d) => (d.components.schemas.Renaming.additionalProperties = { type: 'string' }),
  ],
  [
    'closed-requests',
    'an element of a list in a body',
    'components schemas Renaming properties parts items',
    (d) => (d.components.schemas.Renaming.properties.parts.items.additionalProperties = true),
  ],
  [
    'generators',
    'an answer written in place',
    `${getPath} responses 400 content application/json schema`,
    (d) => Object.assign(get(d).responses['400'].content['application/json'], { schema: { type: 'object' } }),
  ],
  [
    'generators',
    'words beside the name of a body',
    'webhooks thingRenamed post requestBody content application/json schema',
    (d) => Object.assign(d.webhooks.thingRenamed.post.requestBody.content['application/json'].schema, { title: 'A' }),
  ],
  [
    'generators',
    'a parameter with the name of a schema',
    'components parameters Thing',
    (d) => Object.assign(d.components.parameters, { Thing: d.components.parameters.Id }),
  ],
  [
    'generators',
    'a default beside a reference',
    `${thingPath} amount`,
    (d) => Object.assign(thing(d)['amount'] ?? {}, { default: '0' }),
  ],
  ['generators', 'a first server that is none yet', 'servers 0', (d) => d.servers.reverse()],
  [
    'generators',
    'a variable of a server with a description',
    'servers 1 variables host',
    (d) => Object.assign(d.servers[1]?.variables?.['host'] ?? {}, { description: 'Yours.' }),
  ],
];

test('a document that keeps every promise has no findings', async () => {
  expect(await rules.lint(soundDocument())).toEqual([]);
});

test.each(breakages)('%s finds %s', async (rule, _what, path, breakIt) => {
  const document = soundDocument();
  breakIt(document);
  expect(await rules.lint(document)).toMatchObject([{ rule, path }]);
});

test('every rule is broken by a document here', () => {
  expect([...new Set(breakages.map(([rule]) => rule))].sort()).toEqual([...rules.names].sort());
});

test('every message leads to a heading of the guide', async () => {
  const guide = readFileSync(new URL('../../openapi/README.md', import.meta.url), 'utf8');
  const headings = Array.from(guide.matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
    heading.toLowerCase().replaceAll(' ', '-'),
  );
  for (const [, , , breakIt] of breakages) {
    const document = soundDocument();
    breakIt(document);
    const [found] = await rules.lint(document);
    const [, heading] = /\. See openapi\/README\.md#([\w-]+)$/.exec(found?.message ?? '') ?? [];
    expect(headings).toContain(heading);
  }
});

describe('a pattern tells of the whole string', () => {
  const withPattern = async (pattern: string) => {
    const document = soundDocument();
    document.components.schemas.Amount.pattern = pattern;
    return (await rules.lint(document)).map(({ rule }) => rule);
  };
  test.each(['^[0-9]+$', '^(a|b)$', '^(?:a(b|c)|[|])$', '^\\|\\($', '^$'])('%s does', async (pattern) => {
    expect(await withPattern(pattern)).toEqual([]);
  });
  test.each(['[0-9]+', '^[0-9]+', '[0-9]+$', '^[0-9]+\\$', '^a|b$', '^(a)|(b)$'])('%s does not', async (pattern) => {
    expect(await withPattern(pattern)).toEqual(['amounts']);
  });
});

test('a very long operationId is judged at once', async () => {
  const document = soundDocument();
  post(document).operationId = `a${'Aa'.repeat(20_000)}!`;
  const start = performance.now();
  expect(await rules.lint(document)).toHaveLength(1);
  expect(performance.now() - start).toBeLessThan(2000); // exponential would be for ever
});
