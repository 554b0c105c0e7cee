// Builds what is published of the mock.
import { defineConfig } from 'tsdown';
import { indexOf, published } from '../../scripts/release/published.ts';
import source from './package.json' with { type: 'json' };

export default defineConfig({
  ...published(import.meta.dirname, source, { bin: { 'wallet-mock': './cli.js' }, exports: indexOf(source) }),
  entry: { index: source.exports['.'], cli: source.bin['wallet-mock'] },
  platform: 'node',
  fixedExtension: false, // .js, for the package is of type module
  target: 'node24',
});
