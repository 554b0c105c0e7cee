// What cannot be judged is refused, with a sentence that says what to do.
import { expect, test } from 'vitest';
import { mutantsOf, type Node } from '@wallet-operations/spec-mutation';
import { requireUsable } from '../../packages/mutation/src/usable.ts';

const pets = (schema: object): object => ({
  openapi: '3.1.1',
  paths: {
    '/pets': { get: { operationId: 'listPets', responses: { 200: { content: { 'application/json': { schema } } } } } },
  },
});

/** Lists of lists of lists. */
function nested(levels: number): object {
  let schema: object = { type: 'string' };
  for (let i = 0; i < levels; i++) schema = { type: 'array', items: schema };
  return schema;
}

test.each([
  ['no object', [], 'The document is no object.'],
  [
    'Swagger 2',
    { swagger: '2.0', paths: {} },
    'The document is Swagger 2.0: only OpenAPI 3 is judged. Convert it first',
  ],
  [
    'a version to come',
    { openapi: '4.0.0' },
    'The document is OpenAPI 4.0.0: only OpenAPI 3.0, 3.1 and 3.2 are judged.',
  ],
  [
    'one that is nearer',
    { openapi: '3.9.0' },
    'The document is OpenAPI 3.9.0: only OpenAPI 3.0, 3.1 and 3.2 are judged.',
  ],
  ['a version that YAML takes for a number', { openapi: 3.1 }, 'The field openapi is 3.1, and no text'],
  [
    'what is nested without end',
    pets(nested(5000)),
    'The document holds itself, or is nested more than 500 levels deep, below #/paths//pets/get/responses/200/content/application/json:',
  ],
  ['no operation', { openapi: '3.1.1', paths: { '/pets': {} } }, 'The document has no operation'],
  [
    'a file beside it',
    pets({ $ref: 'pet.yaml' }),
    'The document is no bundle: listPets 200 refers to pet.yaml. Bundle it first',
  ],
  [
    'a URL, twice',
    pets({ anyOf: [{ $ref: 'https://pets.example/a' }, { $ref: 'https://pets.example/b' }] }),
    'listPets 200 anyOf 0 refers to https://pets.example/a, and so do 1 other places to what lies outside.',
  ],
  ['nowhere', pets({ $ref: '#/components/schemas/Pet' }), 'listPets 200 refers to #/components/schemas/Pet.'],
  ['a path elsewhere', { paths: { '/a': { get: {} }, '/b': { $ref: './b.yaml' } } }, '#/paths/~1b refers to ./b.yaml'],
])('%s is refused', (_, document, message) => {
  expect(() => {
    requireUsable(document);
  }).toThrow(message);
});

test.each([
  [
    'a reference to a whole schema by its $id',
    pets({ $id: 'https://pets.example/pet', items: { $ref: 'https://pets.example/pet' } }),
  ],
  ['a reference to an anchor', pets({ $anchor: 'pet', items: { $ref: '#pet' } })],
  ['a property that is called $ref', pets({ properties: { $ref: { type: 'string' } } })],
  ['an example that looks like a reference', pets({ example: { $ref: 'pet.yaml' }, default: { $ref: 'pet.yaml' } })],
  ['as many levels as nobody needs', pets(nested(480))],
  [
    'a reference that encodes a slash between two names',
    { ...pets({ $ref: '#/components/schemas%2FPet' }), components: { schemas: { Pet: {} } } },
  ],
  [
    'one that encodes, beside a % that does not',
    {
      ...pets({ $ref: '#/components/schemas/A%20B/properties/5%' }),
      components: { schemas: { 'A B': { properties: { '5%': {} } } } },
    },
  ],
  ['webhooks alone', { webhooks: { sold: { post: {} } } }],
])('%s is taken', (_, document) => {
  expect(() => {
    requireUsable(document);
  }).not.toThrow();
});

test.each([
  [
    '$self',
    { ...pets({}), openapi: '3.2.0', $self: 'https://pets.example/api' },
    'https://pets.example/api#/components',
  ],
  ['an $id', pets({ $id: 'https://pets.example/pet', $defs: { Name: {} } }), '#/$defs/Name'],
])('a reference that is meant from the address of %s is refused by the library, too', (_, document, $ref) => {
  const referring = { ...document, webhooks: { sold: { post: { parameters: [{ $ref }] } } } };
  expect(() => mutantsOf(referring as Node)).toThrow(/^sold .*these are not followed\. Refer to it from the top/);
});

test('the method query is of 3.2 alone', () => {
  const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
  const made = (openapi: string): string[] =>
    mutantsOf({ openapi, paths: { '/': Object.fromEntries(methods.map((one) => [one, {}])) } })
      .map(({ name }) => name)
      .filter((name) => name.includes('→ query'));
  expect([made('3.0.4'), made('3.1.1'), made('3.2.0').length]).toEqual([[], [], 8]);
});

test('a document that holds itself is refused', () => {
  const schema: Record<string, unknown> = { type: 'array' };
  schema.items = schema;
  expect(() => {
    requireUsable(pets(schema));
  }).toThrow('The document holds itself');
});

test('the deepest document that is taken has mutants, which can be made', () => {
  const mutants = mutantsOf(pets(nested(480)) as Node);
  const [mutant] = mutants.filter(({ name }) => name.endsWith('type string → integer'));
  expect(JSON.stringify(mutant?.document())).toContain('"type":"integer"');
});
