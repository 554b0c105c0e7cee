// The licences of what others wrote and a package brings inside: they ask to be passed on with it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/**
 * The text that goes with a package.
 *
 * @param modules - paths of the files that were bundled
 * @returns undefined where nothing of others is inside
 * @throws Error for a package that does not say its licence: it may not be passed on
 */
export function licencesOf(modules: readonly string[]): string | undefined {
  const folders = new Set(
    modules.flatMap((module) => /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(module) ?? []),
  );
  const parts = [...folders].map(licenceOf).sort();
  return parts.length === 0 ? undefined : `This package has the following inside.\n\n${parts.join('\n')}`;
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  if (license === undefined) throw new Error(`${name} says no licence in its package.json: it cannot be bundled.`);
  const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)(\.|$)/i.test(each));
  const text =
    file === undefined ? 'It has no file with the text of its licence.\n' : readFileSync(join(folder, file), 'utf8');
  return `${'-'.repeat(80)}\n${name} ${version}, ${license}\n${'-'.repeat(80)}\n\n${text}`;
}
