// errors.js, the error catalogue, and the refusal of a catalogue that contradicts itself.
import { readBundle, type Build } from '../lib/build.ts';
import type { Bundle } from '../lib/bundle.ts';
import { listingsOf, PLACEHOLDER, rowsOf, type Listing, type Row } from '../lib/catalogue.ts';
import { writeModule } from '../lib/module.ts';

/** Writes the catalogue with literal types. */
export async function errors(build: Build): Promise<void> {
  const table = catalogueOf(readBundle(build));
  await writeModule(build, 'errors', { errors: table }, 'export type ErrorReason = keyof typeof errors;\n');
}

/** The catalogue, keyed by reason. */
export function catalogueOf(bundle: Bundle): Record<string, Record<string, unknown>> {
  const listings = listingsOf(bundle);
  return Object.fromEntries(
    rowsOf(bundle).map(([name, row]) => [
      row['x-error'].reason,
      describe(
        row,
        listings.filter(({ component }) => component === name),
      ),
    ]),
  );
}

/** Absent facts are null and never left out: every row has the same keys. */
function describe(row: Row, listings: readonly Listing[]): Record<string, unknown> {
  const { status, code = null, text, message = null } = row['x-error'];
  const placeholders = [...`${text} ${message ?? ''}`.matchAll(PLACEHOLDER)].map(([, name]) => name);
  return {
    status,
    code,
    text,
    message,
    placeholders: [...new Set(placeholders)],
    condition: unwrapped(row.summary),
    remedy: unwrapped(row.description),
    operations: listings.map(({ operationId }) => operationId),
  };
}

/** Markdown goes on over a line's end; a message that shows it should too. */
function unwrapped(text = ''): string {
  return text.trim().replace(/(?<=\S)\n(?=\S)/g, ' ');
}
