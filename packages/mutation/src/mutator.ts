/** What a mutator is: one way of changing one fact. */
import { at, isNode, isSame, pointerOf, type Node } from './document.ts';
import type { Site, SiteSort } from './sites/site.ts';

/** One change at a site. */
export interface Change {
  /** What changes, in words that tell it from every other change at this site: `maximum 500 → 501`. */
  readonly says: string;
  /** What stands at the site then; undefined takes the site away. */
  readonly node: Node | undefined;
  /** The name under which it stands then, of a path or a method. Default: as before. */
  readonly key?: string;
  /** Which fields get another value, where no more than that changes: it spares making the node. */
  readonly fields?: Fields;
}

/** One way of changing facts: a row of a table. It must not write to the node that it is given. */
export interface Mutator {
  /** What kind of fact it changes; the report counts by it. */
  readonly kind: string;
  /** The sort of sites that it looks at. */
  readonly on: SiteSort;
  /** Every change that it can make at a site; the same ones, in the same order, whenever it is asked. */
  readonly changes: (node: Node, site: Site) => Iterable<Change>;
}

/** The node with some fields set anew; `undefined` takes a field away. */
export function set(node: Node, fields: Node): Node {
  const kept = Object.entries({ ...node, ...fields }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept);
}

/** New values of fields; `undefined` takes one away. A function makes what is costly, such as a copy of many entries, when it is asked for. */
export type Fields = Readonly<Record<string, unknown>>;

/** A change of fields, with its words. */
export function change(says: string, node: Node, fields: Fields): Change {
  return {
    says,
    fields,
    get node() {
      const made = Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'function' ? (value as () => unknown)() : value,
      ]);
      return set(node, Object.fromEntries(made) as Node); // and not kept: of a large map each holds all the others
    },
  };
}

/** The fields that a change gives another value. */
export function fieldsChanged(change: Change, before: Node): readonly string[] {
  const { fields } = change;
  if (fields)
    return Object.keys(fields).filter(
      (name) => typeof fields[name] === 'function' || !isSame(fields[name], before[name]),
    );
  const { node } = change;
  if (!node) return [];
  return [...new Set([...Object.keys(before), ...Object.keys(node)])].filter(
    (name) => !isSame(node[name], before[name]),
  );
}

/** The site taken away. */
export const gone = (what: string): readonly Change[] => [{ says: `${what} gone`, node: undefined }];

/** A field with another value, in the usual words. */
export function other(node: Node, field: string, value: unknown, word = field): Change {
  return change(`${word} ${said(node[field])} → ${said(value)}`, node, { [field]: value });
}

/** What a `$ref` leads to; undefined for one that leads nowhere, or out of the document. */
export function resolved(document: Node, { $ref }: Node): Node | undefined {
  const found = typeof $ref === 'string' && $ref.startsWith('#/') ? at(document, pointerOf($ref)) : undefined;
  return isNode(found) ? found : undefined;
}

/** Whether a schema takes anything, and says so by nothing. */
export function isOfAnything(schema: unknown): boolean {
  return schema === true || (isNode(schema) && Object.keys(schema).length === 0);
}

/** A value as a change's words show it: of a long one, both ends. */
export function said(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 28)}…${text.slice(-28)}` : text;
}

/** A value of the same type that is not this one. */
export function otherThan(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(above(value)) ? above(value) : below(value);
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return `${value}x`;
  return value === null ? 'x' : null;
}

/** The number one above, or the next that there is: beyond 2^53 one more is the same. */
export function above(value: number): number {
  return value + 1 === value ? value + Math.abs(value) * 2 ** -52 : value + 1;
}

/** The number one below, or the next that there is. */
export function below(value: number): number {
  return value - 1 === value ? value - Math.abs(value) * 2 ** -52 : value - 1;
}

/** The text with the letter in its middle another: what somebody mistypes. Undefined for one without letters. */
export function mistyped(text: string): string | undefined {
  const letters = Array.from(text.matchAll(/[A-Za-z]/g), ({ index }) => index);
  const middle = letters[Math.floor(letters.length / 2)];
  if (middle === undefined) return undefined;
  const letter = text.charAt(middle);
  const next = letter === 'z' ? 'a' : letter === 'Z' ? 'A' : String.fromCharCode(letter.charCodeAt(0) + 1);
  return text.slice(0, middle) + next + text.slice(middle + 1);
}
