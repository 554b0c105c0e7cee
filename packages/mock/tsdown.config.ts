// Builds what is published of the mock.
import { defineConfig } from 'tsdown';
import { BUNDLED, entriesOf, published } from '../../scripts/release/published.ts';
import source from './package.json' with { type: 'json' };

/**
 * Prism's engine, as far as it is used, is brought inside: installed, it would be a hundred packages, one of which reports
 * installations to its makers.
 */
const ENGINE = [
  ...Object.keys(source.devDependencies),
  ...[
    '@stoplight/ordered-object-literal',
    '@stoplight/path',
    '@stoplight/types',
    'accepts',
    'content-type',
    'fnv-plus',
  ],
  ...['fp-ts', 'jsonc-parser', 'lodash', 'mime-db', 'mime-types', 'negotiator', 'safe-stable-stringify', 'tslib'],
];

export default defineConfig({
  ...published(import.meta.dirname, source, { bin: { 'wallet-mock': './cli.js' }, exports: entriesOf(source).exports }),
  entry: { index: source.exports['.'], cli: source.bin['wallet-mock'] },
  dts: { eager: true, sourcemap: false }, // or it would not find the types of other packages' sources
  platform: 'node',
  fixedExtension: false, // .js, for the package is of type module
  target: 'node24',
  inputOptions: { resolve: { mainFields: ['module', 'main'] } }, // what some have as `main` calls a `require` that no bundler sees
  deps: { onlyBundle: [...BUNDLED, ...ENGINE], onlyImport: [...Object.keys(source.dependencies), /^node:/] },
});
