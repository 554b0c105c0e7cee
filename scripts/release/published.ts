// How every package is published: built into dist/, a package of its own. Inside the repository everybody runs the sources, so that
// there is nothing to build before a test.
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UserConfig } from 'tsdown';
import { licencesOf } from './licences.ts';
import { forgetMaps, placeSources } from './source-maps.ts';
import { publishedText } from './texts.ts';

/** Packages that are not published by themselves: whoever stands on them brings them along. */
export const BUNDLED = [
  '@wallet-operations/openapi',
  '@wallet-operations/answers',
  '@wallet-operations/json',
  '@wallet-operations/reports',
  '@wallet-operations/serving',
  '@wallet-operations/transcript',
  '@wallet-operations/validator',
];

/** Where the licences are of what others wrote and is inside. */
const LICENCES = 'THIRD-PARTY-LICENSES.txt';

/** What the package.json of every package says, and what in it leads to sources. */
interface Source {
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/**
 * What the builds of all packages have in common.
 *
 * @param here - folder of the package
 * @param source - its package.json
 * @param leads - what in the published package.json leads to what was built
 */
export const published = (here: string, source: Source, leads: object): UserConfig => ({
  cwd: here,
  format: 'esm',
  dts: { sourcemap: false },
  sourcemap: false, // what is built is the source without its types, line by line readable; what runs inside applications has it
  deps: { onlyBundle: BUNDLED, onlyImport: Object.keys({ ...source.dependencies, ...source.peerDependencies }) },
  checks: { bundlerTimings: false }, // a busy machine is nothing to warn of
  logLevel: 'warn',
  failOnWarn: true,
  hooks: {
    'build:done': ({ options: { outDir }, chunks }) => {
      const texts = ['README.md', 'RECIPES.md'].filter((text) => existsSync(join(here, text)));
      const licences = licencesOf(chunks.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : [])));
      const manifest = {
        ...source,
        devDependencies: undefined, // are inside
        scripts: undefined, // refuse to pack the sources
        private: undefined, // keeps the sources, which only Node's own type stripping can run, from being published
        files: [...texts, '**/*.js', '**/*.js.map', '**/*.d.ts', ...(licences === undefined ? [] : [LICENCES])],
        ...leads,
      };
      placeSources(outDir, here);
      forgetMaps(outDir);
      writeFileSync(join(outDir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
      if (licences !== undefined) writeFileSync(join(outDir, LICENCES), licences);
      for (const text of texts)
        writeFileSync(join(outDir, text), publishedText(readFileSync(join(here, text), 'utf8'), BUNDLED));
      copyFileSync(join(here, '..', '..', 'LICENSE'), join(outDir, 'LICENSE'));
    },
  },
});

/** What is built of each export that has code, by name, and what leads to it once it is. */
export function entriesOf({ exports }: Source): {
  readonly entry: Record<string, string>;
  readonly exports: Record<string, unknown>;
} {
  const entries = Object.entries(exports)
    .filter(([, file]) => file.endsWith('.ts'))
    .map(([subpath, file]) => ({ subpath, file, name: subpath === '.' ? 'index' : subpath.slice('./'.length) }));
  return {
    entry: Object.fromEntries(entries.map(({ name, file }) => [name, file])),
    exports: {
      ...exports,
      ...Object.fromEntries(
        entries.map(({ subpath, name }) => [subpath, { types: `./${name}.d.ts`, default: `./${name}.js` }]),
      ),
    },
  };
}
