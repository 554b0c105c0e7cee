// The bump that the changesets of this checkout declare.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../lib/paths.ts';
import { Problem } from '../lib/problems.ts';
import { biggest, BUMPS, type Bump } from './change.ts';

/** The biggest bump of all changesets, for whichever package: all of them have one version. */
export function declaredBump(): Bump {
  const files = globSync('.changeset/*.md', { cwd: ROOT }).filter((file) => !file.endsWith('README.md'));
  return biggest(files.sort().map(bumpOf));
}

function bumpOf(file: string): Bump {
  const head = /^---\r?\n(.*?)^---$/ms.exec(readFileSync(join(ROOT, file), 'utf8'))?.[1];
  const releases = head === undefined ? null : (parse(head) as Record<string, Bump> | null);
  if (head === undefined || Object.values(releases ?? {}).some((bump) => !BUMPS.includes(bump))) {
    throw new Problem(
      `${file} is no changeset: between two lines of --- it says '@wallet-operations/openapi': patch, minor or major.`,
    );
  }
  return biggest(Object.values(releases ?? {}));
}
