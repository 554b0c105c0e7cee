// What changed for callers, as Markdown that reads in a terminal as well as under a pull request.
import type { Base } from './base.ts';
import { BUMPS, type Bump, type Change } from './change.ts';

const SECTIONS: readonly [bump: Change['bump'], heading: string][] = [
  ['major', 'Breaks callers'],
  ['minor', 'New for callers'],
  ['patch', 'Words and examples'],
];

/** What was compared, and what follows for the version. */
export interface Verdict {
  readonly base: Base;
  readonly version: string;
  readonly changes: readonly Change[];
  readonly needed: Bump;
  readonly declared: Bump;
}

/** Whether the changesets declare less than the changes need. */
export const isTooLittle = ({ needed, declared }: Verdict): boolean => BUMPS.indexOf(declared) < BUMPS.indexOf(needed);

/** The whole summary. */
export function summary(verdict: Verdict): string {
  const { base, version, changes, needed, declared } = verdict;
  const head = `## What changed for callers since ${base.name}`;
  const note = base.note ? [base.note] : [];
  if (changes.length === 0) return [head, ...note, 'Nothing.'].join('\n\n');
  const early =
    version.startsWith('0.') && changes.some(({ bump }) => bump !== 'patch')
      ? ' Before 1.0.0 each part of the version moves one to the right, as in npm’s ranges.'
      : '';
  const outcome = `Needs a **${needed}** bump of ${version}; the changesets declare **${declared}**.${early}`;
  return [head, ...note, outcome, ...SECTIONS.flatMap((section) => sectionOf(section, changes))].join('\n\n');
}

function sectionOf([bump, heading]: (typeof SECTIONS)[number], changes: readonly Change[]): string[] {
  const own = changes.filter((change) => change.bump === bump);
  if (own.length === 0) return [];
  const lines = own.map(({ where, what }) => `- ${where}: ${what}`);
  return [`### ${heading}`, [...new Set(lines)].join('\n')];
}
