// The error reference: every row of the catalogue under a heading of its own, and links to it wherever an operation lists an error.
import { endpointsOf, type Bundle, type Response, type Tag } from '../../lib/bundle.ts';
import { listingsOf, rowsOf, type Row } from '../../lib/catalogue.ts';
import { ERROR_REFERENCE, type Routes } from './routes.ts';

type Details = Row['x-error'];

/** What holds of all rows. */
function introductionOf(rows: readonly Row[], routes: Routes): string {
  const named = (those: readonly Row[]): string =>
    those.map(({ 'x-error': { reason } }) => `[\`${reason}\`](${routes.errors.get(reason) ?? ''})`).join(', ');
  const alike = alikeIn(rows).map((those) => named(those));
  const foreign = rows.filter(({ 'x-error': { message = '' } }) => /^\{\w+\}$/.test(message));
  return `Every refusal has a text in \`error\`, and most have a number in \`error_code\`. Go by the number where there is
one, else by the text: several errors share a status. Of errors that share a number the message tells which it is, with two exceptions:

- These have the same words throughout, and no operation gives two of them, so the operation tells which it is: ${alike.join('; ')}.
- These have a message in somebody else's words, of which nothing is known beforehand: ${named(foreign)}.

Each says what it tells of the very same request. One that is always refused so was refused so before, too: an earlier copy of it,
whose answer you did not get, was not carried out. After any other error an earlier copy may have been: look it up.

The names, such as \`duplicated_entry\`, are this document's own. The client gives them as \`reason\`, the mock takes them in \`Prefer\`.`;
}

/** Rows with one number, one text and one message, or none. */
function alikeIn(rows: readonly Row[]): Row[][] {
  const words = ({ 'x-error': { code, text, message } }: Row): string => JSON.stringify([code, text, message]);
  return [...Map.groupBy(rows, words).values()].filter((those) => those.length > 1);
}

/** An earlier copy whose answer got lost may have moved money: only `never` has a say in that. */
const REPEAT: Readonly<Record<Details['repeat'], string>> = {
  never: 'The very same request is always refused so.',
  later: 'Of an earlier copy of the same request it says nothing.',
  soon: 'The same request, signed anew, may soon succeed. Of an earlier copy of it this says nothing.',
};

/** The error reference in its parts. */
export interface ErrorTexts {
  readonly introduction: string;
  /** The list of errors of each status. */
  readonly overview: readonly { readonly status: number; readonly list: string }[];
  /** What there is to say of each error. */
  readonly sections: readonly { readonly reason: string; readonly heading: string; readonly text: string }[];
}

/** All errors, by status and number. */
export function errorTexts(bundle: Bundle, routes: Routes): ErrorTexts {
  const listings = listingsOf(bundle);
  const summaries = new Map(endpointsOf(bundle).map(({ operation }) => [operation.operationId, operation.summary]));
  const rows = rowsOf(bundle).sort(([, { 'x-error': a }], [, { 'x-error': b }]) => order(a) - order(b));
  const givenBy = (component: string): string => {
    const ids = listings.filter((listing) => listing.component === component).map(({ operationId }) => operationId);
    if (ids.length === summaries.size) return 'every operation';
    return ids.map((id) => `[${summaries.get(id) ?? id}](${routes.operations.get(id) ?? ''})`).join(', ');
  };
  const byStatus = Map.groupBy(
    rows,
    ([
      ,
      {
        'x-error': { status },
      },
    ]) => status,
  );
  return {
    introduction: introductionOf(
      rows.map(([, row]) => row),
      routes,
    ),
    overview: Array.from(byStatus, ([status, those]) => ({
      status,
      list: those.map(([, row]) => entry(row, routes)).join('\n'),
    })),
    sections: rows.map(([component, row]) => section(row, givenBy(component))),
  };
}

/** The page with all of it. */
export function errorReference(bundle: Bundle, routes: Routes): Tag {
  const { introduction, overview, sections } = errorTexts(bundle, routes);
  return {
    name: ERROR_REFERENCE,
    'x-traitTag': true,
    description: [
      introduction,
      ...overview.map(({ status, list }) => `<h3>Status ${String(status)}</h3>\n\n${list}`),
      ...sections.map(({ reason, heading, text }) => `### ${heading} {% #${reason} %}\n\n${text}`),
    ].join('\n\n'),
  };
}

/** Lists its errors in the description of each response that has any. */
export function linkErrors(bundle: Bundle, routes: Routes): void {
  const inline = endpointsOf(bundle).flatMap(({ operation }) => Object.values(operation.responses));
  const rows = new Map(rowsOf(bundle));
  for (const response of [...Object.values(bundle.components.responses ?? {}), ...inline.filter(isResponse)]) {
    const examples = Object.values(response.content?.['application/json']?.examples ?? {});
    const listed = examples.flatMap((example) => {
      const row = '$ref' in example ? rows.get(example.$ref.split('/').at(-1) ?? '') : undefined;
      return row ? entry(row, routes) : [];
    });
    if (listed.length > 0) response.description = `${response.description ?? ''}\n\n${listed.join('\n')}`;
  }
}

function isResponse(response: Response | { $ref: string }): response is Response {
  return !('$ref' in response);
}

function section(row: Row, givenBy: string): ErrorTexts['sections'][number] {
  const { status, code, reason, text, message, repeat } = row['x-error'];
  const heading = code === undefined ? reason : `${String(code)} ${reason}`;
  const parts = [
    `**${oneLine(row.summary)}**`,
    [
      '| | |',
      '| --- | --- |',
      `| Status | ${String(status)} |`,
      `| Number | ${code === undefined ? 'none' : String(code)} |`,
      `| Text | \`${text}\` |`,
      ...(message === undefined ? [] : [`| Message | \`${message}\` |`]),
      `| Given by | ${givenBy} |`,
    ].join('\n'),
    `What to do: ${(row.description ?? '').trim()}`,
    REPEAT[repeat],
  ];
  return { reason, heading, text: parts.join('\n\n') };
}

/** Its line in a list of errors, with a link to what else there is to say. */
function entry({ 'x-error': { code, reason }, summary }: Row, routes: Routes): string {
  const number = code === undefined ? '' : `${String(code)} `;
  return `- ${number}[\`${reason}\`](${routes.errors.get(reason) ?? ''}): ${oneLine(summary)}`;
}

/** By status, then by number; those without one first. */
function order({ status, code = 0 }: Details): number {
  return status * 10_000 + code;
}

function oneLine(text = ''): string {
  return text.trim().replace(/\s+/g, ' ');
}
