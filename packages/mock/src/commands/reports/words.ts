/** How every report says what was found. */
import { inWords } from '@wallet-operations/validator';
import { KINDS } from '../../proxy/kinds.ts';
import type { ReportedProblem } from '../../proxy/report.ts';
import type { Coverage, DocumentedAnswer } from '../../proxy/coverage.ts';

/** Where it was, and what was wrong there. */
export const finding = (problem: ReportedProblem): string => `${whereOf(problem)} ${inWords(problem).trim()}`;

/** Its kind, in words. */
export const kindOf = ({ kind }: ReportedProblem): string => KINDS[kind].title;

/** How often it came. */
export const timesOf = ({ count }: ReportedProblem): string => (count === 1 ? 'once' : `${String(count)} times`);

/** One line about how much was seen. */
export const coverageLine = ({ percent, seen, all }: Coverage): string =>
  `coverage ${String(percent)} %: ${String(seen)} of ${String(all)} documented answers`;

/** What was never seen, one line for each operation: `listWallets 200, 403 header_not_found`. */
export const missingLines = ({ missing }: Coverage): string[] =>
  [...Map.groupBy(missing, ({ operationId }) => operationId)].map(
    ([operationId, answers]) => `${operationId} ${statusesOf(answers).join(', ')}`,
  );

const statusesOf = (answers: readonly DocumentedAnswer[]): string[] =>
  [...Map.groupBy(answers, ({ status }) => status)].map(([status, rows]) =>
    [String(status), ...rows.flatMap(({ row }) => row ?? [])].join(' '),
  );

const whereOf = ({ in: place, status }: ReportedProblem): string =>
  place === 'request'
    ? `request (answered with ${String(status ?? 'nothing')}):`
    : `response ${String(status ?? 'none')}:`;
