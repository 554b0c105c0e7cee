/** A small document that keeps every promise of the guide; tests break it in one place each. */

const json = (schema: object, examples: object = { one: { value: {} } }) => ({
  content: { 'application/json': { schema, examples } },
});

/** A fresh copy, to be changed at will. */
export function soundDocument() {
  const Thing = {
    type: 'object',
    description: 'A thing.',
    properties: {
      id: { type: 'integer', format: 'int64', description: 'ID of the thing.' },
      amount: { $ref: '#/components/schemas/Amount', description: 'What it costs.' },
      prices: {
        type: 'object',
        description: 'Its price in each currency.',
        additionalProperties: { type: 'string', pattern: '^[0-9.]+$' },
      },
      state: {
        type: 'integer',
        format: 'int32',
        description: 'Where it is.',
      },
    } as Record<string, Record<string, unknown>>,
  };
  const Renaming = {
    type: 'object',
    additionalProperties: false as unknown,
    properties: {
      name: { type: 'string', description: 'New name.' },
      parts: {
        type: 'array',
        description: 'Its parts.',
        items: { type: 'object', additionalProperties: false as unknown, properties: {} },
      },
    },
    not: { properties: { name: {}, parts: {} }, required: ['name', 'parts'] }, // a condition, which declares no property
  };
  return {
    openapi: '3.1.1',
    info: { title: 'Small', version: '1.2.3' },
    servers: [
      { url: 'http://127.0.0.1:1' },
      { url: 'https://{host}', variables: { host: { default: 'things.example' } } },
    ] as {
      url: string;
      variables?: Record<string, Record<string, unknown>>;
    }[],
    paths: {
      '/things/{ID}': {
        parameters: [{ $ref: '#/components/parameters/Id' }],
        get: {
          operationId: 'getThing',
          'x-repeatable': 'always' as unknown,
          parameters: [
            {
              name: 'limit',
              in: 'query',
              description: 'Number of things.',
              schema: { type: 'integer', format: 'int32' },
            },
          ] as Record<string, unknown>[],
          responses: {
            '200': json({ $ref: '#/components/schemas/Thing' }),
            '400': json(
              { $ref: '#/components/schemas/Refusal' },
              { bad_name: { $ref: '#/components/examples/400-bad_name' } },
            ),
          },
        },
        post: {
          operationId: 'renameThing',
          'x-repeatable': 'never' as unknown,
          requestBody: json({ $ref: '#/components/schemas/Renaming' }),
          responses: { '200': { description: 'Done, without a body.' } },
        },
      },
    },
    webhooks: {
      thingRenamed: {
        post: {
          operationId: 'renamingCallback',
          requestBody: json({ $ref: '#/components/schemas/Thing' }), // what is received is open, as an answer is
          responses: { '200': { description: 'Taken.' } },
        },
      },
    },
    components: {
      parameters: {
        Id: { name: 'ID', in: 'path', description: 'ID.', schema: { type: 'integer', format: 'int64' } } as Record<
          string,
          unknown
        >,
      },
      schemas: {
        Thing,
        Renaming,
        Refusal: { type: 'object' },
        Amount: { type: 'string', description: 'A decimal.', pattern: '^[0-9]+$' },
      },
      examples: {
        '400-bad_name': {
          value: { error: 'Bad name', largest: Number.MAX_SAFE_INTEGER },
          'x-error': { reason: 'bad_name', status: 400, text: 'Bad name', repeat: 'never' } as Record<string, unknown>,
        },
      },
    },
  };
}

export type Sound = ReturnType<typeof soundDocument>;
