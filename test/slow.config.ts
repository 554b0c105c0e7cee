// How vitest finds and runs what takes too long, or downloads too much, to be run before every commit.
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './longest-first.ts';

/** What is driven by a browser, which paints on another core than its test works on: two of them keep a machine of two busy. */
const BROWSERS = ['docs/**/*.slow.ts', 'sandbox/page.slow.ts'];
/** What measures time: after all else, and alone. */
const ALONE = ['bench/**/*.slow.ts', 'docs/first-paint.slow.ts'];

const OF_ALL = {
  root: import.meta.dirname,
  globalSetup: 'compile-cache.ts',
  testTimeout: 300_000, // of two at once on two cores each takes longer
  hookTimeout: 600_000, // downloads
  expect: { poll: { timeout: 20_000 } }, // of a busy machine a second is not enough
};

export default defineConfig({
  test: {
    root: import.meta.dirname,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...OF_ALL,
          name: 'together',
          include: ['**/*.slow.ts'],
          exclude: [...configDefaults.exclude, ...BROWSERS, ...ALONE],
          maxWorkers: availableParallelism() + 1, // some wait for a process, a lease or a download most of their time
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...OF_ALL,
          name: 'browsers',
          include: BROWSERS,
          exclude: [...configDefaults.exclude, ...ALONE],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      { test: { ...OF_ALL, name: 'alone', include: ALONE, maxWorkers: 1, sequence: { groupOrder: 2 } } },
    ],
  },
});
