// The page of each error, the list of all of them, and the same as data.
import type { Bundle } from '../../../lib/bundle.ts';
import { rowsOf } from '../../../lib/catalogue.ts';
import { catalogueOf } from '../../errors.ts';
import { errorTexts } from '../errors.ts';
import { unwrapped, withLinks } from '../prose.ts';
import { ERROR_REFERENCE, type Routes } from '../routes.ts';
import { summaryOf, type StaticPage } from './page.ts';
import { errorPath, ERRORS } from './places.ts';

/** The list first, then an error each. */
export function errorPages(bundle: Bundle, places: Routes, interactive: Routes): StaticPage[] {
  const { introduction, overview, sections } = errorTexts(bundle, places);
  const linked = (text: string): string => withLinks(unwrapped(text), places);
  const lists = overview.map(({ status, list }) => `## Status ${String(status)}\n\n${linked(list)}`);
  return [
    {
      path: ERRORS,
      title: ERROR_REFERENCE,
      summary: summaryOf(introduction),
      markdown: [`# ${ERROR_REFERENCE}`, linked(introduction), ...lists].join('\n\n'),
      interactive: interactive.tags.get(ERROR_REFERENCE) ?? '',
    },
    ...sections.map(({ reason, heading, text }) => ({
      path: errorPath(reason),
      title: `${heading} (error)`,
      summary: summaryOf(text),
      markdown: `# ${heading}\n\n${linked(text)}\n\n[All errors](${places.tags.get(ERROR_REFERENCE) ?? ''})`,
      interactive: interactive.errors.get(reason) ?? '',
    })),
  ];
}

/** Every row of the catalogue, with what it says of repeating and where its page is. */
export function errorsJson(bundle: Bundle): string {
  const repeats = new Map(
    rowsOf(bundle).map(
      ([
        ,
        {
          'x-error': { reason, repeat },
        },
      ]) => [reason, repeat],
    ),
  );
  const rows = Object.entries(catalogueOf(bundle)).map(([reason, row]) => ({
    reason,
    ...row,
    repeat: repeats.get(reason),
    link: `${errorPath(reason)}.html`,
  }));
  return `${JSON.stringify(rows, null, 2)}\n`;
}
