// How vitest finds and runs the tests.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    globalSetup: 'compile-cache.ts',
    include: ['**/*.test.ts'],
    maxWorkers: '100%', // most tests wait for a process or a socket
    testTimeout: 30_000, // a build, or a server with the whole document, takes seconds on a busy machine
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } }, // of a busy machine a second is not enough
  },
});
