// Servers of two documents: Redocly takes one whose variables have other words for a new one, and the old one for removed.
import type { Bundle } from '../lib/bundle.ts';
import type { RedoclyChange } from './contract.ts';

type Server = NonNullable<Bundle['servers']>[number];

/** The changes, with a server that is the same but for its words as one change of words. */
export function withSameServers(changes: readonly RedoclyChange[], base: Bundle, revision: Bundle): RedoclyChange[] {
  const before = new Set((base.servers ?? []).map(withoutWords));
  const after = new Set((revision.servers ?? []).map(withoutWords));
  const isIn = (known: Set<string>, change: RedoclyChange): boolean => {
    const server = (change.revision ?? change.base)?.value as Server | undefined;
    return change.typeName === 'Server' && server !== undefined && known.has(withoutWords(server));
  };
  return changes
    .filter((change) => change.kind !== 'removed' || !isIn(after, change))
    .map((change) =>
      change.kind === 'added' && isIn(before, change) ? { ...change, kind: 'modified', impact: 'patch' } : change,
    );
}

const withoutWords = (server: Server): string =>
  JSON.stringify(server, (key, value: unknown) => (key === 'description' ? undefined : value));
