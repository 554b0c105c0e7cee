// Each way in which the error catalogue can contradict itself is noticed, and a sound one passes.
import { expect, test } from 'vitest';
import type { Bundle, Example } from '../../scripts/lib/bundle.ts';
import { catalogueFindings } from '../../scripts/lib/catalogue-rules.ts';

/** One operation with two rows: one with a code, a message and placeholders, one with none of them. */
function soundBundle() {
  const duplicated = {
    summary: 'The order_id was used before.',
    description: 'Look it up.',
    value: { error: 'Duplicated entry: a?b', error_code: 399, message: '1 of 2 (refused)' } as Record<string, unknown>,
    'x-error': {
      reason: 'duplicated',
      status: 400,
      code: 399,
      text: 'Duplicated entry: {ORDER_ID}',
      message: '{COUNT} of {TOTAL} (refused)',
      repeat: 'never',
    },
  } satisfies Example;
  const forbidden = {
    summary: 'A header is missing.',
    description: 'Send it.',
    value: { error: 'Forbidden.' } as Record<string, unknown>,
    'x-error': { reason: 'forbidden', status: 403, text: 'Forbidden.', repeat: 'later', stage: 'authentication' },
  } satisfies Example;
  const listed = (examples: Record<string, { $ref: string } | Example>) => ({
    content: { 'application/json': { examples } },
  });
  return {
    info: { title: 'Sound', version: '1.0.0' },
    paths: {
      '/orders': {
        post: {
          operationId: 'order',
          summary: 'Order',
          tags: ['Orders'],
          'x-refused-as': 'duplicated',
          requestBody: { schema: { $ref: '#/components/schemas/Order' } },
          responses: {
            '200': listed({ done: { value: {} } }),
            '400': listed({ duplicated: { $ref: '#/components/examples/400-duplicated' } }),
            '403': listed({ forbidden: { $ref: '#/components/examples/403-forbidden' } }),
          },
        },
      },
    },
    components: {
      schemas: { Order: { 'x-refused-as': { maxLength: 'duplicated', required: { id: 'forbidden' } } } },
      examples: { '400-duplicated': duplicated, '403-forbidden': forbidden } as Record<string, Example>,
    },
    duplicated,
    forbidden,
  };
}

type Sound = ReturnType<typeof soundBundle>;

const findingsOf = (bundle: Sound): string[] =>
  catalogueFindings(bundle as unknown as Bundle).map(({ rule, message }) => `${rule}: ${message}`);

const examples400 = (bundle: Sound) =>
  bundle.paths['/orders'].post.responses['400'].content['application/json'].examples;

test('a sound catalogue has no findings', () => {
  expect(findingsOf(soundBundle())).toEqual([]);
});

test.each<[what: string, finding: string, mutate: (bundle: Sound) => unknown]>([
  [
    'another reason than the name says',
    'error-name: By x-error this file is 400-doubled.yaml',
    (bundle) => (bundle.duplicated['x-error'].reason = 'doubled'),
  ],
  [
    'another status than the name says',
    'error-name: By x-error this file is 409-duplicated.yaml',
    (bundle) => (bundle.duplicated['x-error'].status = 409),
  ],
  [
    'a reason that is taken',
    'error-reason-unique: duplicated is the reason of 400-duplicated too',
    (bundle) => (bundle.forbidden['x-error'].reason = 'duplicated'),
  ],
  ['no summary', 'error-described: Give a summary', (bundle) => (bundle.forbidden.summary = ' ')],
  ['no description', 'error-described: Give a description', (bundle) => (bundle.forbidden.description = '')],
  [
    'another text',
    'error-value: The value has error "Duplicate: a"',
    (bundle) => (bundle.duplicated.value['error'] = 'Duplicate: a'),
  ],
  [
    'more than the text',
    'error-value: The value has error "Forbidden. No."',
    (bundle) => (bundle.forbidden.value['error'] = 'Forbidden. No.'),
  ],
  [
    'a text in which a dot is any character',
    'error-value: The value has error "Forbidden!"',
    (bundle) => (bundle.forbidden.value['error'] = 'Forbidden!'),
  ],
  [
    'a placeholder that is not filled in',
    'error-value: The value has error "Duplicated entry: {ORDER_ID}"',
    (bundle) => (bundle.duplicated.value['error'] = 'Duplicated entry: {ORDER_ID}'),
  ],
  [
    'another message',
    'error-value: The value has message "1 of (refused)"',
    (bundle) => (bundle.duplicated.value['message'] = '1 of (refused)'),
  ],
  [
    'no message where there is one',
    'error-value: The value has no message',
    (bundle) => delete bundle.duplicated.value['message'],
  ],
  [
    'a message where there is none',
    'error-value: The value has message "No."; by x-error it has none',
    (bundle) => (bundle.forbidden.value['message'] = 'No.'),
  ],
  [
    'another code',
    'error-value: The value has error_code 398',
    (bundle) => (bundle.duplicated.value['error_code'] = 398),
  ],
  [
    'a code where there is none',
    'error-value: The value has error_code 0; by x-error it has none',
    (bundle) => (bundle.forbidden.value['error_code'] = 0),
  ],
  [
    'never, where another row may have the same words',
    'error-repeat: Its repeat is never, but 400-any may come with the very same words',
    (bundle) => {
      const { 'x-error': told, ...rest } = bundle.duplicated;
      const any = { ...told, reason: 'any', message: '{DETAILED_MESSAGE}', repeat: 'later' as const };
      bundle.components.examples['400-any'] = { ...rest, 'x-error': any };
      const { examples } = bundle.paths['/orders'].post.responses['400'].content['application/json'];
      examples['any'] = { $ref: '#/components/examples/400-any' };
    },
  ],
  [
    'no listing',
    'error-listed: No operation lists 400-lonely',
    (bundle) =>
      (bundle.components.examples['400-lonely'] = {
        ...bundle.duplicated,
        'x-error': { ...bundle.duplicated['x-error'], reason: 'lonely' },
      }),
  ],
  [
    'a listing under another status',
    'error-listed: 403-forbidden is listed as forbidden under 400',
    (bundle) => (examples400(bundle)['forbidden'] = { $ref: '#/components/examples/403-forbidden' }),
  ],
  [
    'a listing under another key',
    'error-listed: 400-duplicated is listed as twice under 400',
    (bundle) => (examples400(bundle)['twice'] = { $ref: '#/components/examples/400-duplicated' }),
  ],
  [
    'a listing of what is no row',
    'error-listed: An example is listed as other under 400',
    (bundle) => (examples400(bundle)['other'] = { value: {} }),
  ],
  [
    'a refusal of an operation that it does not list',
    'refused-as-listed: order does not list gone',
    (bundle) => (bundle.paths['/orders'].post['x-refused-as'] = 'gone'),
  ],
  [
    'a refusal of a schema that it does not list',
    'refused-as-listed: order does not list gone',
    (bundle) => (bundle.components.schemas.Order['x-refused-as'].required.id = 'gone'),
  ],
  [
    'a refusal of a memo that it does not list',
    'refused-as-listed: order does not list too_long',
    (bundle) => Object.assign(bundle.components.schemas.Order, { 'x-memo-rules': { BNB: { tooLong: 'too_long' } } }),
  ],
])('%s', (_what, finding, mutate) => {
  const bundle = soundBundle();
  mutate(bundle);
  expect(findingsOf(bundle)).toContainEqual(expect.stringContaining(finding));
});
