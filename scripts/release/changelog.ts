// CHANGELOG.md, made of the changesets: one section for each version, the newest first.
import type { Changeset } from '../lib/changesets.ts';

const TITLE = '# Changelog\n';
const SECTIONS = [
  ['major', 'Major'],
  ['minor', 'Minor'],
  ['patch', 'Patch'],
] as const;

/**
 * The changelog with one section more.
 *
 * @param changelog - the text so far; empty for the first section
 * @param date - day of the release, as `2026-11-21`
 */
export function withSection(
  changelog: string,
  version: string,
  date: string,
  changesets: readonly Changeset[],
): string {
  const older = changelog.startsWith(TITLE) ? changelog.slice(TITLE.length) : '';
  return `${TITLE}\n## ${version} (${date})\n\n${itemsOf(changesets)}\n${older}`;
}

/** What changesets tell, by their bump. */
export function itemsOf(changesets: readonly Changeset[]): string {
  const parts = SECTIONS.flatMap(([bump, heading]) => {
    const own = changesets.filter((changeset) => changeset.bump === bump);
    return own.length > 0 ? [`### ${heading}\n\n${own.map(({ text }) => asItem(text)).join('\n')}`] : [];
  });
  return parts.join('\n\n');
}

/** Whether the changelog tells of a version. */
export const hasSection = (changelog: string, version: string): boolean => changelog.includes(`\n## ${version} (`);

const asItem = (text: string): string => `- ${text.replaceAll('\n', '\n  ').replace(/^ +$/gm, '')}`;
