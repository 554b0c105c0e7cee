// How vitest finds and runs what takes too long, or downloads too much, to be run before every commit.
import { configDefaults, defineConfig } from 'vitest/config';

/** What measures time, and what is driven by a browser that has to keep up: after all else, and alone. */
const ALONE = ['bench/**/*.slow.ts', 'docs/**/*.slow.ts', 'sandbox/page.slow.ts'];

const OF_ALL = {
  root: import.meta.dirname,
  globalSetup: 'compile-cache.ts',
  testTimeout: 300_000, // of two at once on two cores each takes longer
  hookTimeout: 600_000, // downloads
};

export default defineConfig({
  test: {
    root: import.meta.dirname,
    projects: [
      {
        test: {
          ...OF_ALL,
          name: 'together',
          include: ['**/*.slow.ts'],
          exclude: [...configDefaults.exclude, ...ALONE],
          maxWorkers: '100%', // most wait for a process, a socket or a download
          sequence: { groupOrder: 0 },
        },
      },
      { test: { ...OF_ALL, name: 'alone', include: ALONE, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
