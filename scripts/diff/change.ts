// A change as its callers meet it, and the part of the version that it has to raise.

/** Parts of a version, from what may be left out to what breaks callers. */
export const BUMPS = ['none', 'patch', 'minor', 'major'] as const;
export type Bump = (typeof BUMPS)[number];

/** One change between two documents. */
export interface Change {
  /** `major` breaks callers, `minor` gives them something to use or to expect, `patch` is words. */
  readonly bump: Exclude<Bump, 'none'>;
  /** Operation, component or error that changed, with the place in it. */
  readonly where: string;
  /** What changed, as a sentence without its subject. */
  readonly what: string;
}

/** The biggest of several bumps. */
export function biggest(bumps: readonly Bump[]): Bump {
  return bumps.reduce((a, b) => (BUMPS.indexOf(b) > BUMPS.indexOf(a) ? b : a), 'none');
}

/**
 * The bump that changes need after a version. Before 1.0.0 each part moves one to the right, as npm's ranges have it: `^0.1.0`
 * takes no 0.2.0.
 */
export function neededBump(changes: readonly Change[], version: string): Bump {
  const bump = biggest(changes.map((change) => change.bump));
  if (!version.startsWith('0.')) return bump;
  return ({ major: 'minor', minor: 'patch', patch: 'patch', none: 'none' } as const)[bump];
}

/** A value in a sentence: whole if it is short. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 100 ? `\`${text.slice(0, 99)}…\`` : `\`${text}\``;
}
