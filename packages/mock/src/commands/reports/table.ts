/** Shows a report to a person. */
import { aligned } from '@wallet-operations/reports';
import { printable } from '@wallet-operations/serving';
import type { OperationReport, ProxyReport, ReportedProblem } from '../../proxy/report.ts';
import { coverageLine, finding, kindOf, missingLines, timesOf } from './words.ts';

/** What the report does not say by itself. */
export interface TableOptions {
  readonly operationsInAll: number;
  /** Whether to list what was never seen. */
  readonly missing: boolean;
}

/** A table of the operations, what was found at each, how much was seen, and lines that say how it went. */
export function table(report: ProxyReport, { operationsInAll, missing }: TableOptions): string {
  const { operations, requests, problems, coverage, reasons } = report;
  const rows = operations.map((operation) => [
    operation.name,
    String(operation.requests),
    statuses(operation),
    String(countOf(operation.problems.filter(({ fails }) => fails))),
  ]);
  const found = (fails: boolean): string[] =>
    operations.flatMap(({ name, problems: own }) =>
      own
        .filter((problem) => problem.fails === fails)
        .map((problem) => `${name} ${finding(problem)}; ${kindOf(problem)}${often(problem)}`),
    );
  const seen = operations.filter(({ operationId }) => operationId !== undefined).length;
  const total = [
    `${String(seen)} of ${String(operationsInAll)} operations`,
    `${String(requests)} request${requests === 1 ? '' : 's'}`,
    `${String(problems)} problem${problems === 1 ? '' : 's'}`,
  ].join(', ');
  const parts = [
    aligned(
      [['Operation', 'Requests', 'Answers', 'Problems'], ...rows].map((row) => row.map(printable)),
      [1, 3],
    ),
    titled('Problems', found(true)),
    titled('No problems, but worth knowing', found(false)),
    missing ? titled('Never seen', missingLines(coverage)) : [],
    [total, coverageLine(coverage), ...reasons],
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map(printable).join('\n'))
    .join('\n\n')}\n`;
}

const titled = (title: string, lines: readonly string[]): string[] => (lines.length > 0 ? [`${title}:`, ...lines] : []);

const countOf = (problems: readonly ReportedProblem[]): number => problems.reduce((all, { count }) => all + count, 0);

const often = (problem: ReportedProblem): string => (problem.count > 1 ? `, ${timesOf(problem)}` : '');

function statuses({ statuses: counts, incomplete }: OperationReport): string {
  const each = Object.entries(counts).map(
    ([status, count]) => `${status === '0' ? 'none' : status}${count > 1 ? ` x${String(count)}` : ''}`,
  );
  return [...each, ...(incomplete > 0 ? [`${String(incomplete)} not whole`] : [])].join(', ');
}
