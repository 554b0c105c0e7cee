/**
 * What the benchmark uses of its peers. They are installed for the benchmark alone, so the rest of the repository must type-check
 * without them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The few functions of each peer that are measured, or that a measurement needs. */
interface Peers {
  readonly axios: { default: { get: Send; post: (url: string, body: unknown) => Promise<unknown> } };
  readonly ky: {
    default: {
      get: (url: string) => { json: () => Promise<unknown> };
      post: (url: string, options: { json: unknown }) => { json: () => Promise<unknown> };
    };
  };
  readonly 'lossless-json': { parse: (text: string) => unknown };
  readonly 'json-bigint': { default: (options: object) => { parse: (text: string) => unknown } };
  readonly esbuild: {
    build: (options: object) => Promise<{
      outputFiles: { contents: Uint8Array }[];
      metafile: { outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }> };
    }>;
  };
}

type Send = (url: string) => Promise<unknown>;

/** Loads a peer. */
export const load = async <Name extends keyof Peers>(name: Name): Promise<Peers[Name]> =>
  (await import(name)) as Peers[Name];

/** The folder in which the peers are installed. */
export const MODULES = join(import.meta.dirname, 'node_modules');

/** Tools that the repository has anyway. */
const TOOLS = /^(@electric-sql|@redocly|@stoplight|openapi-|typescript$)/;
/** Of what durable withdrawals stand on, what runs. */
const ENGINES = /^pg/;

/** The exact version of everything that is measured beside ours, by its name. */
export const versions: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...dependenciesOf('test/bench'),
    ...dependenciesOf('packages/client'),
    ...dependenciesOf('packages/durable').filter(([name]) => ENGINES.test(name)),
    ...dependenciesOf('.').filter(([name]) => TOOLS.test(name)),
  ].sort(([a], [b]) => (a < b ? -1 : 1)),
);

function dependenciesOf(folder: string): [name: string, version: string][] {
  const text = readFileSync(join(import.meta.dirname, '..', '..', folder, 'package.json'), 'utf8');
  const { dependencies, devDependencies } = JSON.parse(text) as Record<string, Record<string, string>>;
  return Object.entries({ ...dependencies, ...devDependencies });
}
