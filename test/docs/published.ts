// The docs as they are published, file by file, and read by a real HTML parser.
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { docs } from '../../scripts/steps/docs.ts';
import { postman } from '../../scripts/steps/postman.ts';

const GENERATED = join(import.meta.dirname, '..', '..', 'generated');

/** Every file of a build of the committed document, by its path in the docs folder. */
export async function publishedFiles(): Promise<{ folder: string; files: Map<string, string>; remove: () => void }> {
  const staging = mkdtempSync(join(tmpdir(), 'wallet-docs-'));
  for (const file of ['openapi.json', 'openapi.yaml']) cpSync(join(GENERATED, file), join(staging, file));
  const build = { staging, signal: AbortSignal.timeout(30_000) };
  await docs(build);
  await postman(build);
  const folder = join(staging, 'docs');
  const paths = globSync('**/*.*', { cwd: folder }).map((path) => path.replaceAll('\\', '/'));
  return {
    folder,
    files: new Map(paths.sort().map((path) => [path, readFileSync(join(folder, path), 'utf8')])),
    remove: () => {
      rmSync(staging, { recursive: true, force: true });
    },
  };
}

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** Every element of a page, in its order. */
export function elementsOf(html: string): Element[] {
  const elements: Element[] = [];
  const walk = (node: Tree.Node): string => {
    if (node.nodeName === '#text') return (node as Tree.TextNode).value;
    if (!('childNodes' in node)) return '';
    const element = { name: node.nodeName, attributes: {}, text: '' };
    if ('attrs' in node) {
      element.attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
      elements.push(element);
    }
    element.text = node.childNodes.map(walk).join('');
    return element.text;
  };
  walk(parse(html));
  return elements;
}
