// Prose of the document as the page shows it: links that land, pictures in their places, headings that stay with their text.
import { refuseWords } from '../../lib/written.ts';
import type { Routes } from './routes.ts';

/** Fenced code, which is shown as it is. */
const FENCE = /(^```.*?^```$)/ms;

/** Applies a change to a Markdown text, but not to its code blocks. */
function outsideCode(text: string, change: (prose: string) => string): string {
  const parts = text.split(FENCE);
  return parts.map((part, i) => (i % 2 === 1 ? part : change(part))).join('');
}

/**
 * Turns `#tag/…` and `#operation/…` into the page's routes, and makes a link of each code span that is the name of an operation
 * or of an error.
 *
 * @throws Problem for a link that leads nowhere
 */
export function withLinks(text: string, { tags, operations, errors }: Routes): string {
  const named = new Map([...operations, ...errors]);
  const targets = new Map<string, string>([
    ...Array.from(tags, ([name, route]) => [`#tag/${name.replaceAll(' ', '-')}`, route] as const),
    ...Array.from(operations, ([id, route]) => [`#operation/${id}`, route] as const),
  ]);
  return outsideCode(text, (prose) =>
    prose
      .replace(/\]\((#(?!\/)[^)]*)\)/g, (_, target: string) => {
        const route = targets.get(target);
        if (route === undefined) {
          refuseWords(
            `](${target})`,
            'docs-link',
            `A description links to ${target}, which is no place on the docs page. ` +
              'Link to #tag/<name of a tag, with - for spaces> or #operation/<operationId>.',
          );
        }
        return `](${route})`;
      })
      .replace(/(?<!\[)`(\w+)`(?!\])/g, (code, name: string) => {
        const route = named.get(name);
        return route === undefined ? code : `[${code}](${route})`;
      }),
  );
}

/** Joins the lines of a paragraph: Redoc's search takes the words on both sides of a line's end for one. */
export function unwrapped(text: string): string {
  return outsideCode(text, (prose) => prose.replace(/(?<=[^\s|>])\n *(?=\S)(?!- |\d+\. |\||#|<)/g, ' '));
}

/** Gives each heading of a guide an address that says no more than its words: Redoc's own would keep brackets and full stops. */
export function withAnchors(text: string): string {
  return outsideCode(text, (prose) =>
    prose.replace(/^## (.+)$/gm, (_, heading: string) => {
      const anchor = heading
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '');
      return `### ${heading} {% #${anchor} %}`;
    }),
  );
}

/** Parts the cells of a table: Redoc's search takes the last word of one and the first of the next for a single word. */
export function withCellsApart(text: string): string {
  return outsideCode(text, (prose) =>
    prose.replace(/^\|(?![ :|-]*$).*\|$/gm, (row) => row.replace(/(?<=[^\s|]) +\|/g, '&#32; |')),
  );
}

/**
 * Puts what is drawn or gathered where `<!-- picture: NAME -->` or `<!-- table: NAME -->` asks for it.
 *
 * @param made - by kind and name, as `picture: Whitelist`
 * @throws Problem for what there is not
 */
export function withMade(text: string, made: ReadonlyMap<string, string>): string {
  return text.replace(/^<!-- ((?:picture|table): .+) -->$/gm, (asked, name: string) => {
    const found = made.get(name);
    if (found !== undefined) return found;
    const known = [...made.keys()].join(', ');
    refuseWords(
      asked,
      'docs-made',
      `A description asks for "${name}". There are ${known}; pictures are of tags with x-states.`,
    );
  });
}
