/** Two documents for a comparison: a small one, and what a test makes of it. */
import type { Bundle } from '../../scripts/lib/bundle.ts';

type Node = Record<string, unknown>;

const json = <T extends object>(schema: T, examples: Record<string, object> = {}) => ({
  content: { 'application/json': { schema, examples } },
});
const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

interface Operation {
  parameters: { name: string; in: string; schema: Node }[];
  requestBody: {
    content: { 'application/json': { schema: { required: string[]; properties: Record<string, Node> } } };
  };
  responses: Record<'200' | '400', { content: { 'application/json': { examples: Record<string, object> } } }>;
}

/** A fresh copy of the document before the change. */
export function baseDocument() {
  const row = (reason: string, code: number) => ({
    summary: 'It is so.',
    description: 'Mend it.',
    value: { error: 'No', error_code: code },
    'x-error': { reason, status: 400, code, text: 'No', repeat: 'never' } as Record<string, unknown>,
  });
  return {
    openapi: '3.1.1',
    info: { title: 'Small', version: '1.2.3', description: 'Small.' },
    servers: [
      {
        url: 'https://{host}',
        variables: { host: { default: 'things.example', description: 'Ask for it, by letter. '.repeat(20) } }, // most of it is words
      },
    ] as Node[],
    tags: [{ name: 'Things' }],
    paths: {
      '/things': {
        get: {
          operationId: 'listThings',
          summary: 'List things',
          tags: ['Things'],
          'x-repeatable': 'always',
          'x-paging': { records: 'things', total: 'total', key: ['id'] },
          parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 500 } }],
          responses: {
            '200': json({
              type: 'object',
              properties: { things: { type: 'array', items: ref('schemas', 'Thing') } },
            }),
            '400': json({}, { bad_limit: ref('examples', '400-bad_limit') }),
          },
        } as Node & Pick<Operation, 'parameters' | 'responses'>,
        post: {
          operationId: 'makeThing',
          summary: 'Make a thing',
          tags: ['Things'],
          'x-repeatable': 'never',
          requestBody: json(
            {
              type: 'object',
              required: ['name'],
              properties: {
                name: { type: 'string', pattern: '^[a-z]*$' },
                note: { type: 'string' },
                code: { type: 'string', pattern: '^[a-c]+$' },
                strict: { type: 'boolean', default: true },
                quick: { type: 'boolean' },
                loud: { type: 'boolean', default: false },
              },
            },
            { plain: ref('examples', 'makeThing.request.plain') },
          ),
          responses: {
            '200': json(ref('schemas', 'Thing')),
            '400': json({}, { bad_name: ref('examples', '400-bad_name') }),
          },
        } as Node & Pick<Operation, 'requestBody' | 'responses'>,
      },
    },
    components: {
      schemas: {
        Thing: {
          type: 'object',
          required: ['id'],
          properties: {
            id: { type: 'string', description: 'ID.' },
            size: { type: 'string', pattern: '^[0-9]+$' },
            colours: { type: 'string', enum: ['blue', 'red'], pattern: '^[a-z]+$' },
            made_at: { type: 'integer', format: 'int64', 'x-unit': 'seconds' },
          } as Record<string, Record<string, unknown>>,
        },
      },
      examples: {
        'makeThing.request.plain': { value: { name: 'a' } },
        '400-bad_limit': row('bad_limit', 1),
        '400-bad_name': row('bad_name', 2),
      } as Record<
        string,
        { value: object; summary?: string; description?: string; 'x-error'?: Record<string, unknown> }
      >,
    },
  };
}

export type Small = ReturnType<typeof baseDocument>;

/** The document after a change. */
export function changed(change: (document: Small) => unknown): Small {
  const document = baseDocument();
  change(document);
  return document;
}

export const asBundle = (document: Small): Bundle => document as unknown as Bundle;

export const listThings = (document: Small) => document.paths['/things'].get;
export const makeThing = (document: Small) => document.paths['/things'].post;
/** The fields of the request of {@link makeThing}. */
export const naming = (document: Small) =>
  makeThing(document).requestBody.content['application/json'].schema.properties;
export const errorOf = (document: Small, name: string) => document.components.examples[name]?.['x-error'] ?? {};
