// Step 7: tables.js, the little of the document that a client carries with it: calls, paging, big integers, error rows.
import { BANNER } from '../lib/banner.ts';
import { readBundle, writeArtifact, type Build } from '../lib/build.ts';
import { endpointsOf, resolve, type Bundle, type Endpoint } from '../lib/bundle.ts';
import { bigintsOf } from '../lib/bigints.ts';
import { listingsOf, rowsOf } from '../lib/catalogue.ts';

/** Writes both tables with literal types. What is absent is left out: every byte is one that a client's users load. */
export async function tables(build: Build): Promise<void> {
  const bundle = readBundle(build);
  const endpoints = JSON.stringify(
    Object.fromEntries(
      endpointsOf(bundle).map((endpoint) => [endpoint.operation.operationId, describe(bundle, endpoint)]),
    ),
    null,
    2,
  );
  const rows = JSON.stringify(errorRows(bundle), null, 2);
  await writeArtifact(
    build,
    'tables.js',
    `${BANNER}export const endpoints = ${endpoints};\nexport const errorRows = ${rows};\n`,
  );
  await writeArtifact(
    build,
    'tables.d.ts',
    `${BANNER}export declare const endpoints: ${endpoints};\nexport declare const errorRows: ${rows};\n`,
  );
}

function describe(bundle: Bundle, { path, method, operation, parameters }: Endpoint): Record<string, unknown> {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const pageSize = query.find(({ name }) => name === 'request_number');
  const response = operation.responses['200'];
  const content = response && resolve(bundle, response).content?.['application/json'];
  return {
    method: method.toUpperCase(),
    path,
    query: query.length > 0 ? query.map(({ name }) => name) : undefined,
    readOnly: (operation.security ?? []).some((requirement) => 'ReadOnlyApiCode' in requirement) || undefined,
    repeatable: operation['x-repeatable'],
    paging: operation['x-paging'] && {
      ...operation['x-paging'],
      atMost: pageSize && resolve(bundle, pageSize.schema).maximum,
    },
    batch: operation['x-batch'],
    bigints: bigintsOf(bundle, content?.schema),
  };
}

/** Reason, status, code, text and message of each row; with its operations where another row has the very same words. */
function errorRows(bundle: Bundle): unknown[] {
  const listings = listingsOf(bundle);
  const rows = rowsOf(bundle).map(([name, row]) => ({ name, ...row['x-error'] }));
  const words = ({ status, code, text, message }: (typeof rows)[number]): string =>
    JSON.stringify([status, code, text, message]);
  const sameWords = Map.groupBy(rows, words);
  return rows.map((row) => ({
    reason: row.reason,
    status: row.status,
    code: row.code,
    text: row.text,
    message: row.message,
    repeat: row.repeat,
    stage: row.stage,
    only:
      (sameWords.get(words(row))?.length ?? 0) > 1
        ? listings.filter(({ component }) => component === row.name).map(({ operationId }) => operationId)
        : undefined,
  }));
}
