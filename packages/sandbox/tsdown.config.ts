// Builds what is published of the sandbox, its page with it.
import { defineConfig } from 'tsdown';
import { BUNDLED, entriesOf, published } from '../../scripts/release/published.ts';
import source from './package.json' with { type: 'json' };

export default defineConfig({
  ...published(import.meta.dirname, source, {
    bin: { 'wallet-sandbox': './cli.js' },
    exports: entriesOf(source).exports,
    files: ['**/*.js', '**/*.d.ts', 'page/*'],
  }),
  entry: { index: source.exports['.'], cli: source.bin['wallet-sandbox'] },
  platform: 'node',
  fixedExtension: false, // .js, for the package is of type module
  target: 'node24',
  dts: { eager: true, sourcemap: false }, // or it would not find the types of other packages' sources
  unbundle: true, // the page is found beside the module that serves it
  copy: 'src/page',
  deps: { onlyBundle: BUNDLED, onlyImport: [...Object.keys(source.dependencies), /^node:/] },
});
