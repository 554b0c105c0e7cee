// Each construct of OpenAPI in a document of its own: what is changed of it, and that every change is one, under a name of its own.
import { mutantsOf, surveyOf } from '@wallet-operations/spec-mutation';
import { describe, expect, test } from 'vitest';
import { construct, CONSTRUCTS } from './documents.ts';

describe.each(CONSTRUCTS)('%s', (_, document) => {
  test('is changed', () => {
    expect(mutantsOf(document).map(({ name }) => name)).toMatchSnapshot();
  });

  test('has a name for each mutant', () => {
    const mutants = mutantsOf(document);
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  });

  test('names its operations', () => {
    const all = mutantsOf(document).flatMap(({ owners }) => owners ?? []);
    expect(all.length).toBeGreaterThan(0);
    expect(surveyOf(document).mutants.filter(({ owners }) => owners?.length === 0)).toEqual([]);
  });
});

test('what no mutant changes is counted, and so is what nothing refers to', () => {
  const { unchanged, unreachable } = surveyOf(construct('unchanged'));
  expect({ unchanged, unreachable }).toMatchInlineSnapshot(`
    {
      "unchanged": [
        {
          "count": 1,
          "what": "jsonSchemaDialect of the document",
        },
        {
          "count": 1,
          "what": "x-own of the document",
        },
        {
          "count": 1,
          "what": "xml of a schema",
        },
        {
          "count": 1,
          "what": "allOf without a schema of a schema",
        },
        {
          "count": 1,
          "what": "externalValue of an example",
        },
        {
          "count": 1,
          "what": "mediaTypes of the components",
        },
      ],
      "unreachable": [
        {
          "count": 7,
          "what": "schemas Nobody",
        },
      ],
    }
  `);
});

test('an extension is listed wherever it stands, and so is a schema that stands there for nobody', () => {
  const { unchanged, unreachable } = surveyOf(construct('extensions'));
  expect(unchanged.map(({ what }) => what)).toMatchInlineSnapshot(`
    [
      "x-item of a path item",
      "externalDocs of the document",
      "x-root of the document",
      "version of the info",
      "x-info of the info",
      "termsOfService of the info",
      "contact of the info",
      "license of the info",
      "x-tag of a tag",
      "externalDocs of a tag",
      "x-paths of the paths",
      "x-server of a server",
      "x-variable of a server variable",
      "x-operation of an operation",
      "externalDocs of an operation",
      "x-beside beside the $ref of a parameter",
      "x-responses of the responses",
      "x-response of a response",
      "x-media of a media type",
      "$comment of a schema",
      "x-schema of a schema",
      "minContains of a schema",
      "x-callback of a callback",
      "x-components of the components",
      "x-scheme of a security scheme",
      "x-flows of the flows",
      "x-flow of a flow",
      "x-parameter of a parameter",
      "x-disc of a discriminator",
    ]
  `);
  expect(unchanged.find(({ what }) => what === 'x-item of a path item')?.count).toBe(2);
  expect(unreachable).toEqual([{ what: '$defs Unused', count: 7 }]);
});

test('what stands beside a reference in 3.0 is listed, for nobody reads it', () => {
  expect(surveyOf(construct('nothing-3.0')).unchanged.map(({ what }) => what)).toMatchInlineSnapshot(`
    [
      "security of the document",
      "explode of a parameter",
      "nullable of a schema",
      "minContains of a schema, which says nothing there",
      "readOnly beside the $ref of a schema",
      "maxLength beside the $ref of a schema",
      "nullable beside the $ref of a schema",
    ]
  `);
});

test('a reference follows the path to which it leads, and what it leads to does not go', () => {
  const schema = { $ref: '#/paths/~1a/get/parameters/0/schema' };
  const parameters = [{ name: 'p', in: 'query', schema: { type: 'string', maxLength: 3 } }];
  const operation = (more: object): object => ({ responses: { 200: { content: { 'a/b': { schema } } } }, ...more });
  const document = { paths: { '/a': { get: operation({ parameters }) }, '/b': { get: operation({}) } } };
  const { mutants, unchanged } = surveyOf(document);
  const moved = mutants.find(({ name }) => name === 'path /a · moved to /a-moved')?.document();
  expect(JSON.stringify(moved).match(/"#[^"]*"/g)).toEqual(
    Array(2).fill('"#/paths/~1a-moved/get/parameters/0/schema"'),
  );
  expect(mutants.map(({ name }) => name).filter((name) => /(operation|parameter) gone/.test(name))).toEqual([
    'GET /b · operation gone',
  ]);
  expect(unchanged).toEqual([
    { what: 'operation gone where a $ref leads into it', count: 1 },
    { what: 'parameter gone where a $ref leads into it', count: 1 },
  ]);
});

test('a reference into a list leads to the entry that it means, or that entry stays', () => {
  const $ref = '#/paths/~1a/get/parameters/1';
  const schema = { type: 'string' };
  const parameters = ['p', 'q', 'r'].map((name) => ({ name, in: 'query', schema }));
  const parts = [{ maxLength: 3 }, { minLength: 1 }, { pattern: 'a' }];
  const content = { 'a/b': { schema: { properties: { all: { allOf: parts } } } } };
  const way = '#/paths/~1a/get/responses/200/content/a~1b/schema/properties';
  const document = {
    paths: {
      '/a': { get: { parameters, responses: { 200: { content } } } },
      '/b': {
        get: {
          parameters: [{ $ref }],
          responses: { 200: { content: { 'a/b': { schema: { $ref: `${way}/all/allOf/1` } } } } },
        },
      },
    },
  };
  const { mutants, unchanged } = surveyOf(document);
  expect(
    mutants.map(({ name }) => name).filter((name) => /(parameter|allOf \d|property all) (gone|→)/.test(name)),
  ).toEqual(['GET /a query r · parameter gone', 'GET /a 200 a/b all · allOf 2 gone', 'GET /b 1 · parameter gone']);
  expect(unchanged.filter(({ what }) => what.includes('$ref leads'))).toEqual([
    { what: 'schema gone where a $ref leads into it', count: 3 },
    { what: 'parameter gone where a $ref leads into it', count: 2 },
    { what: 'operation gone where a $ref leads into it', count: 1 },
    { what: 'responses changed where a $ref leads into it', count: 1 },
    { what: 'response changed where a $ref leads into it', count: 1 },
    { what: 'mediaType gone where a $ref leads into it', count: 1 },
    { what: 'schema changed where a $ref leads into it', count: 1 },
  ]);
});

test('a callback has the operations of a path item that it refers to', () => {
  const [mutant] = mutantsOf(construct('callbacks')).filter(({ name }) => name.startsWith('pathItem Failed put'));
  expect(mutant?.owners).toEqual(['startJob']);
});

test('a path item that two paths have concerns the operations of both', () => {
  const [mutant] = mutantsOf(construct('path-items')).filter(({ name }) => name.includes('query kind'));
  expect(mutant?.owners).toEqual(['listPets', 'POST /pets', 'POST /v2/pets']);
});
