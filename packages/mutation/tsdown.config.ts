// Builds what is published of the mutation tool.
import { defineConfig } from 'tsdown';
import { entriesOf, published } from '../../scripts/release/published.ts';
import source from './package.json' with { type: 'json' };

export default defineConfig({
  ...published(import.meta.dirname, source, {
    bin: { 'spec-mutation': './cli.js' },
    exports: entriesOf(source).exports,
  }),
  entry: { index: source.exports['.'], cli: source.bin['spec-mutation'], worker: './src/worker.ts' },
  platform: 'node',
  fixedExtension: false, // .js, for the package is of type module
  target: 'node22',
  unbundle: true, // file by file: the pool finds the worker beside it
  deps: { onlyBundle: [], onlyImport: [] },
});
