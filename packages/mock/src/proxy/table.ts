/** Shows a report to a person. */
import { printable } from '../log.ts';
import type { OperationReport, ProxyReport, ReportedProblem } from './report.ts';

/** A table of the operations, what is wrong with each, and a last line that says how it went. */
export function table(report: ProxyReport, operationsInAll: number): string {
  const { operations, requests, problems, ok } = report;
  const rows = operations.map((operation) => [
    operation.name,
    String(operation.requests),
    statuses(operation),
    String(operation.problems.reduce((count, problem) => count + problem.count, 0)),
  ]);
  const lines = aligned([['Operation', 'Requests', 'Answers', 'Problems'], ...rows]);
  const seen = operations.filter(({ operationId }) => operationId !== undefined).length;
  const details = operations.flatMap(({ name, problems: own }) =>
    own.map(
      (problem) => `${name} ${where(problem)}: ${problem.path.join('.')} ${problem.message}${times(problem.count)}`,
    ),
  );
  const total = [
    `${String(seen)} of ${String(operationsInAll)} operations`,
    `${String(requests)} request${requests === 1 ? '' : 's'}`,
    `${String(problems)} problem${problems === 1 ? '' : 's'}`,
  ].join(', ');
  const verdict = ok ? '' : problems > 0 ? '' : ': nothing was answered, so nothing was checked';
  const parts = [lines.join('\n'), details.map(printable).join('\n'), `${total}${verdict}`];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const where = ({ in: place, status }: ReportedProblem): string =>
  place === 'request' ? 'request' : `response ${String(status)}`;

const times = (count: number): string => (count > 1 ? ` (${String(count)} times)` : '');

function statuses({ statuses: counts, incomplete }: OperationReport): string {
  const each = Object.entries(counts).map(
    ([status, count]) => `${status === '0' ? 'none' : status}${count > 1 ? ` x${String(count)}` : ''}`,
  );
  return [...each, ...(incomplete > 0 ? [`${String(incomplete)} not whole`] : [])].join(', ');
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const clean = rows.map((row) => row.map(printable));
  const widths = clean.reduce<number[]>((most, row) => row.map((cell, i) => Math.max(cell.length, most[i] ?? 0)), []);
  return clean.map((row) =>
    row
      .map((cell, i) => (i % 2 === 1 ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
