/** A run as Markdown, for a pull request or a wiki: every verdict, and what shows it. */
import { printable } from '@wallet-operations/serving';
import {
  byOperation,
  callsInWords,
  cellOf,
  countsOf,
  FACT_KINDS,
  FACT_VERDICTS,
  passedInWords,
  POINT_VERDICTS,
  type Outcome,
} from './outcome.ts';

/** The file. */
export function markdown({ verdicts, balance, failures }: Outcome): string {
  const { points, facts } = verdicts;
  const parts = [
    '# Conformance',
    failures.length === 0 ? passedInWords({ balance }) : `Failed: ${failures.join('; ')}.`,
    `${callsInWords(verdicts)}.`,
    `Open points: ${countsOf(
      [...points.values()].map(({ verdict }) => verdict),
      POINT_VERDICTS,
    )}.`,
    `Facts: ${countsOf(
      facts.map(({ verdict }) => verdict),
      FACT_VERDICTS,
    )}.`,
    ...list(
      '## Differs',
      balance.open.map(({ what, evidence }) => `**${what}**: ${evidence}`),
    ),
    ...list(
      '## Differs, and is accepted',
      balance.accepted.map(({ what, evidence, reason }) => `**${what}**: ${evidence} (${reason})`),
    ),
    '## Open points',
    table(
      ['Point', 'Verdict', 'What shows it'],
      [...points].map(([id, { verdict, evidence }]) => [`\`${id}\``, verdict, evidence]),
    ),
    ...(facts.length === 0
      ? []
      : [
          '## Operations',
          'Of each kind of fact: how many agree / differ / are not observable by reads / were not asked.',
          table(
            ['Operation', ...FACT_KINDS],
            [...byOperation(facts)].map(([operationId, own]) => [
              `\`${operationId}\``,
              ...FACT_KINDS.map((kind) => cellOf(own, kind)),
            ]),
          ),
        ]),
  ];
  return `${parts.join('\n\n')}\n`;
}

const list = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [title, lines.map((line) => `- ${inLine(line)}`).join('\n')];

/** A table, whatever its cells have in them. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(inLine).join(' | ')} |`).join('\n');

/** Nothing of an answer, or of who edited a transcript, can end a cell, begin a tag, a link or an image, or call somebody. */
export const inLine = (text: string): string =>
  printable(text.replace(/[\r\n]+/g, ' '))
    .replace(/[|<>[\]]|:(?=\/\/)|(?<=www)\./g, (character) => `&#${String(character.charCodeAt(0))};`)
    .replaceAll('@', '@<!-- -->');
