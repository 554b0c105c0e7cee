// Finds the document to compare with: a file, that of a commit, or that of the last release.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ROOT } from '../lib/paths.ts';
import { Problem } from '../lib/problems.ts';

const DOCUMENT = 'generated/openapi.json';

/** What to compare with. */
export interface Base {
  /** What a reader calls it: a tag, a branch, a file. */
  readonly name: string;
  readonly text: string;
  /** Why it is this one, where that is not plain. */
  readonly note?: string;
}

/**
 * The document to compare with.
 *
 * @param wanted - a file, or anything that git takes for a commit; else the last release, else the branch main
 */
export function findBase(wanted: string | undefined): Base {
  if (wanted === undefined) return lastRelease();
  const file = resolve(wanted);
  return existsSync(file) ? { name: wanted, text: readFileSync(file, 'utf8') } : documentOf(wanted);
}

function lastRelease(): Base {
  const [tag] = git('tag', '--list', 'v*', '--sort=-v:refname', '--merged', 'HEAD')?.split('\n') ?? [];
  if (tag) return documentOf(tag);
  for (const name of ['main', 'origin/main']) {
    const fork = git('merge-base', 'HEAD', name); // what came to main since is not of this change
    if (fork) return { ...documentOf(fork), name, note: `No tag v* is here yet, so this compares with ${name}.` };
  }
  throw new Problem(
    'There is neither a tag v* nor a branch main here to compare with. Fetch them (git fetch --tags origin main), or name\n' +
      'a commit or a file: npm run diff -- --base …',
  );
}

function documentOf(commit: string): Base {
  const text = git('show', `${commit}:${DOCUMENT}`);
  if (text !== undefined) return { name: commit, text };
  const known = git('rev-parse', '--verify', '--quiet', `${commit}^{commit}`) !== undefined;
  throw new Problem(
    known ? `${commit} has no ${DOCUMENT}.` : `--base ${commit} is neither a file nor a commit that git knows here.`,
  );
}

/** What git prints; undefined when it fails. */
function git(...args: string[]): string | undefined {
  try {
    const output = execFileSync('git', args, {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'], // what it says of a failure is said better here
      maxBuffer: 2 ** 26,
    });
    return output.trimEnd() || undefined;
  } catch {
    return undefined;
  }
}
