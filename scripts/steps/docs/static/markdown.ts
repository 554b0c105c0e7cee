// A static page for machines: its Markdown, with links to the Markdown of the others.
import type { StaticPage } from './page.ts';
import { landed, upFrom } from './places.ts';

export function markdownOf({ path, markdown }: StaticPage): string {
  return `${textOf(markdown, upFrom(path))}\n`;
}

/** All pages in one, to be read from the docs folder. */
export function allMarkdown(pages: readonly StaticPage[]): string {
  return `${pages.map(({ markdown }) => textOf(markdown, '')).join('\n\n---\n\n')}\n`;
}

function textOf(markdown: string, up: string): string {
  return landed(spoken(markdown), up, '.md').trim();
}

/** What is read out in the place of a picture. */
function spoken(markdown: string): string {
  return markdown.replace(/^<div [^>]*><svg role="img" aria-label="([^"]*)".*<\/svg><\/div>$/gm, (_, words: string) =>
    words.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
  );
}
