/** Runs against variants, and holds each run to what has to be found: all of it, and nothing else. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { command, conform, type Result } from '../harness.ts';
import { scoreOf } from './found.ts';
import type { Variant } from './variant.ts';

/** Tests for the variants of some files; `missed` are the beginnings of the names of those that a run does not judge rightly yet. */
export async function testVariants(files: readonly string[], missed: readonly string[] = []): Promise<void> {
  for (const file of files) {
    const url = pathToFileURL(join(import.meta.dirname, file)).href;
    const { variants } = (await import(url)) as { variants: readonly Variant[] };
    describe(file, () => {
      test.each(variants)('$name', async (variant) => {
        const running = await variant.start();
        onTestFinished(running.close);
        const before = await running.fingerprint();
        const result = await conform(running);
        expect(await running.fingerprint()).toBe(before);
        expect(result.stderr).toBe('');
        expect(callsOf(result)).toBeLessThanOrEqual(await plannedOf(result));
        const score = scoreOf(variant, result);
        if (missed.some((name) => variant.name.startsWith(name)))
          expect(score, 'is judged rightly now: take it off the list').not.toEqual(RIGHT);
        else {
          expect(score).toEqual(RIGHT);
          expect(result.exitCode).toBe(variant.expected.some(isDifference) ? 1 : 0);
        }
      });
    });
  }
}

const callsOf = ({ stdout }: Result): number => Number(/^(\d+) calls of \d+ wallets?(?:$|,)/m.exec(stdout)?.[1]);

/** How many calls a plan has in all, by the configuration of a run. */
async function plannedOf({ folder }: Result): Promise<number> {
  const { stdout } = await command(['plan', '--config', join(folder, 'config.json')]);
  return Number(/At most (\d+) calls in all/.exec(stdout)?.[1]);
}

const RIGHT = { missed: [], false: [] };

const isDifference = (each: Variant['expected'][number]): boolean =>
  !('point' in each) || each.verdict === 'contradicted';
