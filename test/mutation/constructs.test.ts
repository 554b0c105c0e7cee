// Each construct of OpenAPI in a document of its own: what is changed of it, and that every change is one, under a name of its own.
import { mutantsOf, surveyOf, type Node } from '@wallet-operations/spec-mutation';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const folder = join(import.meta.dirname, 'fixtures', 'constructs');
const read = (file: string): Node => parse(readFileSync(join(folder, file), 'utf8')) as Node;
const files = readdirSync(folder);

describe.each(files.map((file) => [basename(file, '.yaml'), read(file)] as const))('%s', (_, document) => {
  test('is changed', () => {
    expect(mutantsOf(document).map(({ name }) => name)).toMatchSnapshot();
  });

  test('has a name for each mutant, and no mutant that is the document', () => {
    const mutants = mutantsOf(document);
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
    const before = JSON.stringify(document);
    expect(mutants.filter((mutant) => JSON.stringify(mutant.document()) === before)).toEqual([]);
    expect(JSON.stringify(document)).toBe(before);
  });

  test('names its operations', () => {
    const all = mutantsOf(document).flatMap(({ owners }) => owners ?? []);
    expect(all.length).toBeGreaterThan(0);
    expect(surveyOf(document).mutants.filter(({ owners }) => owners?.length === 0)).toEqual([]);
  });
});

test('what no mutant changes is counted, and so is what nothing refers to', () => {
  const { unchanged, unreachable } = surveyOf(read('unchanged.yaml'));
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

test('a callback has the operations of a path item that it refers to', () => {
  const [mutant] = mutantsOf(read('callbacks.yaml')).filter(({ name }) => name.startsWith('pathItem Failed put'));
  expect(mutant?.owners).toEqual(['startJob']);
});

test('a path item that two paths have concerns the operations of both', () => {
  const [mutant] = mutantsOf(read('path-items.yaml')).filter(({ name }) => name.includes('query kind'));
  expect(mutant?.owners).toEqual(['listPets', 'POST /pets', 'POST /v2/pets']);
});
