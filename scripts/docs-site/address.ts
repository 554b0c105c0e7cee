// What the site can say only once its address is known: which page of several versions is the one to find, and all of them for search engines.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the newest version, under an address that stays. */
const LATEST = 'latest';

/**
 * Says in each page under which address it is to be found: that of the latest version where it still has the page, else its own.
 *
 * @param site - folder of the site
 * @param url - where the site is published
 */
export function addCanonical(site: string, url: string): void {
  for (const path of pagesIn(site)) {
    const file = join(site, path);
    const [version = '', ...rest] = path.split('/');
    const page = rest.join('/');
    const place = page === '' ? path : `${existsSync(join(site, LATEST, page)) ? LATEST : version}/${page}`;
    const html = readFileSync(file, 'utf8');
    const end = html.indexOf('</head>');
    const link = `<link rel="canonical" href="${addressOf(url, place)}">\n`;
    if (end !== -1) writeFileSync(file, html.slice(0, end) + link + html.slice(end));
  }
}

/** Lists the pages of the latest version: those of older ones are not the ones to find. */
export function writeSitemap(site: string, url: string): void {
  const places = pagesIn(join(site, LATEST)).map(
    (page) => `  <url><loc>${addressOf(url, `${LATEST}/${page}`)}</loc></url>`,
  );
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
  ];
  writeFileSync(join(site, 'sitemap.xml'), [...lines, ...places, '</urlset>', ''].join('\n'));
}

/** Puts llms.txt where programs look for it, at the top of the site, with links to the latest version. */
export function liftLlms(site: string): void {
  const file = join(site, LATEST, 'llms.txt');
  if (!existsSync(file)) return; // a release that is older than it
  const text = readFileSync(file, 'utf8').replace(/\]\((?!\w+:|#)/g, `](${LATEST}/`);
  writeFileSync(join(site, 'llms.txt'), text);
}

function pagesIn(folder: string): string[] {
  return globSync('**/*.html', { cwd: folder })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

/** A folder's page has the address of the folder. */
function addressOf(url: string, place: string): string {
  return `${url.replace(/\/*$/, '/')}${place.replace(/(^|\/)index\.html$/, '$1')}`.replaceAll('&', '&amp;');
}
