/** The page as one file: its style and the modules of its script, put into it when the sandbox loads. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A page that needs nothing but itself. */
export interface Page {
  readonly html: string;
  /** Hashes of its style and of its script, as a content security policy names them. */
  readonly style: string;
  readonly script: string;
}

/**
 * Puts a page together: `index.html` with its `style.css`, and with `main.js` and all that it imports. The modules become one, so no name may
 * be used at the top of two of them: the browser would refuse the whole.
 */
export function putTogether(folder: URL): Page {
  const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
  const style = read('style.css');
  const script = modulesFrom('main.js', read).join('\n');
  const html = read('index.html')
    .replace('<link rel="stylesheet" href="style.css" />', () => `<style>${style}</style>`)
    .replace('<script type="module" src="main.js"></script>', () => `<script type="module">${script}</script>`);
  return { html, style: hashOf(style), script: hashOf(script) };
}

const IMPORT = /^import [^;]*? from '\.\/([\w-]+\.js)';$/gm;

/** What a module imports comes before it, each once. */
function modulesFrom(name: string, read: (name: string) => string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const source = read(name);
  const imported = [...source.matchAll(IMPORT)].flatMap(([, other = '']) => modulesFrom(other, read, seen));
  return [...imported, source.replace(IMPORT, '').replace(/^export (?=const|function|async)/gm, '')];
}

const hashOf = (text: string): string => `sha256-${hash('sha256', text, 'base64')}`;
