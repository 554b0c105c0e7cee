// What each version changed for callers, from the changelog, with what no version has yet: the changesets.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readChangesets } from '../../lib/changesets.ts';
import { ROOT } from '../../lib/paths.ts';
import { itemsOf } from '../../release/changelog.ts';

/** The changes as Markdown, the newest first. */
export function changes(): string {
  const file = join(ROOT, 'CHANGELOG.md');
  return told(existsSync(file) ? readFileSync(file, 'utf8') : '', itemsOf(readChangesets()));
}

/**
 * The same of a changelog and of what is in no version yet.
 *
 * @param changelog - empty before the first release
 * @param pending - empty in a release
 */
export function told(changelog: string, pending: string): string {
  const sections = changelog.replace(/^# .*\n+/, '').trim();
  return [
    ...(pending === '' ? [] : ['## Not released yet', pending]),
    ...(sections === '' ? ['No version has been released so far.'] : [sections]),
  ]
    .join('\n\n')
    .replace(/^### (.+)$/gm, '**$1**');
}
