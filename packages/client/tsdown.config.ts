// Builds what is published: dist/, a package of its own. Inside the repository everybody imports the sources, so that there is
// nothing to build before a test.
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'tsdown';
import source from './package.json' with { type: 'json' };

const here = import.meta.dirname;

/** Subpath, its source and the name of what is built of it, for each export that has code. */
const entries = Object.entries(source.exports)
  .filter(([, file]) => file.endsWith('.ts'))
  .map(([subpath, file]) => ({ subpath, file, name: subpath === '.' ? 'index' : subpath.slice('./'.length) }));

/** The package.json to publish: the source's own, with exports that lead to what was built. */
function manifest(): object {
  const built = entries.map(({ subpath, name }): [string, object] => [
    subpath,
    { types: `./${name}.d.ts`, default: `./${name}.js` },
  ]);
  return {
    ...source,
    private: undefined, // keeps the sources, which only Node's own type stripping can run, from being published
    exports: { ...source.exports, ...Object.fromEntries<object>(built) },
    files: ['**/*.js', '**/*.d.ts'],
  };
}

export default defineConfig({
  cwd: here,
  entry: Object.fromEntries(entries.map(({ name, file }) => [name, file])),
  format: 'esm',
  platform: 'neutral', // what needs Node must not get in unnoticed
  target: 'es2022',
  dts: true,
  unbundle: true, // file by file, or who uses one function would load the tables of all
  sourcemap: false, // what is built is the source without its types, line by line readable
  deps: { onlyBundle: ['@wallet-operations/openapi'], onlyImport: Object.keys(source.dependencies) },
  checks: { bundlerTimings: false }, // a busy machine is nothing to warn of
  logLevel: 'warn',
  failOnWarn: true,
  hooks: {
    'build:done': ({ options: { outDir } }) => {
      writeFileSync(join(outDir, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
      copyFileSync(join(here, 'README.md'), join(outDir, 'README.md'));
      copyFileSync(join(here, '..', '..', 'LICENSE'), join(outDir, 'LICENSE'));
    },
  },
});
