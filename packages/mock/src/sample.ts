/** A curl line that works against the mock, made from the document. */
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { follow, type OpenApiDocument, operationsOf } from './document.ts';

/** A first request: the first query that needs no more than its path, with the document's example values. */
export function sampleRequest(baseUrl: string, product: string): string {
  const document = bundled as unknown as OpenApiDocument;
  for (const { method, path, node } of operationsOf(document)) {
    const parameters = (Array.isArray(node.parameters) ? node.parameters : []).map((each) => follow(document, each));
    if (method !== 'GET' || parameters.length < 2 || parameters.some((parameter) => parameter.in !== 'path')) continue;
    const filled = parameters.reduce<string>(
      (url, { name, example }) => url.replace(`{${String(name)}}`, encodeURIComponent(String(example))),
      path.replace('/svc/', `/${product}/`),
    );
    return `curl -H 'X-API-CODE: any' -H 'X-CHECKSUM: any' \\\n  '${baseUrl}${filled}?t=1'`;
  }
  throw new Error('The document has no query that a first request could be made of.');
}
