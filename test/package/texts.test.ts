/** The texts of each package, as they are published: no link leads to what the package does not have. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publishedText } from '../../scripts/release/texts.ts';
import { ROOT } from './build.ts';

const BUNDLED = ['@wallet-operations/answers'];
const packages = ['client', 'conformance', 'durable', 'mock', 'mutation', 'sandbox'];

test.each(packages)('the texts of %s', (name) => {
  const texts = ['README.md', 'RECIPES.md'].filter((text) => existsSync(join(ROOT, 'packages', name, text)));
  for (const file of texts) {
    const text = publishedText(readFileSync(join(ROOT, 'packages', name, file), 'utf8'), BUNDLED);
    const links = Array.from(text.matchAll(/\]\(([^)]*)\)/g), ([, target = '']) => target);
    const inside = links.filter((target) => !/^https:\/\//.test(target)).map((target) => target.replace(/#.*/, ''));
    expect(inside.filter((target) => target !== '' && !texts.includes(target))).toEqual([]);
  }
});

test('a link to another package leads to its page', () => {
  const page = 'https://www.npmjs.com/package/@wallet-operations/durable#callbacks';
  expect(publishedText('See [it](../durable/README.md#callbacks).', BUNDLED)).toBe(`See [it](${page}).`);
  expect(publishedText('See [them](../answers/README.md#answers).', BUNDLED)).toBe('See them.');
});
