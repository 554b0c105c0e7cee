/** Shows a run to a person: in eighty columns, and as well in a log. */
import { aligned } from '@wallet-operations/reports';
import { printable } from '@wallet-operations/serving';
import {
  byOperation,
  callsInWords,
  countsOf,
  FACT_VERDICTS,
  passedInWords,
  POINT_VERDICTS,
  type Outcome,
} from './outcome.ts';

const COLUMNS = 80;

/** The summary. */
export function terminal({ verdicts, balance, failures }: Outcome): string {
  const { points, facts } = verdicts;
  const rows = [...byOperation(facts)].map(([operationId, own]) => [
    operationId,
    ...FACT_VERDICTS.map((verdict) => String(own.filter((fact) => fact.verdict === verdict).length)),
  ]);
  const parts = [
    facts.length === 0
      ? []
      : aligned([['Operation', 'Agrees', 'Differs', 'Not seen', 'Not asked'], ...rows], [1, 2, 3, 4]),
    titled(
      'Differs:',
      balance.open.map(({ what, evidence }) => `${what}: ${evidence}`),
    ),
    titled(
      'Differs, and is accepted:',
      balance.accepted.map(({ what, reason }) => `${what}: ${reason}`),
    ),
    [
      callsInWords(verdicts),
      ...wrapped(
        `Open points: ${countsOf(
          [...points.values()].map(({ verdict }) => verdict),
          POINT_VERDICTS,
        )}`,
      ),
      ...wrapped(
        `Facts: ${countsOf(
          facts.map(({ verdict }) => verdict),
          FACT_VERDICTS,
        )}`,
      ),
    ],
    failures.length === 0 ? [passedInWords({ balance })] : titled('Failed:', failures),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map(printable).join('\n'))
    .join('\n\n')}\n`;
}

const titled = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [title, ...lines.flatMap((line) => wrapped(line, '  '))];

/** Lines of a text; those after the first are indented by more. */
export function wrapped(text: string, indent = ''): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    const isFull = line.trim() !== '' && line.length + 1 + word.length > COLUMNS;
    if (isFull) lines.push(line);
    line = isFull ? `${indent}  ${word}` : line.trim() === '' ? line + word : `${line} ${word}`;
  }
  return [...lines, line];
}
