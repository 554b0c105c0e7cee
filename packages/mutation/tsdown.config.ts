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
  // The parser of YAML is inside: whoever installs the tool gets nothing else with it.
  deps: { onlyBundle: Object.keys(source.devDependencies), onlyImport: [/^node:/] },
});
