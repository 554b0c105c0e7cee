/** What a process knows of its ledger, held against what stands there by now: lines that others have added may be payments. */
import { lineOf, spentIn, type Entry } from './ledger-line.ts';
import { parsed } from './ledger-file.ts';

/** How a ledger is now. `spent`: what withdrawals of lines come to that this process did not write. */
export type Compared =
  { readonly is: 'as it was left' } | { readonly is: 'grown'; readonly spent: bigint } | { readonly is: 'changed' };

/** Holds them against each other. Others may have added between two lines of this process: what it knows has to be there, in its order. */
export function compared(known: Buffer, there: Buffer): Compared {
  if (there.equals(known)) return { is: 'as it was left' };
  const own = linesOf(known);
  const added: string[] = [];
  let found = 0;
  for (const line of linesOf(there)) {
    if (line === own[found]) found++;
    else added.push(line);
  }
  if (found < own.length || there.length <= known.length) return { is: 'changed' };
  return { is: 'grown', spent: spentIn(added.flatMap(entryOf)) };
}

const linesOf = (bytes: Buffer): string[] =>
  bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');

function entryOf(text: string): Entry[] {
  const line = lineOf(parsed(text));
  return line && 'write' in line ? [{ ...line, outcomes: [] }] : [];
}
