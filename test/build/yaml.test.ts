// openapi.yaml reads the same in old readers and new ones: those of YAML 1.1 take what looks like a time for one, and `no` for false.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'yaml';
import { expect, test } from 'vitest';

const path = (file: string): string => createRequire(import.meta.url).resolve(`@wallet-operations/openapi/${file}`);
const json: unknown = JSON.parse(readFileSync(path('openapi.json'), 'utf8'));
const yaml = readFileSync(path('openapi.yaml'), 'utf8');

test.each(['1.1', '1.2'] as const)('a reader of YAML %s finds in openapi.yaml what openapi.json has', (version) => {
  expect(parse(yaml, { version })).toEqual(json);
});
