// Builds what is published: dist/, a package of its own. Inside the repository everybody imports the sources.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'tsdown';
import source from './package.json' with { type: 'json' };

const here = import.meta.dirname;

/** The package.json to publish: the source's own, with exports and the command that lead to what was built. */
const manifest = {
  ...source,
  private: undefined, // keeps the sources, which only Node's own type stripping can run, from being published
  bin: { 'wallet-sandbox': './cli.js' },
  exports: { ...source.exports, '.': { types: './index.d.ts', default: './index.js' } },
  files: ['**/*.js', '**/*.d.ts', 'page/index.html'],
};

export default defineConfig({
  cwd: here,
  entry: { index: 'src/index.ts', cli: 'src/cli.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node24',
  dts: true,
  unbundle: true, // the page is found beside the module that serves it
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
  sourcemap: false,
  deps: { onlyBundle: ['@wallet-operations/openapi'], onlyImport: [...Object.keys(source.dependencies), /^node:/] },
  checks: { bundlerTimings: false }, // a busy machine is nothing to warn of
  logLevel: 'warn',
  failOnWarn: true,
  hooks: {
    'build:done': ({ options: { outDir } }) => {
      writeFileSync(join(outDir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
      copyFileSync(join(here, 'README.md'), join(outDir, 'README.md'));
      copyFileSync(join(here, '..', '..', 'LICENSE'), join(outDir, 'LICENSE'));
      mkdirSync(join(outDir, 'page'), { recursive: true });
      copyFileSync(join(here, 'src', 'page', 'index.html'), join(outDir, 'page', 'index.html'));
    },
  },
});
