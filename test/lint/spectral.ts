/** The house rules alone, run on documents that exist only in a test. */
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import spectral, { type Ruleset } from '@stoplight/spectral-core';

/** Its own types would bring those of browsers into every file of the project. */
const { bundleAndLoadRuleset } = createRequire(import.meta.url)('@stoplight/spectral-ruleset-bundler/with-loader') as {
  bundleAndLoadRuleset: (file: string, io: { fs: typeof fs; fetch: typeof fetch }) => Promise<Ruleset>;
};

const RULES = join(import.meta.dirname, '..', '..', 'scripts', 'lint', 'house.yaml');

/** One thing that a rule found. */
export interface Found {
  readonly rule: string;
  /** Keys from the top of the document to what is wrong. */
  readonly path: string;
  readonly message: string;
}

/** Loads the rules, and gives the names of all of them with the function that runs them. */
export async function loadHouseRules(): Promise<{
  readonly names: readonly string[];
  readonly lint: (document: object) => Promise<Found[]>;
}> {
  const ruleset = await bundleAndLoadRuleset(RULES, { fs, fetch });
  const engine = new spectral.Spectral();
  engine.setRuleset(ruleset);
  return {
    names: Object.keys(ruleset.rules),
    lint: async (document) => {
      const results = await engine.run(structuredClone(document) as Record<string, unknown>);
      return results.map(({ code, path, message }) => ({ rule: String(code), path: path.join(' '), message }));
    },
  };
}
