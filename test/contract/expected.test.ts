// The agreed examples are held to the interface themselves: a table that says something else would agree with a wrong document.
import { describe, expect, test } from 'vitest';
import { endpoints, webhooks } from '../interface/facts/index.ts';
import { readField, type Fields, type Keywords, type Shape } from '../interface/facts/notation.ts';
import { expected, without } from './expected.ts';
import { errorsOf, wordsOf } from './validate.ts';

describe('every agreed example fits the tables of the interface', () => {
  const bodies = Object.entries(expected).flatMap(([owner, { requests = {}, answers = {} }]) => [
    ...Object.entries(requests).map(
      ([name, body]) => [`${owner} request ${name}`, webhooks[owner] ?? endpoints[owner]?.body, body] as const,
    ),
    ...Object.entries(answers).map(
      ([name, body]) => [`${owner} answer ${name}`, endpoints[owner]?.reply, body] as const,
    ),
  ]);

  test.each(bodies)('%s', (_, shape, body) => {
    expect(wordsOf(errorsOf(schemaOf(shape ?? 'object'), body))).toBe('');
  });

  test('a field that is missing, unknown or of another type is noticed', () => {
    const body = expected.getVaultBalance?.answers?.coin_wallet;
    for (const wrong of [
      { ...body, balance: undefined },
      { ...body, more: 1 },
      { ...body, balance: 1 },
    ])
      expect(
        wordsOf(errorsOf(schemaOf(endpoints.getVaultBalance?.reply ?? ''), JSON.parse(JSON.stringify(wrong)))),
      ).not.toBe('');
  });
});

/** The tables as a schema: every field listed, and no other. */
function schemaOf(shape: Shape): Keywords {
  if (typeof shape === 'string') {
    const { value, array } = readField(shape);
    const keywords = without(value, 'pattern'); // the tables have samples in its place
    return array ? { ...array, items: keywords } : keywords;
  }
  if (Array.isArray(shape)) return { type: 'array', items: schemaOf((shape as readonly [Shape])[0]) };
  const fields = Object.entries(shape as Fields);
  const [anyKey] = fields.filter(([name]) => name.startsWith('{'));
  if (anyKey) return { type: 'object', additionalProperties: schemaOf(anyKey[1]) };
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, inner]) => [name.replace('?', ''), schemaOf(inner)])),
    required: fields.map(([name]) => name).filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  };
}
