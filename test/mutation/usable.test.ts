// What cannot be judged is refused, with a sentence that says what to do.
import { expect, test } from 'vitest';
import { requireUsable } from '../../packages/mutation/src/usable.ts';

const pets = (schema: object): object => ({
  openapi: '3.1.1',
  paths: {
    '/pets': { get: { operationId: 'listPets', responses: { 200: { content: { 'application/json': { schema } } } } } },
  },
});

test.each([
  ['no object', [], 'The document is no object.'],
  [
    'Swagger 2',
    { swagger: '2.0', paths: {} },
    'The document is Swagger 2.0: only OpenAPI 3 is judged. Convert it first',
  ],
  ['a version to come', { openapi: '4.0.0' }, 'The document is OpenAPI 4.0.0: only OpenAPI 3 is judged.'],
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
  ['webhooks alone', { webhooks: { sold: { post: {} } } }],
])('%s is taken', (_, document) => {
  expect(() => {
    requireUsable(document);
  }).not.toThrow();
});
