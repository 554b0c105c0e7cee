// The document as the docs page needs it: the published one with samples, pictures, links and two generated pages. It is not published.
import { endpointsOf, webhooksOf, type Bundle } from '../../lib/bundle.ts';
import { errorReference, linkErrors } from './errors.ts';
import { openPoints, tellOpenPoints } from './open-points.ts';
import { ICON } from './page.ts';
import { picturesOf } from './pictures.ts';
import { unwrapped, withLinks, withPictures, withPlainHeadings } from './prose.ts';
import { routesOf, type Routes } from './routes.ts';
import { samplesOf } from './samples.ts';

/** A copy with everything that only readers of the page want. */
export function docsDocument(bundle: Bundle): Bundle {
  const routes = routesOf(bundle);
  const pictures = picturesOf(bundle);
  const pages = [errorReference(bundle, routes), openPoints(bundle, routes)];
  const document = structuredClone(bundle);

  for (const endpoint of endpointsOf(document)) {
    Object.assign(endpoint.operation, { 'x-codeSamples': samplesOf(bundle, endpoint) });
  }
  for (const tag of document.tags ?? []) {
    const prose = withPictures(tag.description ?? '', pictures);
    tag.description = tag['x-traitTag'] ? withPlainHeadings(prose) : prose;
  }
  tellOpenPoints(document);
  linkErrors(document, routes);

  Object.assign(document.info, { 'x-logo': { url: ICON, altText: document.info.title } });
  document.tags = [...(document.tags ?? []), ...pages];
  document['x-tagGroups'] = [
    ...(document['x-tagGroups'] ?? []),
    { name: 'Reference', tags: pages.map(({ name }) => name) },
  ];
  linkDescriptions(document, routes);
  for (const { operation } of [...endpointsOf(document), ...webhooksOf(document)]) {
    operation.description = `${operation.description ?? ''}\n\n*Operation ID:* \`${operation.operationId}\``; // search reads nothing else
  }
  return document;
}

/** Every description, wherever it stands; names in the values of examples are data. */
function linkDescriptions(node: object, routes: Routes): void {
  for (const [key, value] of Object.entries(node)) {
    if (key === 'description' && typeof value === 'string')
      Object.assign(node, { description: withLinks(unwrapped(value), routes) });
    else if (typeof value === 'object' && value !== null && key !== 'value') linkDescriptions(value as object, routes);
  }
}
