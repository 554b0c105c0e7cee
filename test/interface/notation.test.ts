// The notation of the tables: each part of a line must mean what a reader takes it for, and nothing else may pass.
import { expect, test } from 'vitest';
import { pick, readField } from './facts/notation.ts';

const int32 = { type: 'integer', format: 'int32' };

test.each([
  ['string', { type: 'string' }],
  ['string ..255', { type: 'string', maxLength: 255 }],
  ['int 1..100', { ...int32, minimum: 1, maximum: 100 }],
  ['int ..500 default 10', { ...int32, maximum: 500, default: 10 }],
  ['int default -1 in 1 2 -1', { ...int32, default: -1, enum: [1, 2, -1] }],
  ['int default 0', { ...int32, default: 0 }],
  ['boolean default false', { type: 'boolean', default: false }],
  ['string default USD', { type: 'string', default: 'USD' }],
  ['seconds default now', { type: 'integer', format: 'int64' }],
  ['uint64', { type: 'integer', format: 'uint64', minimum: 0 }],
])('"%s" is one value', (line, value) => {
  expect(readField(line)).toMatchObject({ value });
  expect(Object.keys(readField(line).value)).toHaveLength(Object.keys(value).length);
  expect(readField(line).array).toBeUndefined();
});

test('"int64[] ..100" bounds the list, not its values', () => {
  expect(readField('int64[] ..100')).toMatchObject({
    value: { type: 'integer', format: 'int64' },
    array: { type: 'array', maxItems: 100 },
  });
});

test.each(['text', 'string 255', 'int ..', 'int default', 'string  ..255', 'constructor'])(
  '"%s" is no line',
  (line) => {
    expect(() => readField(line)).toThrow(`"${line}" is no field`);
  },
);

test('a picked field keeps its line, and is as optional as it is asked for', () => {
  const record = { a: 'int', 'b?': 'string', c: 'time' };
  expect(pick(record, 'b a?')).toEqual({ b: 'string', 'a?': 'int' });
  expect(() => pick(record, 'd')).toThrow('no field d');
});
