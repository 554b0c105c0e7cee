// Builds what is published: dist/, a package of its own. Inside the repository everybody runs the sources, so that there is
// nothing to build before a test.
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'tsdown';
import source from './package.json' with { type: 'json' };

const here = import.meta.dirname;

/** The package.json to publish: the source's own, with what leads to sources leading to what was built. */
const manifest = {
  ...source,
  private: undefined, // keeps the sources, which only Node's own type stripping can run, from being published
  bin: { 'wallet-mock': './cli.js' },
  exports: { ...source.exports, '.': { types: './index.d.ts', default: './index.js' } },
  files: ['**/*.js', '**/*.d.ts'],
};

export default defineConfig({
  cwd: here,
  entry: { index: source.exports['.'], cli: source.bin['wallet-mock'] },
  format: 'esm',
  platform: 'node',
  fixedExtension: false, // .js, for the package is of type module
  target: 'node24',
  dts: true,
  sourcemap: false, // what is built is the source without its types, line by line readable
  deps: { onlyBundle: ['@wallet-operations/openapi'], onlyImport: Object.keys(source.dependencies) },
  checks: { bundlerTimings: false }, // a busy machine is nothing to warn of
  logLevel: 'warn',
  failOnWarn: true,
  hooks: {
    'build:done': ({ options: { outDir } }) => {
      writeFileSync(join(outDir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
      copyFileSync(join(here, 'README.md'), join(outDir, 'README.md'));
      copyFileSync(join(here, '..', '..', 'LICENSE'), join(outDir, 'LICENSE'));
    },
  },
});
