// The changesets of this checkout: what callers will notice, and how much of the version each raises.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { biggest, BUMPS, type Bump } from '../diff/change.ts';
import { ROOT } from './paths.ts';
import { Problem } from './problems.ts';

export interface Changeset {
  readonly bump: Bump;
  /** What callers gain or have to change, in Markdown. */
  readonly text: string;
}

/** Every changeset, in the order of their file names. */
export function readChangesets(): Changeset[] {
  const files = globSync('.changeset/*.md', { cwd: ROOT }).filter((file) => !file.endsWith('README.md'));
  return files.sort().map((file) => parseChangeset(file, readFileSync(join(ROOT, file), 'utf8')));
}

/** The biggest bump of all changesets, for whichever package: all of them have one version. */
export const declaredBump = (): Bump => biggest(readChangesets().map(({ bump }) => bump));

/** Reads one changeset. */
export function parseChangeset(file: string, content: string): Changeset {
  const [, head, text = ''] = /^---\r?\n(.*?)^---\r?\n?(.*)$/ms.exec(content) ?? [];
  const releases = head === undefined ? undefined : ((parse(head) as Record<string, Bump> | null) ?? {});
  if (releases === undefined || Object.values(releases).some((bump) => !BUMPS.includes(bump))) {
    throw new Problem(
      `${file} is no changeset: between two lines of --- it says '@wallet-operations/openapi': patch, minor or major.`,
    );
  }
  return { bump: biggest(Object.values(releases)), text: text.trim() };
}
