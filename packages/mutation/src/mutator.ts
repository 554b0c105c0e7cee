/** What a mutator is: one way of changing one fact. */
import type { Node } from './document.ts';
import type { Site, SiteSort } from './sites.ts';

/** One change at a site. */
export interface Change {
  /** What changes, in words that tell it from every other change at this site: `maximum 500 → 501`. */
  readonly says: string;
  /** What stands at the site then; undefined takes the site away. */
  readonly node: Node | undefined;
}

/** One way of changing facts: a row of a table. It must not write to the node that it is given. */
export interface Mutator {
  /** What kind of fact it changes; the report counts by it. */
  readonly kind: string;
  /** The sort of sites that it looks at. */
  readonly on: SiteSort;
  /** Every change that it can make at a site. */
  readonly changes: (node: Node, site: Site) => Iterable<Change>;
}

/** The node with some fields set anew; `undefined` takes a field away. */
export function set(node: Node, fields: Node): Node {
  const kept = Object.entries({ ...node, ...fields }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept);
}

/** A change of fields, with its words. */
export function change(says: string, node: Node, fields: Node): Change {
  return { says, node: set(node, fields) };
}

/** A value as a change's words show it: of a long one, both ends. */
export function said(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 28)}…${text.slice(-28)}` : text;
}

/** A value of the same type that is not this one. */
export function otherThan(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return `${value}x`;
  return value === null ? 'x' : null;
}
