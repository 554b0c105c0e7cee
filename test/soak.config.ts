// How vitest finds and runs what keeps the whole machine busy for minutes: alone, so that it disturbs nothing that is measured.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    globalSetup: 'compile-cache.ts',
    include: ['**/*.soak.ts'],
    fileParallelism: false,
    testTimeout: 1_800_000,
    hookTimeout: 300_000, // a server's hundreds of databases are many files to remove
    expect: { poll: { timeout: 20_000 } }, // of a busy machine a second is not enough
  },
});
