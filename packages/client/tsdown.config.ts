// Builds what is published of the client.
import { defineConfig } from 'tsdown';
import { entriesOf, published } from '../../scripts/release/published.ts';
import source from './package.json' with { type: 'json' };

const { entry, exports } = entriesOf(source);

export default defineConfig({
  ...published(import.meta.dirname, source, { exports }),
  dts: { eager: true, sourcemap: false }, // or it would not find the types of other packages' sources
  entry,
  sourcemap: true, // stacks and debuggers in the applications of others show the TypeScript, which is inside the map
  platform: 'neutral', // what needs Node must not get in unnoticed
  target: 'es2022',
  unbundle: true, // file by file, or who uses one function would load the tables of all
});
