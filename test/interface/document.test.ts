// The reader's own rules, on documents small enough to see: what it says of a place must be what the place says.
import { describe, expect, test } from 'vitest';
import { flattened, inlined, locate, operationsOf, readDocument } from './document.ts';

describe('references', () => {
  const components = { schemas: { 'a/b~c': { type: 'string', maxLength: 5, 'x-unspecified': { what: 'one' } } } };
  const ref = '#/components/schemas/a~1b~0c';

  test('give way to what they point to, one copy for each', () => {
    const { one, two } = inlined({ components, one: { $ref: ref }, two: { $ref: ref } });
    expect(one).toEqual(components.schemas['a/b~c']);
    expect(one).not.toBe(two);
  });

  test('hold together with what stands beside them', () => {
    const { one } = inlined({ components, one: { $ref: ref, maxLength: 3, 'x-unspecified': { what: 'two' } } });
    expect(one).toEqual({ type: 'string', maxLength: 3, 'x-unspecified': [{ what: 'one' }, { what: 'two' }] });
  });

  test.each([
    ['#/nowhere', 'points to nothing'],
    ['other.yaml#/a', 'points out of the document'],
    ['#/one', 'contains itself'],
  ])('to %s are an error', ($ref, message) => {
    expect(() => inlined({ one: { inner: { $ref } } })).toThrow(message);
  });
});

describe('schemas', () => {
  test('gather their allOf parts, and refine a field that two of them have', () => {
    const allOf = [
      { type: 'object', required: ['a'], properties: { a: { type: 'string' }, b: { type: 'integer' } } },
      { allOf: [{ required: ['b'], properties: { a: { maxLength: 5 } } }] },
    ];
    expect(flattened({ allOf, description: 'both' })).toEqual({
      type: 'object',
      description: 'both',
      required: ['a', 'b'],
      properties: { a: { type: 'string', maxLength: 5 }, b: { type: 'integer' } },
    });
  });

  test('have the fields of their alternatives without requiring them', () => {
    const oneOf = [
      { required: ['a'], properties: { a: { type: 'string' } } },
      { required: ['b'], properties: { b: {} } },
    ];
    const { properties, required } = flattened({ type: 'object', oneOf });
    expect({ properties, required }).toEqual({ properties: { a: { type: 'string' }, b: {} }, required: undefined });
  });
});

describe('places', () => {
  const row = { type: 'object', properties: { name: { const: 'the field' } } };
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const document = {
    paths: {
      '/wallets': {
        parameters: [{ in: 'query', name: 'type', description: 'of the path' }],
        get: {
          operationId: 'list',
          parameters: [{ in: 'query', name: 'type', description: 'of the operation' }],
          responses: {
            200: json({
              type: 'object',
              properties: { rows: { type: 'array', items: row }, by: { additionalProperties: row } },
            }),
          },
        },
        post: { requestBody: json(row), responses: { 400: { description: 'the response' } } },
      },
    },
    webhooks: { callback: { post: { requestBody: json(row) } } },
    components: { securitySchemes: { Part: { in: 'header' } } },
  };

  test.each([
    ['list reply rows[].name', { const: 'the field' }],
    ['list reply by.*.name', { const: 'the field' }],
    ['list query type', { in: 'query', name: 'type', description: 'of the operation' }],
    ['callback body name', { const: 'the field' }],
    ['callback body', row],
    ['scheme Part', { in: 'header' }],
    ['list reply rows[].other', undefined],
    ['list path type', undefined],
    ['', document],
  ])('"%s" is found', (place, found) => {
    expect(locate(document, place)).toEqual(found);
  });

  test('an operation without a name goes by its call', () => {
    expect([...operationsOf(document).keys()]).toEqual(['list', 'POST /wallets']);
  });
});

test('a bundle that is not there is an error that says what to do', () => {
  expect(() => readDocument(new URL('nowhere.json', import.meta.url))).toThrow(
    /nowhere\.json cannot be read: run the build first/,
  );
});
