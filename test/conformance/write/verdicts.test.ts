/** The words of the reports, and those that the README explains. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EFFECT_VERDICTS } from '../../../packages/conformance/src/write/effect.ts';

const SOURCES = join(import.meta.dirname, '../../../packages/conformance');
const README = readFileSync(join(SOURCES, 'README.md'), 'utf8');

/** The part of the README on what is written. */
const part = /^## What only writing shows\n([^]*?)^## /m.exec(README)?.[1] ?? '';

test('the README explains each verdict, and none that there is not', () => {
  const explained = [...part.matchAll(/^\| `([a-z ]+)` +\| /gm)].map(([, verdict = '']) => verdict);
  expect(explained).toEqual([...EFFECT_VERDICTS]);
});

test('each verdict is given by something', () => {
  const sources = globSync('src/write/*.ts', { cwd: SOURCES }).filter((file) => !file.endsWith('effect.ts'));
  const text = sources.map((file) => readFileSync(join(SOURCES, file), 'utf8')).join('\n');
  expect(EFFECT_VERDICTS.filter((verdict) => !text.includes(`'${verdict}'`))).toEqual([]);
});
