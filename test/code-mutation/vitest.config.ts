// How Stryker's runner of vitest finds the tests of the folder that is named in the environment, and finds the changed sources.
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { FOLDERS, SOURCES } from './folders.ts';

const root = join(import.meta.dirname, '..', '..'); // in Stryker's copy: the link in node_modules leads back to the sources that are not changed
const { CHANGED_FOLDER = '' } = process.env;

export default defineConfig({
  resolve: {
    alias: {
      '@wallet-operations/client/callbacks': join(root, SOURCES, 'callbacks', 'index.ts'),
      '@wallet-operations/client': join(root, SOURCES, 'index.ts'),
    },
  },
  test: {
    root: join(root, 'test', 'client'),
    include: [...(FOLDERS[CHANGED_FOLDER] ?? [])],
    setupFiles: [join(import.meta.dirname, 'same-values.ts')],
  },
});
