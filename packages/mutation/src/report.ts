/** Says what a run has found: a table and the survivors for a terminal, and everything else for a report in Markdown. */
import { isByCrash, isKilledBy, type Judged } from './judged.ts';
import type { Estimate, Result } from './run.ts';
import type { Counted } from './unchanged.ts';

type Row = readonly string[];

/** The table, by kind: how many mutants there are, how many were killed at all, and by each suite. */
export function rowsOf({ suites, mutants }: Result): readonly Row[] {
  const kinds = [...new Set(mutants.map(({ kind }) => kind))].sort();
  const row = (title: string, of: readonly Judged[]): Row => {
    const counted = of.filter(({ equivalent }) => equivalent === undefined);
    const killed = counted.filter((mutant) => mutant.killed);
    return [
      title,
      String(of.length),
      String(of.length - counted.length),
      String(killed.length),
      String(counted.length - killed.length),
      ...suites.map((suite) => String(counted.filter((mutant) => isKilledBy(mutant, suite)).length)),
    ];
  };
  return [
    ['kind', 'mutants', 'equivalent', 'killed', 'survived', ...suites.map((suite) => `by ${suite}`)],
    ...kinds.map((kind) =>
      row(
        kind,
        mutants.filter((mutant) => mutant.kind === kind),
      ),
    ),
    row('all', mutants),
  ];
}

/** As many of a sort as somebody reads in a terminal. */
const SHOWN = 200;

/** For a terminal. */
export function textOf(result: Result): string {
  const { survivors, stale, below, outdated, unchanged, unreachable } = result;
  return [
    aligned(rowsOf(result)),
    '',
    ...shown(
      'survived',
      survivors.map(({ name }) => name),
    ),
    ...stale.map((sentence) => `stale: ${sentence}`),
    ...below.map((sentence) => `below: ${sentence}`),
    ...shown('outdated', outdated),
    ...unchanged.map(({ what, count }) => `not changed: ${what} (${String(count)})`),
    ...unreachableLine(unreachable),
    summaryOf(result),
  ].join('\n');
}

function shown(word: string, lines: readonly string[]): readonly string[] {
  const more = lines.length - SHOWN;
  return [
    ...lines.slice(0, SHOWN).map((line) => `${word}: ${line}`),
    ...(more > 0 ? [`${word}: ${String(more)} more, which --report lists`] : []),
  ];
}

/** The score in one line. */
export function summaryOf(result: Result): string {
  const { score, asked, mutants, all, survivors, outdated, unchanged, unreachable, milliseconds } = result;
  const equivalents = mutants.filter(({ equivalent }) => equivalent !== undefined).length;
  const known = mutants.filter((one) => one.known && one.equivalent === undefined).length;
  const [crashed, late] = [mutants.filter(isByCrash).length, mutants.filter(({ isTimeout }) => isTimeout).length];
  const counts = [
    `${String(mutants.length)} mutants${mutants.length < all ? ` of ${String(all)}` : ''}`,
    `${String(equivalents)} of them equivalent`,
    `${String(survivors.length)} survived`,
    ...(crashed > 0 ? [`${String(crashed)} killed by a crash alone`] : []),
    ...(late > 0 ? [`${String(late)} killed by taking too long`] : []),
    ...(known > 0 ? [`${String(known)} known to survive`] : []),
    ...(outdated.length > 0 ? [`${counted(outdated.length, 'name')} of the baseline outdated`] : []),
    ...(unchanged.length > 0 ? [counted(sumOf(unchanged), 'place', 'not changed')] : []),
    ...(unreachable.length > 0 ? [counted(sumOf(unreachable), 'change', 'unreachable')] : []),
  ];
  return `score ${scored(score, asked)}: ${counts.join(', ')}, in ${duration(milliseconds)}`;
}

/** A score, and what it must be if anything. */
export function scored(score: number, asked: number | undefined): string {
  return `${percent(score)}${asked === undefined ? '' : ` (at least ${percent(asked)})`}`;
}

