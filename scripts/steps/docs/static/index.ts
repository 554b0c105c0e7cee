// The static part of the docs: a page for each guide, operation, webhook and error, as HTML and as Markdown, and the files for machines.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpointsOf, webhooksOf, type Bundle } from '../../../lib/bundle.ts';
import { readableDocument } from '../document.ts';
import { routesOf } from '../routes.ts';
import { errorPages, errorsJson } from './errors.ts';
import type { Context } from './fields.ts';
import { contentsPage, guidePages, operationsPage } from './guides.ts';
import { htmlOf } from './html.ts';
import { llmsText } from './llms.ts';
import { allMarkdown, markdownOf } from './markdown.ts';
import { operationPage } from './operation.ts';
import type { StaticPage } from './page.ts';
import { placesOf } from './places.ts';

/** Every file, by its path in the docs folder. */
export function staticFiles(bundle: Bundle): Map<string, string> {
  const places = placesOf(bundle);
  const context = { document: readableDocument(bundle, places), places };
  const pages = pagesOf(bundle, context);
  return new Map([
    ...pages.flatMap((page) => [
      [`${page.path}.html`, htmlOf(page, pages, bundle)] as const,
      [`${page.path}.md`, markdownOf(page)] as const,
    ]),
    ['style.css', readFileSync(join(import.meta.dirname, 'style.css'), 'utf8')],
    ['llms.txt', llmsText(context, pages)],
    ['llms-full.txt', allMarkdown(pages)],
    ['errors.json', errorsJson(bundle)],
  ]);
}

/** In the order in which one would read them. */
function pagesOf(bundle: Bundle, context: Context): StaticPage[] {
  const { document, places } = context;
  const interactive = routesOf(bundle);
  const endpoints = [...endpointsOf(document), ...webhooksOf(document)];
  return [
    contentsPage(context, bundle.info.title),
    ...guidePages(context, interactive),
    operationsPage(context),
    ...endpoints.map((endpoint) =>
      operationPage(context, endpoint, interactive.operations.get(endpoint.operation.operationId) ?? ''),
    ),
    ...errorPages(bundle, places, interactive),
  ];
}
