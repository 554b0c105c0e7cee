// The page that Redoc renders, made ours: theme, name and icon, and a policy by which no request leaves it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../lib/problems.ts';

/** The logo behind "API docs by" is all that the page would still fetch: its name, drawn here, stands in its place. */
const REMOTE_LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g;
const LOGO = dataUrl(
  `<svg xmlns="http://www.w3.org/2000/svg" width="42" height="16" font-family="sans-serif" font-size="12" fill="#777">` +
    `<text y="12">Redoc</text></svg>`,
);

/** Browsers hold the page to it, whatever a new Redoc or a description may try to load. Redoc's search needs eval. */
const POLICY =
  "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; connect-src 'self' data: blob:; form-action 'none'";

/** Places from which a browser would load an absolute URL at once; links that a reader follows are none. */
const LOADING = [
  /<(?:script|img|iframe|source|video|audio|embed|track|input)\b[^>]*?\bsrc(?:set)?=\\?["']?(?:https?:)?\/\/[^\s"'>\\]+/g,
  /<(?:link|use|image)\b[^>]*?\bhref=\\?["']?(?:https?:)?\/\/[^\s"'>\\]+/g,
  /<object\b[^>]*?\bdata=\\?["']?(?:https?:)?\/\/[^\s"'>\\]+/g,
  /!\[[^\]\n]*\]\(\s*(?:https?:)?\/\/[^)\s]+/g, // an image in a description
  /\bsrc:[^,;{}]*?["'`](?:https?:)?\/\/[^"'`]+/g,
  /\burl\(\s*\\?["']?(?:https?:)?\/\/[^)]*\)/g,
  /@import\s+\\?["'](?:https?:)?\/\/[^"']+/g,
  /(?<!@)\b(?:import\(\s*|import\s*|from\s*)["'`]https?:\/\/[^"'`]+/g,
];

/** Scripts of our own. */
const IN_PAGE = ['reading.js', 'going-back.js'];

/** Our icon, for the tab and beside the name. */
export const ICON = dataUrl(read('icon.svg'));

/** Gives Redoc's page what is ours. */
export function finished(html: string): string {
  const charset = '<meta charset="utf8" />';
  const end = html.indexOf('</head>');
  if (!html.includes(charset) || end === -1) {
    throw new Problem(`The docs page has no ${charset} or no </head>: mend scripts/steps/docs/page.ts.`);
  }
  const policy = `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />`;
  const icon = `<link rel="icon" href="${ICON}" />`; // without one browsers ask the server for /favicon.ico
  const style = `<style>\n${read('theme.css')}</style>`; // after Redoc's own
  const scripts = IN_PAGE.map((name) => `<script>\n${read(join('in-page', name))}</script>\n`).join(''); // after the page, which is painted by then
  const close = html.lastIndexOf('</body>');
  const plain =
    '<noscript><p style="padding: 12px 16px">Without JavaScript this page shows only its beginning. ' +
    '<a href="contents.html">All of it as plain pages</a></p></noscript>';
  const body = html.slice(end, close).replace('<body>', `<body>\n${plain}`);
  return `${html.slice(0, end)}${style}\n${body}${scripts}${html.slice(close)}`
    .replace(charset, ['<meta charset="utf-8" />', policy, icon].join('\n  '))
    .replaceAll(REMOTE_LOGO, LOGO);
}

/** Each place of a page from which a browser would load from another server by itself. */
export function loadsFromElsewhere(html: string): string[] {
  return LOADING.flatMap((pattern) => html.match(pattern) ?? []).map((text) =>
    text.length > 76 ? `…${text.slice(-75)}` : text,
  );
}

function read(name: string): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8');
}

function dataUrl(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg.trim())}`;
}
