// The docs page, built of the committed document into a folder of its own: the one in generated/ may be missing or old.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { docs } from '../../scripts/steps/docs.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** What Redoc got to show. */
export interface ShownDocument {
  info: { description: string };
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, ShownOperation>>;
  webhooks: Record<string, Record<string, ShownOperation>>;
  components: { responses: Record<string, { description: string }> };
}

export interface ShownOperation {
  operationId: string;
  description: string;
  tags: string[];
  responses: Record<string, { $ref?: string; description: string }>;
  'x-codeSamples'?: { lang: string; label: string; source: string }[];
}

export class Page {
  /** Folder that is published: the page and the document beside it. */
  readonly folder: string;
  readonly #staging: string;

  private constructor(staging: string) {
    this.#staging = staging;
    this.folder = join(staging, 'docs');
  }

  /** @param document - one that is built instead of the committed one */
  static async build(document?: object): Promise<Page> {
    const staging = mkdtempSync(join(tmpdir(), 'wallet-docs-'));
    for (const file of ['openapi.json', 'openapi.yaml']) cpSync(join(ROOT, 'generated', file), join(staging, file));
    if (document) writeFileSync(join(staging, 'openapi.json'), JSON.stringify(document));
    await docs({ staging, signal: AbortSignal.timeout(30_000) });
    return new Page(staging);
  }

  /** The document inside the page. */
  get document(): ShownDocument {
    const html = readFileSync(join(this.folder, 'index.html'), 'utf8');
    const json = /const __redoc_definition = (\{.*\});$/m.exec(html)?.[1];
    if (json === undefined) throw new Error('The page no longer holds the document as __redoc_definition.');
    return JSON.parse(json.replaceAll('&#32; |', ' |')) as ShownDocument; // the space is for the search alone
  }

  [Symbol.dispose](): void {
    rmSync(this.#staging, { recursive: true, force: true });
  }
}

/** The operations of the page, callbacks of the service not included. */
export function operationsOf({ paths }: ShownDocument): ShownOperation[] {
  return Object.values(paths).flatMap((item) => Object.values(item).filter((value) => 'operationId' in value));
}

/** The places of the page with something of their own: the first screen, each tag, each operation, callbacks of the service included. */
export function placesOf({ tags, paths, webhooks }: ShownDocument): string[] {
  const routeOf = (tag: string): string => `/${tag.toLowerCase().replaceAll(' ', '-')}`;
  const all = [paths, webhooks].flatMap((items) => Object.values(items).flatMap((item) => Object.values(item)));
  const operations = all.filter((value) => 'operationId' in value);
  return [
    '/',
    ...tags.map(({ name }) => routeOf(name)),
    ...operations.map(({ tags: [tag = ''], operationId }) => `${routeOf(tag)}/${operationId.toLowerCase()}`),
  ];
}
