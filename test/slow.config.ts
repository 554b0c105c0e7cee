// How vitest finds and runs what takes too long, or downloads too much, to be run before every commit.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.slow.ts'],
    testTimeout: 120_000,
    hookTimeout: 300_000, // downloads
  },
});
