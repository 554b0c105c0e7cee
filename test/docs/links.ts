// Finds links of the published docs that lead nowhere: to no file, or to no place in it.
import { posix } from 'node:path';
import { elementsOf } from './published.ts';

/** Where a link stands, and where it does not lead. */
export function deadLinks(files: ReadonlyMap<string, string>, routes: ReadonlySet<string>): string[] {
  const anchors = new Map<string, ReadonlySet<string>>(
    Array.from(files, ([path, text]) => [path, anchorsOf(path, text)]),
  );
  anchors.set('index.html', routes);
  return Array.from(files).flatMap(([path, text]) =>
    linksOf(path, text)
      .filter((link) => !/^(https?|data):/.test(link))
      .filter((link) => {
        const [file = '', anchor] = link.split('#');
        const target = file === '' ? path : posix.join(posix.dirname(path), file);
        return !files.has(target) || (anchor !== undefined && !anchors.get(target)?.has(anchor));
      })
      .map((link) => `${path}: ${link}`),
  );
}

/** What a file links to: the pages by their elements, texts by their Markdown, the catalogue by its rows. */
export function linksOf(path: string, text: string): string[] {
  if (path === 'index.html') return []; // followed in a browser
  if (path === 'errors.json') return (JSON.parse(text) as { link: string }[]).map(({ link }) => link);
  if (path.endsWith('.html'))
    return elementsOf(text).flatMap(({ attributes: { href, src } }) => [href, src].filter((one) => one !== undefined));
  if (!/\.(md|txt)$/.test(path)) return [];
  return Array.from(prose(text).matchAll(/\]\(([^)\s]*)\)/g), ([, link = '']) => link);
}

function anchorsOf(path: string, text: string): Set<string> {
  if (path.endsWith('.html'))
    return new Set(elementsOf(text).flatMap(({ attributes: { id } }) => (id === undefined ? [] : [id])));
  const headings = Array.from(prose(text).matchAll(/^#+ (.*)$/gm), ([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
}

const prose = (markdown: string): string => markdown.replace(/^```.*?^```$/gms, '');
