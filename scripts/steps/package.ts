// package.json, which makes generated/ an npm package with a name for each artifact.
import { writeArtifact, readBundle, type Build } from '../lib/build.ts';

/** Writes the manifest. The package has the version of the document. */
export async function packageJson(build: Build): Promise<void> {
  const manifest = {
    name: '@wallet-operations/openapi',
    version: readBundle(build).info.version,
    description:
      'OpenAPI document of the wallet operations service, with types, operation table and error catalogue made of it',
    license: 'Apache-2.0',
    private: true,
    type: 'module',
    sideEffects: false,
    exports: {
      './openapi.json': './openapi.json',
      './openapi.yaml': './openapi.yaml',
      './types': { types: './types.d.ts' },
      './operations': { types: './operations.d.ts', default: './operations.js' },
      './errors': { types: './errors.d.ts', default: './errors.js' },
      './tables': { types: './tables.d.ts', default: './tables.js' },
      './callbacks': { types: './callbacks.d.ts', default: './callbacks.js' },
      './package.json': './package.json',
    },
    files: ['openapi.json', 'openapi.yaml', 'types.d.ts', 'operations.*', 'errors.*', 'tables.*', 'callbacks.*'],
  };
  await writeArtifact(build, 'package.json', `${JSON.stringify(manifest, null, 2)}\n`);
}
