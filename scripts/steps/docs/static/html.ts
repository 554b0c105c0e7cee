// A static page for people: readable without JavaScript, with landmarks, headings to link to, and no request to anyone else.
import GithubSlugger from 'github-slugger';
import { lexer, Parser, Renderer, type Tokens } from 'marked';
import type { Bundle } from '../../../lib/bundle.ts';
import { escaped } from '../escaped.ts';
import { ICON } from '../page.ts';
import { OPEN_POINTS } from '../routes.ts';
import type { StaticPage } from './page.ts';
import { CONTENTS, ERRORS, guidePath, landed, OPERATIONS, upFrom } from './places.ts';

/** No script at all, and nothing from elsewhere. */
const POLICY = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'";

/** From so many sections on a page says first what is on it. */
const MANY = 3;

const LINKS = [
  ['Contents', CONTENTS],
  ['Operations', OPERATIONS],
  ['Errors', ERRORS],
  [OPEN_POINTS, guidePath(OPEN_POINTS)],
] as const;

/** @param pages - with the neighbours of the page */
export function htmlOf(page: StaticPage, pages: readonly StaticPage[], { info }: Bundle): string {
  const up = upFrom(page.path);
  const name = page.path.split('/').at(-1) ?? '';
  const { text, sections } = rendered(landed(page.markdown, up, '.html'));
  const [top = '', ...rest] = text.split(/(?<=<\/h1>\n)/);
  const at = pages.indexOf(page);
  const links = LINKS.map(
    ([label, path]) =>
      `<li><a href="${up}${path}.html"${path === page.path ? ' aria-current="page"' : ''}>${label}</a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(page.title)} · ${escaped(info.title)}</title>
<meta name="description" content="${escaped(page.summary)}">
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${up}style.css">
<link rel="alternate" type="text/markdown" href="${name}.md">
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="name" href="${up}${CONTENTS}.html">${escaped(info.title)}</a>
<nav aria-label="Docs"><ul>${links.join('')}<li><a href="${up}index.html${page.interactive}">With search</a></li></ul></nav>
</header>
<main id="content" tabindex="-1">
${top}${sections.length >= MANY ? `<nav class="sections" aria-label="On this page"><ul>${sections.join('')}</ul></nav>\n` : ''}${rest.join('')}</main>
<footer>
<nav aria-label="Before and after">${neighbour(pages[at - 1], 'prev', 'Before', up)}${neighbour(pages[at + 1], 'next', 'Next', up)}</nav>
<p>Version ${escaped(info.version)}. This page <a href="${name}.md">as Markdown</a>, and <a href="${up}index.html${page.interactive}">on the page with search</a>.</p>
</footer>
</body>
</html>
`;
}

function neighbour(page: StaticPage | undefined, rel: string, word: string, up: string): string {
  return page ? `<a rel="${rel}" href="${up}${page.path}.html">${word}: ${escaped(page.title)}</a>` : '';
}

/** The text as HTML, and a link to each of its sections. */
function rendered(markdown: string): { text: string; sections: string[] } {
  const renderer = new PageRenderer();
  return { text: Parser.parse(lexer(markdown), { renderer }), sections: renderer.sections };
}

class PageRenderer extends Renderer {
  readonly sections: string[] = [];
  readonly #slugger = new GithubSlugger();

  override heading({ tokens, depth }: Tokens.Heading): string {
    const inner = this.parser.parseInline(tokens);
    if (depth === 1) return `<h1>${inner}</h1>\n`;
    const plain = this.parser.parseInline(tokens, this.parser.textRenderer);
    const id = this.#slugger.slug(plain);
    if (depth === 2) this.sections.push(`<li><a href="#${id}">${plain}</a></li>`);
    const anchor = `<a class="anchor" href="#${id}" aria-label="Link to: ${escaped(plain)}">#</a>`;
    return `<h${String(depth)} id="${id}">${inner} ${anchor}</h${String(depth)}>\n`;
  }

  /** It may be wider than a phone: then it can be moved, by keyboard too. */
  override table(token: Tokens.Table): string {
    const hasHead = token.header.some(({ text }) => text !== '');
    const table = super.table(token).replace(hasHead ? '' : /<thead>.*?<\/thead>\n/s, '');
    return `<div class="table" role="group" aria-label="Table" tabindex="0">${table.trim()}</div>\n`;
  }

  /** A picture has a style of its own for the interactive page, which the policy would refuse. */
  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return text.replace(/^<div style="[^"]*"><svg/gm, '<div class="picture"><svg');
  }
}
