/** What run and replay have in common: a transcript becomes verdicts, reports and an exit code. */
import { withAnswersOf } from '@wallet-operations/answers';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { prepare, refuseSame } from '@wallet-operations/reports';
import type { OpenApiDocument } from '@wallet-operations/validator';
import { interfaceOf, type Interface, type Transcript } from '@wallet-operations/transcript';
import { judgeAll } from '../verdict/judge.ts';
import { json, junit } from '../report/machines.ts';
import { markdown } from '../report/markdown.ts';
import { outcomeOf, type Outcome } from '../report/outcome.ts';
import { terminal } from '../report/terminal.ts';
import { balanceOf, differencesOf, readAccepted } from '../verdict/accepted.ts';
import type { Output } from './output.ts';

/** Files that are written, by option. */
const FILES: Readonly<Record<string, (outcome: Outcome) => string>> = {
  markdown,
  json,
  junit,
  answers: ({ verdicts }) => verdicts.overlay ?? '',
};

/** The values of their options. */
export type Wanted = Readonly<Record<string, string | boolean | undefined>>;

/** The document, with the answers of a file if there is one. */
export const serviceWith = (overlay: string | undefined): Interface =>
  interfaceOf(withAnswersOf<OpenApiDocument>(bundled, overlay));

/** Sees that all that is to be written can be. @throws UsageError before anything is asked */
export function prepareFiles(wanted: Wanted): void {
  const files = [...Object.keys(FILES), 'transcript'].flatMap((option) => {
    const file = wanted[option];
    return typeof file === 'string' ? [{ option, file }] : [];
  });
  refuseSame(files);
  for (const { option, file } of files) prepare(option, file);
}

/** Judges transcripts, and reports. @returns the exit code */
export function report(service: Interface, transcripts: readonly Transcript[], wanted: Wanted, output: Output): number {
  const verdicts = judgeAll(service, transcripts);
  const accepted = readAccepted(typeof wanted.accepted === 'string' ? wanted.accepted : undefined);
  const outcome = outcomeOf(verdicts, balanceOf(differencesOf(verdicts), accepted));
  for (const [option, write] of Object.entries(FILES)) {
    const path = wanted[option];
    if (typeof path === 'string') output.file(path, write(outcome));
  }
  output.say(terminal(outcome));
  return outcome.failures.length === 0 ? 0 : 1;
}
