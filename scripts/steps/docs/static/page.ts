// One static page, before it is known whether people or machines read it.

export interface StaticPage {
  /** Its file in the docs folder, without extension. */
  readonly path: string;
  /** As tabs and search engines show it. No other page has the same. */
  readonly title: string;
  /** What it is about, in a sentence or two without Markdown. */
  readonly summary: string;
  /** All of it, from the heading on. */
  readonly markdown: string;
  /** Its place on the interactive page, such as `#/withdrawals/withdrawassets`. */
  readonly interactive: string;
}

/** As much of a text as search engines show. */
const SHOWN = 160;

/** The beginning of a Markdown text in plain words. */
export function summaryOf(markdown: string): string {
  const plain = markdown
    .replace(/^```.*?^```$/gms, ' ')
    .replace(/^(#.*|\|.*|<.*)$/gm, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*?|`/g, '')
    .replace(/^ *(-|\d+\.) /gm, '')
    .trim()
    .replace(/\s+/g, ' ');
  if (plain.length <= SHOWN) return plain;
  const cut = plain.slice(0, SHOWN);
  const end = cut.lastIndexOf('. ');
  return end > SHOWN / 3 ? cut.slice(0, end + 1) : `${cut.slice(0, cut.lastIndexOf(' '))} …`;
}
