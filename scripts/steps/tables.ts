// tables.js, the little of the document that a client carries with it: calls, paging, big integers, error rows.
import { bigintsOf } from '../lib/bigints.ts';
import { readBundle, type Build } from '../lib/build.ts';
import { endpointsOf, resolve, type Bundle, type Endpoint } from '../lib/bundle.ts';
import { listingsOf, PLACEHOLDER, rowsOf } from '../lib/catalogue.ts';
import { writeModule } from '../lib/module.ts';
import { Problem } from '../lib/problems.ts';

/** Writes the tables, each on its own so that a bundler drops what is not used. Every byte is one that users load. */
export async function tables(build: Build): Promise<void> {
  const bundle = readBundle(build);
  await writeModule(build, 'tables', {
    endpoints: table(bundle, describe),
    pagings: table(bundle, pagingOf),
    batches: table(bundle, ({ operation }) => operation['x-batch']),
    errorRows: errorRows(bundle),
    orderFields: Object.keys(bundle.components.schemas?.['WithdrawalRequest']?.properties ?? {}),
  });
}

/** What every path begins with, so that the table need not. */
const BEGINNING = '/v1/svc/';

/** What is told of each operation, by its ID; those of which nothing is told are left out. */
function table(bundle: Bundle, tell: (endpoint: Endpoint, bundle: Bundle) => unknown): Record<string, unknown> {
  const told = endpointsOf(bundle).map((endpoint) => [endpoint.operation.operationId, tell(endpoint, bundle)] as const);
  return Object.fromEntries(told.filter(([, value]) => value !== undefined));
}

function describe({ path, method, operation, parameters }: Endpoint, bundle: Bundle): Record<string, unknown> {
  const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const response = operation.responses['200'];
  const content = response && resolve(bundle, response).content?.['application/json'];
  return {
    method: method === 'get' ? undefined : method.toUpperCase(),
    repeatable: operation['x-repeatable'] === 'never' ? undefined : operation['x-repeatable'], // nothing is the safe one
    path: path.replace(BEGINNING, ''),
    query: query.join(' ') || undefined,
    readOnly: (operation.security ?? []).some((requirement) => 'ReadOnlyApiCode' in requirement) || undefined,
    bigints: bigintsOf(bundle, content?.schema),
  };
}

function pagingOf({ operation, parameters }: Endpoint, bundle: Bundle): Record<string, unknown> | undefined {
  const pageSize = parameters.find(({ name }) => name === 'request_number');
  const paging = operation['x-paging'];
  return paging && pageSize && { ...paging, atMost: resolve(bundle, pageSize.schema).maximum };
}

/**
 * Rows of the catalogue, as `status|code|reason|repeat|stage|text|message|operations`: words only where the code does not tell. The
 * operations that list it are numbers, their places in `endpoints`; none stands for all, and for a row of who asks,
 * which any of them may give. Of one code, those that say most come first, so that the first that fits is right. A row without a repeat is `later`, of
 * which nothing follows for callers.
 */
function errorRows(bundle: Bundle): string[] {
  const listings = listingsOf(bundle);
  const ids = endpointsOf(bundle).map(({ operation }) => operation.operationId);
  const rows = rowsOf(bundle).map(([name, row]) => ({ name, ...row['x-error'] }));
  const sameCode = Map.groupBy(rows, ({ code }) => code);
  const operationsOf = ({ name }: (typeof rows)[number]): string[] =>
    listings.filter(({ component }) => component === name).map(({ operationId }) => operationId);
  const fixedLength = ({ text, message = '' }: (typeof rows)[number]): number =>
    (text + message).replace(PLACEHOLDER, '').length;
  rows.sort((a, b) => a.status - b.status || (a.code ?? 0) - (b.code ?? 0) || fixedLength(b) - fixedLength(a));
  return rows.map((row) => {
    const { reason, status, code = '', text, message = '', stage = '' } = row;
    const repeat = row.repeat === 'later' ? '' : row.repeat;
    const hasPlaceholder = /\{\w+\}/.test(text + message);
    // A code that no other row has tells enough, unless its text says something of its own.
    const isPlain = sameCode.get(row.code)?.length === 1 && !hasPlaceholder;
    const listing = operationsOf(row);
    const isForAll = stage === 'authentication' || listing.length === ids.length;
    const places = isForAll ? '' : listing.map((id) => ids.indexOf(id)).join(' ');
    const fields = [status, code, reason, repeat, stage, isPlain ? '' : text, isPlain ? '' : message, places];
    if (fields.some((field) => String(field).includes('|')))
      throw new Problem(
        `The error ${reason} has a | in its words, which parts the fields of errorRows: write it otherwise.`,
      );
    return fields.join('|').replace(/\|+$/, '');
  });
}
