// Variants say what there is: each has a name of its own, and expects points and operations that the document has.
import { readdirSync } from 'node:fs';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { operationsOf } from '@wallet-operations/validator';
import { expect, test } from 'vitest';
import type { Variant } from './variant.ts';

const folder = new URL('.', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.variants.ts'));
const byFile = await Promise.all(
  files.map(async (name) => ((await import(new URL(name, folder).href)) as { variants: readonly Variant[] }).variants),
);
const variants = byFile.flat();

const points = Object.keys(bundled['x-open-points']);
const operations = operationsOf(bundled).map(({ operationId }) => operationId);

test('no two of a file have the same name', () => {
  for (const names of byFile.map((those) => those.map(({ name }) => name)))
    expect(names).toHaveLength(new Set(names).size);
});

test.each(variants)('$name', ({ expected }) => {
  for (const one of expected)
    if ('point' in one) expect(points).toContain(one.point);
    else expect(operations).toContain(one.operationId);
});
