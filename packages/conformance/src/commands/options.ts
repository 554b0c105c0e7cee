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

/** @throws UsageError for what is no whole number from `least` to `most` */
export function wholeNumber(name: string, text: string, least: number, most: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw new UsageError(`--${name} takes a whole number from ${String(least)} to ${String(most)}.`);
}

export const USAGE = `Usage: wallet-conform plan --config FILE [options]
       wallet-conform run --config FILE [options]
       wallet-conform replay TRANSCRIPT… [options]

Holds the service that you have against the OpenAPI document, by reading alone:
whatever writes is refused before anything is sent. plan lists every call and
sends nothing; run makes them, one after the other; replay judges transcripts,
offline, and what the proxy of wallet-mock recorded. Exits with 0 if all that
was compared is as the document says, with 1 if not, or if nothing was compared,
and with 2 if it cannot tell what to do.

  --config FILE      who is to be asked: base address, wallets with ID and kind,
                     and where their codes and secrets are (env:NAME, file:PATH)
  --base-url URL     address of the service, instead of the one in the file
  --product NAME     path segment that stands for svc
  --overlay FILE     answers of your operator, which the document is read with
  --calls N          calls a minute that the service allows (default 300)
  --share PERCENT    how much of them the run takes (default 10)
  --tries N          ways to compute the checksum that are tried (default 64)
  --made-up-code     sends an API code that nobody was given, once

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
