/** The report: what was measured as tables and a chart, with all that someone needs who measures again. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { chart } from './chart.ts';
import { claimedOf, claimOf, quantity, ratioOf, ratioText } from './format.ts';
import { versions } from '../peers.ts';
import { isKept, type Candidate, type Comparison } from '../suite.ts';

const FOLDER = join(import.meta.dirname, '..', 'results');

/** What one suite found. */
export interface Section {
  readonly title: string;
  readonly comparisons: readonly Comparison[];
  /** When, and on what: the day as `2026-11-27`, the version of Node.js, and how many cores there were. */
  readonly measured?: { readonly day: string; readonly node: string; readonly cores: number };
}

/** What was measured, and with what. */
export interface Results {
  readonly versions: Readonly<Record<string, string>>;
  readonly sections: readonly Section[];
}

/**
 * Writes everything that is committed of a run, with what was there before it beside ours. What was not measured stays as it was.
 *
 * @param titles - of all sections, in their order
 */
export async function writeReport(measured: readonly Section[], titles: readonly string[]): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const known = existsSync(join(FOLDER, 'results.json')) ? readResults().sections : [];
  const day = new Date().toISOString().slice(0, 10);
  const own = { measured: { day, node: process.versions.node, cores: availableParallelism() } };
  const all = [...withBefore(measured, known).map((section) => ({ ...section, ...own })), ...known];
  const sections = titles.flatMap((title) => all.find((section) => section.title === title) ?? []);
  const results = { versions, sections };
  writeFileSync(join(FOLDER, 'results.json'), await pretty('results.json', JSON.stringify(results, rounded)));
  for (const [file, text] of Object.entries(await rendered(readResults()))) writeFileSync(join(FOLDER, file), text);
}

/** The sections, in which our candidates have the ratio that they had in others. */
export function withBefore(sections: readonly Section[], others: readonly Section[]): Section[] {
  const earlier = others.flatMap(({ comparisons }) => comparisons);
  const before = ({ title }: Comparison, { name }: Candidate): number | undefined =>
    earlier.find((each) => each.title === title)?.candidates.find((each) => each.name === name)?.ratio;
  return sections.map((section) => ({
    ...section,
    comparisons: section.comparisons.map((comparison) => ({
      ...comparison,
      candidates: comparison.candidates.map((candidate) => {
        const ratio = candidate.own ? before(comparison, candidate) : undefined;
        return ratio === undefined ? candidate : { ...candidate, before: ratio };
      }),
    })),
  }));
}

/** The results of the last run that was written. */
export const readResults = (): Results => JSON.parse(readFileSync(join(FOLDER, 'results.json'), 'utf8')) as Results;

/** The files that show results, by their names. */
export async function rendered(results: Results): Promise<Record<string, string>> {
  return {
    'README.md': await pretty('README.md', report(results)),
    'chart.svg': chart(results.sections.flatMap(({ comparisons }) => comparisons)),
  };
}

/** The tables alone, as a terminal shows them. */
export const tables = (sections: readonly Section[]): Promise<string> =>
  pretty('tables.md', sections.map(section).join('\n'));

/** What means something even where it was measured in a hurry. */
export const steadyOf = (sections: readonly Section[]): Section[] =>
  sections.map((each) => ({ ...each, comparisons: each.comparisons.filter(({ steady }) => steady) }));

/** Every promise that was not kept, as a line. */
export function brokenClaims(sections: readonly Section[]): string[] {
  const comparisons = sections.flatMap((each) => each.comparisons);
  return comparisons.flatMap((comparison) =>
    comparison.candidates
      .filter((candidate) => !isKept(comparison, candidate))
      .map((candidate) => {
        const [claim, figure] = [claimOf(comparison, candidate), claimedOf(comparison, candidate)];
        return `${comparison.title}, ${candidate.name}: ${claim} (${figure})`;
      }),
  );
}

function report({ versions: exact, sections }: Results): string {
  const named = Object.entries(exact).map(([name, version]) => `${name} ${version}`);
  return `# Measured side by side

Written by \`npm run bench\`. A ratio compares a candidate with the first of its table within one round; shown are the median of all
rounds, in brackets the quartiles, and after them the median in the report before this one. The figures in front are medians, too, of
one machine on one day: they mean little elsewhere, and where rounds differ much, their quotient is another than the ratio. A ratio
without brackets has no quartiles that are others than it, or was measured once.

![The ratios of eight of the tables below as bars](chart.svg)

## What is promised

Of the median of all rounds, where a single one may be beyond it, or of the one figure of what is measured once.

${promises(sections.flatMap(({ comparisons }) => comparisons))}
${sections.map(section).join('\n')}
## Measured with

${named.join(', ')}.
`;
}

/** Everything that is promised, a line each. */
function promises(comparisons: readonly Comparison[]): string {
  const rows = comparisons.flatMap((comparison) => {
    const { title, candidates } = comparison;
    return candidates.flatMap((candidate) =>
      candidate.claim
        ? [
            [
              title,
              candidate.name,
              candidates[0]?.name,
              claimedOf(comparison, candidate),
              claimOf(comparison, candidate),
            ],
          ]
        : [],
    );
  });
  return [['', '', 'beside', 'measured', 'promised'], ['-', '-', '-', '-:', '-'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
}

function section({ title, comparisons, measured }: Section): string {
  const where = measured && `On ${measured.day}, with Node.js ${measured.node} on ${String(measured.cores)} cores.`;
  return `## ${title}\n\n${where === undefined ? '' : `${where}\n\n`}${comparisons.map(table).join('\n')}`;
}

function table(comparison: Comparison): string {
  const { title, note, better, candidates } = comparison;
  const rows = candidates.map((candidate) => [
    candidate.own ? `**${candidate.name}**` : candidate.name,
    quantity(comparison, candidate.value),
    ratioOf(candidate),
    candidate.before === undefined ? '' : `${ratioText(candidate.before)}×`,
    claimOf(comparison, candidate),
  ]);
  const lines = [['', `${better} is better`, 'ratio', 'before', 'promised'], ['-', '-:', '-:', '-:', '-'], ...rows];
  const isUsed = (column: number): boolean => rows.some((cells) => cells[column] !== '');
  const body = lines.map((cells) => `| ${cells.filter((_, column) => isUsed(column)).join(' | ')} |\n`).join('');
  return `### ${title}\n\n${note ? `${note}\n\n` : ''}${body}`;
}

const pretty = async (name: string, text: string): Promise<string> => {
  const filepath = join(FOLDER, name);
  return format(text, { ...(await resolveConfig(filepath)), filepath });
};

/** No more digits than were measured, or every run would change every line. */
const rounded = (_key: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(4)) : value;