/** What a run would take. */
export function estimateOf({ mutants, milliseconds, workers, unchanged, unreachable }: Estimate): string {
  return [
    ...unchanged.map(({ what, count }) => `not changed: ${what} (${String(count)})`),
    ...unreachableLine(unreachable),
    `${String(mutants)} mutants, about ${duration(milliseconds)} with ${String(workers)} ${workers === 1 ? 'worker' : 'workers'}`,
  ].join('\n');
}

function unreachableLine(unreachable: readonly Counted[]): readonly string[] {
  const [first, ...others] = unreachable;
  if (!first) return [];
  const whose = others.length === 0 ? first.what : `${first.what} and ${String(others.length)} other components`;
  return [`unreachable: nothing refers to ${whose} (${counted(sumOf(unreachable), 'change')})`];
}

function counted(count: number, one: string, what = ''): string {
  return `${String(count)} ${one}${count === 1 ? '' : 's'} ${what}`.trimEnd();
}

function sumOf(counted: readonly Counted[]): number {
  return counted.reduce((sum, { count }) => sum + count, 0);
}

function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 600 ? `${String(seconds)} s` : `${String(Math.round(seconds / 60))} min`;
}

/** The whole report. */
export function markdownOf(result: Result): string {
  const { mutants, survivors, stale, below, outdated, suites, unchanged, unreachable } = result;
  const counted = mutants.filter(({ equivalent }) => equivalent === undefined);
  const equivalents = Map.groupBy(
    mutants.filter(({ equivalent }) => equivalent !== undefined),
    ({ equivalent }) => equivalent ?? '',
  );
  const broken = mutants.filter(
    ({ ended, verdicts }) => ended !== undefined || suites.some((suite) => verdicts[suite]?.crash !== undefined),
  );
  return (
    [
      '# Mutation report',
      summaryOf(result),
      table(rowsOf(result)),
      ...listed(
        'Survivors',
        survivors.map(({ name }) => name),
      ),
      ...listed(
        'Known to survive',
        counted.filter(({ known }) => known).map(({ name }) => name),
      ),
      ...listed('Declarations that do not hold', stale),
      ...listed('Kinds below their threshold', below),
      ...listed('Names of the baseline that are outdated', outdated),
      ...suites.flatMap((suite) =>
        listed(
          `Not noticed by ${suite}`,
          counted.filter((mutant) => mutant.killed && !isKilledBy(mutant, suite)).map(({ name }) => name),
        ),
      ),
      ...listed(
        'Noticed by a crash, not by a finding',
        broken.map((mutant) => `${mutant.name}: ${crashOf(mutant)}`),
      ),
      ...[...equivalents].flatMap(([because, group]) =>
        listed(
          `Equivalent: ${because}`,
          group.map(({ name }) => name),
        ),
      ),
      ...listed(
        'Not changed',
        unchanged.map(({ what, count }) => `${what}: ${String(count)}`),
      ),
      ...listed(
        'Unreachable: nothing refers to them',
        unreachable.map(({ what, count }) => `${what}: ${String(count)}`),
      ),
    ].join('\n\n') + '\n'
  );
}

function crashOf({ ended, verdicts }: Judged): string {
  return (
    ended ??
    Object.values(verdicts)
      .find(({ crash }) => crash !== undefined)
      ?.crash?.split('\n')[0] ??
    ''
  );
}

function listed(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0
    ? []
    : [`## ${title} (${String(items.length)})`, items.map((item) => `- ${code(item)}`).join('\n')];
}

/** Names hold whatever stands in a document: in code nothing of it is Markdown. */
function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`';
  return `${fence}${text.replaceAll('\n', ' ')}${fence}`;
}

function percent(value: number): string {
  return `${String(Math.floor(value * 100) / 100)} %`;
}

function table([head = [], ...body]: readonly Row[]): string {
  const line = (row: Row): string => `| ${row.join(' | ')} |`;
  return [line(head), `|${head.map((_, i) => (i === 0 ? '---' : '--:')).join('|')}|`, ...body.map(line)].join('\n');
}

function aligned(rows: readonly Row[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => (row[i] ?? '').length)));
  const pad = (cell: string, i: number): string =>
    i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0);
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
