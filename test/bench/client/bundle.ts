/** What each client adds to an application's bundle, and what the bytes of ours go to. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { compare, own } from '../compare.ts';
import { ROOT } from '../document.ts';
import { load, MODULES } from '../peers.ts';
import type { Bench, Comparison } from '../suite.ts';

const KILOBYTE = 1000;
/** What the core may weigh, in kilobytes. */
const LIMIT = 10.3;
const CORE = `export { createWalletClient } from './index.js';`;

const { build } = await load('esbuild');

interface Bundled {
  readonly kilobytes: number;
  readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>;
}

export default async function bundle(bench: Bench): Promise<Comparison[]> {
  const bundled = async (code: string): Promise<Bundled> => {
    const { outputFiles, metafile } = await build({
      stdin: { contents: code, resolveDir: join(bench.folder, 'client') },
      ...{ bundle: true, minify: true, write: false, metafile: true, format: 'esm', platform: 'browser' },
      nodePaths: [MODULES, join(ROOT, 'node_modules')],
      logLevel: 'error',
    });
    const [output] = Object.values(metafile.outputs);
    return {
      kilobytes: gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length / KILOBYTE,
      inputs: output?.inputs ?? {},
    };
  };
  bench.progress('bundling');
  const core = await bundled(CORE);
  const sources = {
    'openapi-fetch': `export { default } from 'openapi-fetch';`,
    axios: `export { default } from 'axios';`,
    ky: `export { default } from 'ky';`,
    openai: `export { default } from 'openai';`,
    stripe: `export { default } from 'stripe';`,
    'our core': CORE,
    'with submitWithdrawals': `export { createWalletClient, submitWithdrawals } from './index.js';`,
    'all of ours': `export * from './index.js';`,
    'our callbacks': `export * from './callbacks.js';`,
  };
  const sizes = await Promise.all(
    Object.entries(sources).map(async ([name, code]): Promise<[string, number[]]> => {
      const { kilobytes } = await bundled(code);
      return [name, [kilobytes]];
    }),
  );
  const heading = { unit: 'kB', better: 'less' } as const;
  return [
    compare(
      { title: 'Size of a bundle', ...heading, note: 'By esbuild, minified and gzipped, with all dependencies.' },
      Object.fromEntries(sizes),
      {
        'our core': { own: true, claim: { of: 'value', limit: LIMIT } },
        'with submitWithdrawals': own(),
        'all of ours': own(),
        'our callbacks': own(),
      },
    ),
    compare(
      { title: 'What the bytes of our core go to', ...heading, note: 'Minified, before compression.' },
      byFolder(core),
      {},
    ),
  ];
}

/** Kilobytes of each folder of the client and of each package that it brings along, the whole first. */
function byFolder({ inputs }: Bundled): Record<string, number[]> {
  const parts: Record<string, number> = {};
  for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
    const part =
      /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ??
      /client\/(?:([^/]+)\/)?[^/]+$/.exec(file)?.[1] ??
      'client';
    parts[part] = (parts[part] ?? 0) + bytesInOutput / KILOBYTE;
  }
  const largestFirst = Object.entries(parts).sort(([, a], [, b]) => b - a);
  const all = largestFirst.reduce((sum, [, size]) => sum + size, 0);
  return Object.fromEntries([['all', all] as const, ...largestFirst].map(([name, size]) => [name, [size]]));
}
