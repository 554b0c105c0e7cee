/** Options of the commands, and what they have in common. */
import { UsageError } from '@wallet-operations/reports';

/** Those of every command that judges. */
export const REPORT_OPTIONS = {
  overlay: { type: 'string' },
  accepted: { type: 'string' },
  answers: { type: 'string' },
  json: { type: 'string' },
  junit: { type: 'string' },
  markdown: { type: 'string' },
  quiet: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** Those of the commands that call. */
export const RUN_OPTIONS = {
  config: { type: 'string' },
  'base-url': { type: 'string' },
  product: { type: 'string' },
  overlay: { type: 'string' },
  calls: { type: 'string', default: '300' },
  share: { type: 'string', default: '10' },
  tries: { type: 'string', default: '64' },
  'made-up-code': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** Those of the command that writes. */
export const WRITE_OPTIONS = {
  config: { type: 'string' },
  ledger: { type: 'string' },
  'yes-spend': { type: 'string' },
  'base-url': { type: 'string' },
  overlay: { type: 'string' },
  scheme: { type: 'string' },
  calls: { type: 'string', default: '300' },
  share: { type: 'string', default: '10' },
  wait: { type: 'string', default: '600' },
  transcript: { type: 'string' },
  json: { type: 'string' },
  junit: { type: 'string' },
  markdown: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/** Those of the command that closes a write by hand. */
export const CLOSE_OPTIONS = {
  ledger: { type: 'string' },
  write: { type: 'string' },
  reason: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/** @throws UsageError for what is no whole number from `least` to `most` */
export function wholeNumber(name: string, text: string, least: number, most: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw new UsageError(`--${name} takes a whole number from ${String(least)} to ${String(most)}.`);
}

export const USAGE = `Usage: wallet-conform plan --config FILE [options]
       wallet-conform run --config FILE [options]
       wallet-conform replay TRANSCRIPT… [options]
       wallet-conform write --config FILE --ledger FILE --yes-spend "AMOUNT UNIT"
       wallet-conform close --ledger FILE --write N --reason TEXT

Holds the service that you have against the OpenAPI document, by reading alone:
whatever writes is refused before anything is sent. plan lists every call and
sends nothing; run makes them, one after the other; replay judges transcripts,
offline, and what the proxy of wallet-mock recorded. Exits with 0 if all that
was compared is as the document says, with 1 if not, or if nothing was compared,
and with 2 if it cannot tell what to do.

write is a command of its own, and spends: one withdrawal of the amount and to
the address in the configuration, within its cap, each effect proved by a read.
plan --write lists what it would send. It exits with 0 if all is proved, and
with 1 if not. close ends a write of its ledger that stays unclear, by hand: it
sends nothing, and the write stays counted.

  --config FILE      who is to be asked: base address, wallets with ID and kind,
                     and where their codes and secrets are (env:NAME, file:PATH)
  --base-url URL     address of the service, instead of the one in the file
  --product NAME     path segment that stands for svc
  --overlay FILE     answers of your operator, which the document is read with
  --calls N          calls a minute that the service allows (default 300)
  --share PERCENT    how much of them the run takes (default 10)
  --tries N          ways to compute the checksum that are tried (default 64)
  --made-up-code     sends an API code that nobody was given, once

Of write (plan --write takes --config and --overlay alone):
  --ledger FILE      what was sent stands there before it is sent; one process
                     has it at a time, and the next one reads it first
  --yes-spend WORD   amount and currency, as plan --write shows it; without it
                     nothing is sent
  --wait SECONDS     how long a read may take to show an effect (default 600)
  --scheme NAME      how the checksum is computed, where run has found another
  --transcript FILE  what was asked and came, without any value
  --markdown FILE, --json FILE, --junit FILE
                     the verdicts

Of close:
  --ledger FILE      the ledger that has the write
  --write N          its number, as the report of write has it
  --reason TEXT      what the web control panel shows of it; the ledger keeps it

Of run and replay:
  --transcript FILE  (run) writes what was asked and came, without any value
  --accepted FILE    differences that you live with, each with its reason
  --answers FILE     writes the answers that follow, an OpenAPI Overlay, which
                     build, mock, proxy and sandbox take
  --markdown FILE    writes every verdict as Markdown
  --json FILE        the same as JSON
  --junit FILE       the same as JUnit XML
  --quiet            no line for each operation that is asked
  --help             this text
`;
