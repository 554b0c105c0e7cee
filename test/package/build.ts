/** The client as it is published, and what a bundler makes of it in an application. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'tsdown';

export const ROOT = join(import.meta.dirname, '..', '..');

/** A folder outside the repository, so that nothing in it is found by accident. */
export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'wallet-package-'));

export function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Builds one of packages/ into the folder, by the configuration that its `npm run pack:` has.
 *
 * @param alias - what takes the place of a module
 * @returns the folder
 */
export async function buildPackage(name: string, outDir: string, alias: Record<string, string> = {}): Promise<string> {
  await build({ config: join(ROOT, 'packages', name, 'tsdown.config.ts'), outDir, alias, logLevel: 'warn' });
  return outDir;
}

/** A built package, ready to be bundled from. */
export interface Application {
  /** Bundles, with all dependencies inside and minified, what `code` uses of `./dist`. */
  readonly bundle: (code: string, format?: 'esm' | 'iife') => Promise<Bundled>;
}

/** What a browser or a worker would load. */
export interface Bundled {
  readonly code: string;
  readonly minified: number;
  readonly gzipped: number;
  /** Each module with what is left of it, in bytes before minification. */
  readonly modules: ReadonlyMap<string, number>;
}

/** Builds the package into an application in the folder. */
export async function createApplication(folder: string): Promise<Application> {
  await buildPackage('client', join(folder, 'dist'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return { bundle: (code, format = 'esm') => bundle(folder, code, format) };
}

async function bundle(folder: string, source: string, format: 'esm' | 'iife'): Promise<Bundled> {
  writeFileSync(join(folder, 'entry.js'), source);
  const [bundled] = await build({
    config: false,
    cwd: folder,
    entry: 'entry.js',
    format,
    globalName: 'entry',
    platform: 'neutral',
    minify: true,
    deps: { alwaysBundle: /./, onlyBundle: false },
    dts: false,
    write: false,
    clean: false, // its default folder is the one bundled from
    logLevel: 'warn',
  });
  const [chunk, ...others] = bundled?.chunks ?? [];
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error('Bundling did not give one chunk.');
  const { code } = chunk;
  return {
    code,
    minified: Buffer.byteLength(code),
    gzipped: gzipSync(code, { level: 9 }).length,
    modules: new Map(Object.entries(chunk.modules).map(([id, { renderedLength }]) => [id, renderedLength])),
  };
}
