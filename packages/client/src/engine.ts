/** Refuses an engine that is too old as soon as the client is loaded: in mid-withdrawal it would be too late. */
import type { ExactJson } from '@wallet-operations/json';

/**
 * To be called by modules that every entry point needs, as they are loaded: a module without anything to import from it is what
 * bundlers leave out.
 *
 * @throws Error that names what is missing.
 */
export function requireEngine(): void {
  const needed: Record<string, unknown> = {
    'JSON.rawJSON': (JSON as unknown as ExactJson).rawJSON, // which came with the source in JSON.parse
    'Array.fromAsync': Array.fromAsync,
  };
  for (const name in needed)
    if (!needed[name])
      throw new Error(`This engine lacks ${name}: the client needs Node.js 22.13, or another engine as new.`);
}
