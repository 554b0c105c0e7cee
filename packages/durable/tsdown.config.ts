// Builds what is published of durable withdrawals.
import { defineConfig } from 'tsdown';
import { BUNDLED, entriesOf, published } from '../../scripts/release/published.ts';
import source from './package.json' with { type: 'json' };

const { entry, exports } = entriesOf(source);

export default defineConfig({
  ...published(import.meta.dirname, source, { exports }),
  entry,
  sourcemap: true, // stacks and debuggers in the applications of others show the TypeScript, which is inside the map
  platform: 'node',
  fixedExtension: false, // .js, for the package is of type module
  target: 'node22',
  dts: { eager: true, sourcemap: false }, // or it would not find the types of other packages' sources
  deps: {
    onlyBundle: BUNDLED,
    neverBundle: Object.keys(source.dependencies).map((name) => new RegExp(`^${name}(/|$)`)), // the client's sources are here
    onlyImport: [
      ...[...Object.keys(source.dependencies), ...Object.keys(source.peerDependencies)].map(
        (name) => new RegExp(`^${name}(/|$)`),
      ),
      /^node:/,
    ],
  },
});
