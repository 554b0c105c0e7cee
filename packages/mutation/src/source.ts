/** Where a run comes from: a module with a configuration, or a document and a module with suites. Each thread loads it by itself. */
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { requireKnown, requireMeaning } from './checked.ts';
import type { MutationConfig, Suite } from './config.ts';
import { isNode, type Node } from './document.ts';
import { placeOfLoading } from './place.ts';
import { asJson } from './plain.ts';
import { requireUsable, UnusableError } from './usable.ts';

/** A module that exports a {@link MutationConfig} by default, or a document with the module of its suites. */
export type Source = string | { readonly document: Node; readonly suites: string };

/**
 * Loads a configuration, and looks at whether it can be judged by.
 *
 * @param within - milliseconds for its modules to load; default: as long as it takes
 * @throws UnusableError with a sentence that says what to do.
 */
export async function loadConfig(source: Source, within?: number): Promise<MutationConfig> {
  const loading = typeof source === 'string' ? configAt(source) : withSuites(source);
  const config = await (within === undefined ? loading : Promise.race([loading, late(source, within)]));
  requireMeaning(config);
  requireSuites(config.suites);
  requireUsable(config.document);
  return config;
}

/** A module that waits for ever with something open. Where nothing is open the process ends by itself. */
async function late(source: Source, within: number): Promise<never> {
  await setTimeout(within, undefined, { ref: false });
  throw new UnusableError(
    `${typeof source === 'string' ? source : source.suites} took longer than ${String(within)} ms to load: something at the top level of it, or of what it imports, does not end.`,
  );
}

/** The URL of a module that is named as a path. */
export function urlOf(path: string): string {
  return pathToFileURL(resolve(path)).href;
}

async function configAt(url: string): Promise<MutationConfig> {
  const { default: config } = (await loaded(url)) as { default?: Partial<MutationConfig> };
  if (isNode(config)) requireKnown(config);
  if (!config?.document || !config.suites || Object.keys(config.suites).length === 0)
    throw new UnusableError(
      `${url} exports no mutation run by default: let it export defineMutation({ document, suites }).`,
    );
  if (!isNode(config.document)) return config as MutationConfig;
  return { ...(config as MutationConfig), document: asJson(config.document) };
}

/** A module of suites exports one function by default, an object of them, or each by its name. */
async function withSuites({ document, suites: url }: Exclude<Source, string>): Promise<MutationConfig> {
  const { default: preset, ...named } = (await loaded(url)) as { default?: unknown };
  const suites =
    typeof preset === 'function'
      ? { suite: preset }
      : typeof preset === 'object' && preset !== null
        ? preset
        : Object.fromEntries(Object.entries(named).filter(([, one]) => typeof one === 'function'));
  if (Object.keys(suites).length === 0)
    throw new UnusableError(`${url} exports no suite: let it export a function by default, or several by their names.`);
  return { document, suites: suites as Record<string, Suite> };
}

async function loaded(url: string): Promise<unknown> {
  try {
    return await import(url);
  } catch (error) {
    const why = error instanceof Error ? error.message + placeOfLoading(error, url) : String(error);
    throw new UnusableError(`${url} cannot be loaded: ${why}`, { cause: error });
  }
}

function requireSuites(suites: Readonly<Record<string, unknown>>): void {
  for (const [name, suite] of Object.entries(suites))
    if (typeof suite !== 'function')
      throw new UnusableError(`The suite ${name} is no function, but ${suite === null ? 'null' : typeof suite}.`);
}
