/** The report as JUnit XML, which every CI shows: a suite for each operation, a test for each status that came and each breach. */
import { junitOf, type Suite, type Test } from '@wallet-operations/reports';
import type { DocumentedAnswer } from '../../proxy/coverage.ts';
import type { ProxyReport, ReportedProblem } from '../../proxy/report.ts';
import { finding, kindOf, timesOf } from './words.ts';

/** The file. An operation that never came is a skipped test. */
export function junit(report: ProxyReport): string {
  const suites: Suite[] = [
    ...report.operations.map(({ name, statuses, problems }) => ({
      name,
      tests: [...Object.keys(statuses).filter(isStatus).map(statusTest), ...problems.map(problemTest)],
    })),
    ...neverCalled(report).map((name) => ({ name, tests: [{ name: 'any answer', skipped: 'was never called' }] })),
    { name: 'the run', tests: runTests(report) },
  ];
  return junitOf('wallet-mock proxy', suites);
}

/** That no answer came is a finding of its own, and nothing that went well. */
const isStatus = (status: string): boolean => status !== '0';

const statusTest = (status: string): Test => ({ name: `answers with ${status}` });

function problemTest(problem: ReportedProblem): Test {
  const name = finding(problem);
  if (!problem.fails) return { name };
  return { name, failure: { type: problem.kind, message: `${kindOf(problem)}, ${timesOf(problem)}` } };
}

const runTests = ({ reasons }: ProxyReport): Test[] =>
  reasons.length === 0
    ? [{ name: 'saw enough' }]
    : reasons.map((message) => ({ name: 'saw enough', failure: { type: 'coverage', message } }));

function neverCalled({ operations, coverage }: ProxyReport): string[] {
  const names = coverage.missing.map(({ operationId }: DocumentedAnswer) => operationId);
  return [...new Set(names).difference(new Set(operations.map(({ name }) => name)))];
}
