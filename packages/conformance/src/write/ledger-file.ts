/** Reads ledgers, and refuses what is none or not whole. */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { UsageError } from '@wallet-operations/reports';
import { isNode } from '@wallet-operations/validator';
import { FORM, lineOf, withOutcome, type Entry, type Heading } from './ledger-line.ts';

/** What is said of a file that is no ledger. Never to take another one: that would not count what this one has paid. */
const HOW =
  'Nothing was sent. Give the ledger that the pack wrote. If this is it, it has lost what it began with: put that back, for what was paid is counted by it alone.';

/** Of one that has nothing but a part of its first line. A process that ended there has sent nothing with it. */
const UNBEGUN =
  'Nothing was sent. It has its first line, or a part of that, and not the end of it. Look into the web control panel: only if no order there begins with order_id_prefix, nothing was ever paid with it, and you may empty it.';

/** Of one that ends within a line. What a kill cut off was not sent, and what something else cut off may have been: nobody can tell. */
const CUT =
  'Nothing was sent. What stands behind the last whole line may be a withdrawal that was paid. Look into the web control panel which orders begin with order_id_prefix. Then delete what stands there, and take one amount off at_most, so that it stays counted: an order may show later.';

/** Of one that lacks a line within. */
const MISSING = 'Nothing was sent. Put back what it said, for that may have been paid.';

/** What a ledger says that it is of. @throws UsageError for what is none */
export function headingOf(file: string): Omit<Heading, 'form'> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}.`);
  }
  const own = parsed(text.split('\n')[0] ?? '');
  if (own?.form !== FORM) throw new UsageError(`${file} is no ledger. ${HOW}`);
  const { service, product, wallet, currency, token } = own as unknown as Heading;
  return { service, product, wallet, currency, token };
}

/**
 * Reads a ledger.
 *
 * @returns its entries, and what it says
 * @throws UsageError for what is no ledger, one of something else, and one that does not end with a whole line
 */
export function readLedger(
  file: string,
  heading: Heading,
): { readonly bytes: Buffer; readonly entries: readonly Entry[] } {
  const bytes = readFileSync(file);
  const text = bytes.toString('utf8');
  if (bytes.length === 0) return { bytes, entries: [] };
  const [first = '', ...lines] = text.split('\n').filter((line) => line !== '');
  const own = parsed(first);
  if (JSON.stringify(heading).startsWith(text)) throw new UsageError(`${file} is no ledger. ${UNBEGUN}`);
  if (own?.form !== FORM) throw new UsageError(`${file} is no ledger. ${HOW}`);
  if (!text.endsWith('\n')) throw new UsageError(`${file} does not end with a whole line${orderIn(text)}. ${CUT}`);
  const other = Object.entries(heading).find(([name, value]) => !isDeepStrictEqual(own[name], value));
  if (other)
    throw new UsageError(
      `${file} is the ledger of another ${other[0]}. What it has open can be found out there alone. Nothing was sent: give the one of this ${other[0]}.`,
    );
  const entries: Entry[] = [];
  for (const [i, line] of lines.entries()) {
    const read = lineOf(parsed(line));
    const place = `${file}: line ${String(i + 2)}`;
    if (!read) throw new UsageError(`${place} is no line of a ledger. ${MISSING}`);
    if ('write' in read) {
      if (read.write !== entries.length + 1)
        throw new UsageError(`${place} is not write ${String(entries.length + 1)}: a line is missing. ${MISSING}`);
      const { operationId, wallet } = read.intent;
      if (wallet !== heading.wallet && operationId !== 'createDepositAddresses')
        throw new UsageError(`${place} is of another wallet than the ledger. ${MISSING}`);
      entries.push({ ...read, outcomes: [] });
      continue;
    }
    const entry = entries[read.of - 1];
    if (!entry) throw new UsageError(`${place} is of a write that is not there: a line is missing. ${MISSING}`);
    entries[read.of - 1] = withOutcome(entry, read.outcome, read);
  }
  return { bytes, entries };
}

/** The order of what stands behind the last whole line, as far as that names one. */
const orderIn = (text: string): string => {
  const id = /"order_id":"([\w-]+)"/.exec(text.slice(text.lastIndexOf('\n') + 1))?.[1];
  return id === undefined ? '' : `; what is behind the last one names the order ${id}`;
};

/** A line as a node; undefined for what is no object. */
export function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const node: unknown = JSON.parse(line);
    return isNode(node) ? node : undefined;
  } catch {
    return undefined;
  }
}
