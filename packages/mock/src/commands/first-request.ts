/** A curl line that works against the mock, made from the document. */
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { withAnswersOf } from '@wallet-operations/answers';
import { type OpenApiDocument, operationsOf } from '@wallet-operations/validator';

/** A first request: the first query that needs no more than its path, with the document's example values. */
export function firstRequest(baseUrl: string, product: string, overlay?: string): string {
  const document = withAnswersOf(bundled as unknown as OpenApiDocument, overlay);
  for (const { method, path, parameters, schemes } of operationsOf(document)) {
    if (method !== 'GET' || parameters.length < 2 || parameters.some((parameter) => parameter.in !== 'path')) continue;
    const filled = parameters.reduce<string>(
      (url, { name, example }) => url.replace(`{${String(name)}}`, encodeURIComponent(String(example))),
      path.replace('/svc/', `/${product}/`),
    );
    const query = schemes.filter((scheme) => scheme.in === 'query').map(({ name }) => `${String(name)}=1`);
    return `curl -H 'X-API-CODE: any' -H 'X-CHECKSUM: any' \\\n  '${baseUrl}${filled}?${query.join('&')}'`;
  }
  throw new Error('The document has no query that a first request could be made of.');
}
