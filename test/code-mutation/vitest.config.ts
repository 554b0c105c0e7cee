// How Stryker's runner of vitest finds the tests of the folder that is named in the environment, and finds the changed sources.
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { FOLDERS, JSON_SOURCES, SANDBOX_SOURCES, SOURCES } from './folders.ts';

const root = join(import.meta.dirname, '..', '..'); // in Stryker's copy: the link in node_modules leads back to the sources that are not changed
const tests = (FOLDERS[process.env.CHANGED_FOLDER ?? '']?.tests ?? []).map((file) => join(root, file));

/** The first failure ends the run, and by itself vitest begins with what takes longest. */
class InTurn extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((a, b) => tests.indexOf(a.moduleId) - tests.indexOf(b.moduleId)));
  }
}

export default defineConfig({
  resolve: {
    alias: {
      '@wallet-operations/client/callbacks': join(root, SOURCES, 'callbacks', 'index.ts'),
      '@wallet-operations/client/reconciliation': join(root, SOURCES, 'reconciliation', 'index.ts'),
      '@wallet-operations/client': join(root, SOURCES, 'index.ts'),
      '@wallet-operations/json': join(root, JSON_SOURCES, 'index.ts'),
      '@wallet-operations/sandbox': join(root, SANDBOX_SOURCES, 'index.ts'),
    },
  },
  test: {
    root,
    include: tests,
    setupFiles: [join(import.meta.dirname, 'same-values.ts')],
    sequence: { sequencer: InTurn },
    testTimeout: 15_000, // code that notes what is run is slower
  },
});
