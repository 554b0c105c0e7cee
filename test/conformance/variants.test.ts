/** Services that differ from the document: what differs is found, and nothing else. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { conform } from './harness.ts';
import { scoreOf } from './variants/found.ts';
import type { Variant } from './variants/variant.ts';

const FOLDER = join(import.meta.dirname, 'variants');
const FILES = globSync('*.variants.ts', { cwd: FOLDER }).sort();

for (const file of FILES) {
  const { variants } = (await import(pathToFileURL(join(FOLDER, file)).href)) as { variants: readonly Variant[] };
  describe(file, () => {
    test.each(variants)('$name', async (variant) => {
      const running = await variant.start();
      onTestFinished(running.close);
      const before = await running.fingerprint();
      const result = await conform(running);
      expect(result.stderr).toBe('');
      expect(scoreOf(variant, result)).toEqual({ missed: [], false: [] });
      expect(result.exitCode).toBe(1);
      expect(await running.fingerprint()).toBe(before);
    });
  });
}
