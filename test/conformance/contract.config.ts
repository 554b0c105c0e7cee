/** How vitest runs the tests of the contract over another build: everything that reads the document reads the one in the folder BUILT. */
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const { BUILT = '' } = process.env;

export default defineConfig({
  resolve: {
    alias: ['operations', 'errors', 'reasons', 'tables', 'points', 'callbacks']
      .map((name) => ({ find: `@wallet-operations/openapi/${name}`, replacement: join(BUILT, `${name}.js`) }))
      .concat({ find: '@wallet-operations/openapi/openapi.json', replacement: join(BUILT, 'openapi.json') }),
  },
  test: {
    root: join(import.meta.dirname, '..'),
    include: ['contract/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
