// What must hold of the error catalogue and no linter knows: rows fit their names, their bodies and their listings.
import { endpointsOf, pointerKeys, type Bundle } from './bundle.ts';
import { listingsOf, PLACEHOLDER, rowsOf, type Listing, type Row } from './catalogue.ts';
import { guide, type Finding } from './problems.ts';
import { sourceLocation } from './source-location.ts';

type Find = (pointer: readonly string[], rule: string, message: string) => void;

/** Everything in which the catalogue contradicts itself. */
export function catalogueFindings(bundle: Bundle): Finding[] {
  const findings: Finding[] = [];
  const find: Find = (pointer, rule, message) => {
    const heading = rule === 'refused-as-listed' ? 'refusals' : 'errors';
    findings.push({ where: sourceLocation(pointer), rule, message: `${message} ${guide(heading)}` });
  };
  const rows = rowsOf(bundle);
  const listings = listingsOf(bundle);
  for (const [name, row] of rows) checkRow(name, row, find);
  checkWords(rows, find);
  checkUnique(rows, find);
  checkListings(new Map(rows), listings, find);
  checkRefusals(bundle, listings, find);
  return findings;
}

const placeOf = (name: string, ...keys: string[]): string[] => ['components', 'examples', name, ...keys];

function checkRow(name: string, row: Row, find: Find): void {
  const { reason, status, code, text, message } = row['x-error'];
  const expected = `${String(status)}-${reason}`;
  if (name !== expected) {
    find(placeOf(name), 'error-name', `By x-error this file is ${expected}.yaml: rename it, or mend x-error.`);
  }
  if (!row.summary?.trim()) find(placeOf(name), 'error-described', 'Give a summary: the condition of the error.');
  if (!row.description?.trim()) find(placeOf(name), 'error-described', 'Give a description: the remedy of the error.');

  const body = (row.value ?? {}) as Record<string, unknown>;
  for (const [field, wanted] of Object.entries({ error: text, message, error_code: code })) {
    if (fits(body[field], wanted)) continue;
    const has = body[field] === undefined ? `no ${field}` : `${field} ${JSON.stringify(body[field])}`;
    const wants = wanted === undefined ? 'none' : `${JSON.stringify(wanted)}, with its placeholders filled in`;
    find(placeOf(name, 'value', field), 'error-value', `The value has ${has}; by x-error it has ${wants}. Mend one.`);
  }
}

/** Who may say anything may say the words of another row, of which more would follow. */
function checkWords(rows: readonly [string, Row][], find: Find): void {
  const told = ({ 'x-error': { status, code, text } }: Row): string => JSON.stringify([status, code, text]);
  const wordless = new Map(
    rows.flatMap(([name, row]) => (/^\{\w+\}$/.test(row['x-error'].message ?? '') ? [[told(row), name]] : [])),
  );
  for (const [name, row] of rows) {
    const other = wordless.get(told(row));
    if (other === undefined || row['x-error'].repeat !== 'never') continue;
    const message = `Its repeat is never, but ${other} may come with the very same words. Say later.`;
    find(placeOf(name, 'x-error', 'repeat'), 'error-repeat', message);
  }
}

function fits(said: unknown, wanted: string | number | undefined): boolean {
  if (typeof wanted !== 'string' || typeof said !== 'string') return said === wanted;
  const parts = wanted.split(PLACEHOLDER); // text and placeholder in turn
  const pattern = parts.map((part, index) => (index % 2 === 0 ? part.replace(/[^\w\s]/g, '\\$&') : '.+')).join('');
  return new RegExp(`^${pattern}$`, 's').test(said) && said.match(PLACEHOLDER) === null;
}

function checkUnique(rows: readonly [string, Row][], find: Find): void {
  const owners = new Map<string, string>();
  for (const [name, row] of rows) {
    const { reason } = row['x-error'];
    const owner = owners.get(reason) ?? name;
    owners.set(reason, owner);
    if (owner === name) continue;
    const message = `${reason} is the reason of ${owner} too. Choose another for one of them.`;
    find(placeOf(name, 'x-error', 'reason'), 'error-reason-unique', message);
  }
}

function checkListings(catalogue: ReadonlyMap<string, Row>, listings: readonly Listing[], find: Find): void {
  for (const { status, key, pointer, component } of listings) {
    const row = component === undefined ? undefined : catalogue.get(component)?.['x-error'];
    const mend = row
      ? mendListing(row, status, key)
      : 'This is no row of the catalogue: refer to openapi/examples/errors/.';
    if (mend)
      find(pointer, 'error-listed', `${component ?? 'An example'} is listed as ${key} under ${status}. ${mend}`);
  }
  const listed = new Set(listings.map(({ component }) => component));
  for (const name of catalogue.keys()) {
    if (listed.has(name)) continue;
    find(placeOf(name), 'error-listed', `No operation lists ${name}. List it where it can occur, or delete it.`);
  }
}

function mendListing({ status, reason }: Row['x-error'], listedStatus: string, key: string): string | undefined {
  if (String(status) !== listedStatus) return `By its x-error it belongs under ${String(status)}.`;
  if (reason !== key) return `By its x-error the key is ${reason}.`;
  return undefined;
}

/** A request that breaks a schema is refused with a row: unless the operation lists it, the answer is undocumented. */
function checkRefusals(bundle: Bundle, listings: readonly Listing[], find: Find): void {
  for (const { path, method, operation } of endpointsOf(bundle)) {
    const own = listings.filter(({ operationId }) => operationId === operation.operationId);
    const listed = new Set(own.map(({ key }) => key));
    const request = ['parameters', 'requestBody', 'x-refused-as'].map((key) => ['paths', path, method, key]);
    for (const [pointer, reason] of refusals(bundle, [['paths', path, 'parameters'], ...request])) {
      if (listed.has(reason)) continue;
      const message = `${operation.operationId} does not list ${reason}. List it there, or name another here.`;
      find(pointer, 'refused-as-listed', message);
    }
  }
}

const REFUSING = ['x-refused-as', 'x-memo-rules'];

/** Every reason that an `x-refused-as` or an `x-memo-rules` at or below the pointers names, references followed. */
function refusals(bundle: Bundle, pointers: readonly string[][]): [pointer: string[], reason: string][] {
  const found: [string[], string][] = [];
  const seen = new Set<unknown>();
  const walk = (pointer: string[]): void => {
    const node = pointer.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], bundle);
    if (typeof node === 'string' && REFUSING.some((name) => pointer.includes(name))) found.push([pointer, node]);
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    for (const [key, value] of Object.entries(node)) {
      if (key === '$ref') walk(pointerKeys(String(value)));
      else if (key !== 'examples') walk([...pointer, key]);
    }
  };
  pointers.forEach(walk);
  return found;
}
