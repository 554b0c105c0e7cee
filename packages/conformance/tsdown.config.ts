// Builds what is published of the conformance run.
import { defineConfig } from 'tsdown';
import { BUNDLED, entriesOf, published } from '../../scripts/release/published.ts';
import source from './package.json' with { type: 'json' };

export default defineConfig({
  ...published(import.meta.dirname, source, {
    bin: { 'wallet-conform': './cli.js' },
    exports: entriesOf(source).exports,
  }),
  entry: { index: source.exports['.'], cli: source.bin['wallet-conform'] },
  dts: { eager: true, sourcemap: false }, // or it would not find the types of other packages' sources
  platform: 'node',
  fixedExtension: false, // .js, for the package is of type module
  target: 'node24',
  deps: {
    onlyBundle: BUNDLED,
    neverBundle: [/^@wallet-operations\/client(\/|$)/], // its sources are here
    onlyImport: [...Object.keys(source.dependencies), /^node:/],
  },
});
