/** What run and replay have in common: a transcript becomes verdicts, reports and an exit code. */
import { withAnswersOf } from '@wallet-operations/answers';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { ready } from '@wallet-operations/reports';
import type { OpenApiDocument } from '@wallet-operations/validator';
import { interfaceOf, type Interface, type Transcript } from '@wallet-operations/transcript';
import { judgeAll } from '../verdict/judge.ts';
import { json, junit } from '../report/machines.ts';
import { markdown } from '../report/markdown.ts';
import { outcomeOf, type Outcome } from '../report/outcome.ts';
import { terminal } from '../report/terminal.ts';
import { balanceOf, differencesOf, type Accepted } from '../verdict/accepted.ts';
import type { Output } from './output.ts';

/** Files that are written, by option. */
const FILES: Readonly<Record<string, (outcome: Outcome) => string | undefined>> = {
  markdown,
  json,
  junit,
  answers: ({ verdicts }) => verdicts.overlay,
};

/** The values of their options. */
export type Wanted = Readonly<Record<string, string | boolean | undefined>>;

/** The document, with the answers of a file if there is one. */
export const serviceWith = (overlay: string | undefined): Interface =>
  interfaceOf(withAnswersOf<OpenApiDocument>(bundled, overlay));

/** What is asked for of them. */
const filesOf = (wanted: Wanted): { readonly option: string; readonly file: string }[] =>
  [...Object.keys(FILES), 'transcript'].flatMap((option) => {
    const file = wanted[option];
    return typeof file === 'string' ? [{ option, file }] : [];
  });

/** Sees that all that is to be written can be, and over nothing that is read. @throws UsageError before anything is asked */
export function prepareFiles(wanted: Wanted, inputs: readonly string[]): void {
  ready(filesOf(wanted), inputs).empty();
}

/** Takes away what was made ready and not written: an empty file would pass for a report. */
export function dropUnwritten(wanted: Wanted, { drop }: Pick<Output, 'drop'>): void {
  for (const file of filesOf(wanted)) drop(file);
}

/** What is asked for, and with what. */
interface Asked {
  readonly wanted: Wanted;
  readonly accepted: readonly Accepted[];
  /** Files that are read. */
  readonly inputs: readonly string[];
}

/** Judges transcripts, and reports. @returns the exit code, which is 2 where a report that is wanted could not be written */
export function report(
  service: Interface,
  transcripts: readonly Transcript[],
  { wanted, accepted, inputs }: Asked,
  output: Output,
): number {
  const verdicts = judgeAll(service, transcripts);
  const outcome = outcomeOf(verdicts, balanceOf(differencesOf(verdicts), accepted));
  const isWritten = output.files(
    Object.entries(FILES).flatMap(([option, write]) => {
      const file = wanted[option];
      return typeof file === 'string' ? [{ option, file, text: () => write(outcome) }] : [];
    }),
    inputs,
  );
  output.say(terminal(outcome));
  if (!isWritten) return 2;
  return outcome.failures.length === 0 ? 0 : 1;
}
