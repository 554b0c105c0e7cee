// The document as readers of the docs need it: the published one with samples, pictures, tables, links and two generated pages. It is not published.
import { endpointsOf, webhooksOf, type Bundle } from '../../lib/bundle.ts';
import { changes } from './changes.ts';
import { confidencePage } from './confidence.ts';
import { errorReference, linkErrors } from './errors.ts';
import { kindsTable } from './kinds.ts';
import { limitsTable } from './limits.ts';
import { openPoints, tellOpenPoints } from './open-points.ts';
import { ICON } from './page.ts';
import { picturesOf } from './pictures.ts';
import { unwrapped, withAnchors, withCellsApart, withLinks, withMade } from './prose.ts';
import { routesOf, type Routes } from './routes.ts';
import { samplesOf } from './samples.ts';

/** A copy with everything that only readers of the page want. */
export function docsDocument(bundle: Bundle): Bundle {
  const document = readableDocument(bundle, routesOf(bundle));
  const written = (bundle.tags ?? []).map(({ name }) => name);
  const made = (document.tags ?? []).filter(({ name }) => !written.includes(name));
  for (const tag of document.tags ?? []) {
    if (tag['x-traitTag']) tag.description = withAnchors(tag.description ?? '');
  }
  Object.assign(document.info, { 'x-logo': { url: ICON, altText: document.info.title } });
  document['x-tagGroups'] = [
    ...(document['x-tagGroups'] ?? []),
    { name: 'Reference', tags: made.map(({ name }) => name) },
  ];
  for (const { operation } of [...endpointsOf(document), ...webhooksOf(document)]) {
    operation.description = `${operation.description ?? ''}\n\n##### Operation ID: ${operation.operationId}`; // search reads nothing else, and a heading before all text
  }
  changeDescriptions(document, withCellsApart);
  return document;
}

/** A copy with what every reader wants, on whichever page the routes lead to: samples, pictures, tables, links and the generated pages. */
export function readableDocument(bundle: Bundle, routes: Routes): Bundle {
  const made = new Map([
    ...Array.from(picturesOf(bundle), ([name, picture]) => [`picture: ${name}`, picture] as const),
    ['table: limits', limitsTable(bundle)],
    ['table: kinds', kindsTable(bundle)],
    ['table: changes', changes()],
  ]);
  const document = structuredClone(bundle);
  for (const endpoint of endpointsOf(document)) {
    Object.assign(endpoint.operation, { 'x-codeSamples': samplesOf(bundle, endpoint) });
  }
  for (const tag of document.tags ?? []) tag.description = withMade(tag.description ?? '', made);
  tellOpenPoints(document);
  linkErrors(document, routes);
  document.tags = [
    ...(document.tags ?? []),
    errorReference(bundle, routes),
    openPoints(bundle, routes),
    confidencePage(bundle),
  ];
  changeDescriptions(document, (text) => withLinks(unwrapped(text), routes));
  return document;
}

/** Every description, wherever it stands; names in the values of examples are data. */
function changeDescriptions(node: object, change: (text: string) => string): void {
  for (const [key, value] of Object.entries(node)) {
    if (key === 'description' && typeof value === 'string') Object.assign(node, { description: change(value) });
    else if (typeof value === 'object' && value !== null && key !== 'value')
      changeDescriptions(value as object, change);
  }
}
