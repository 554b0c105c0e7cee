// Builds what is published of the client.
import { defineConfig } from 'tsdown';
import { published } from '../../scripts/release/published.ts';
import source from './package.json' with { type: 'json' };

/** Subpath, its source and the name of what is built of it, for each export that has code. */
const entries = Object.entries(source.exports)
  .filter(([, file]) => file.endsWith('.ts'))
  .map(([subpath, file]) => ({ subpath, file, name: subpath === '.' ? 'index' : subpath.slice('./'.length) }));

const built = entries.map(({ subpath, name }): [string, object] => [
  subpath,
  { types: `./${name}.d.ts`, default: `./${name}.js` },
]);

export default defineConfig({
  ...published(import.meta.dirname, source, { exports: { ...source.exports, ...Object.fromEntries<object>(built) } }),
  entry: Object.fromEntries(entries.map(({ name, file }) => [name, file])),
  platform: 'neutral', // what needs Node must not get in unnoticed
  target: 'es2022',
  unbundle: true, // file by file, or who uses one function would load the tables of all
});
