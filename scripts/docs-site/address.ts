// Where the pages of the site are to be found: which of several versions is the one, all of them for search engines, and llms.txt at the top.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the newest version, under an address that stays. */
const LATEST = 'latest';

/**
 * The address under which a page is to be found: that of the latest version where it still has the page, else its own.
 *
 * @param root - where the site is published, or the way to its top
 */
export const canonicalOf = (root: string, page: string, version: string, latest: readonly string[]): string =>
  addressOf(root, `${latest.includes(page) ? LATEST : version}/${page}`);

/** Lists the pages of the latest version: those of older ones are not the ones to find. */
export function writeSitemap(site: string, url: string, pages: readonly string[]): void {
  const places = pages.map((page) => `  <url><loc>${addressOf(url, `${LATEST}/${page}`)}</loc></url>`);
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

/** A folder's page has the address of the folder. */
function addressOf(root: string, place: string): string {
  return `${root.replace(/\/*$/, '/')}${place.replace(/(^|\/)index\.html$/, '$1')}`.replaceAll('&', '&amp;');
}
