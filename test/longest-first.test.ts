import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LONGEST } from './longest-first.ts';

test('what is begun first is there', () => {
  expect(LONGEST.filter((name) => !existsSync(join(import.meta.dirname, name)))).toEqual([]);
});
