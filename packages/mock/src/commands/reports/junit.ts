/** The report as JUnit XML, which every CI shows: a suite for each operation, a test for each status that came and each breach. */
import type { DocumentedAnswer } from '../../proxy/coverage.ts';
import type { ProxyReport, ReportedProblem } from '../../proxy/report.ts';
import { finding, kindOf, timesOf } from './words.ts';

interface Test {
  readonly name: string;
  readonly failure?: { readonly type: string; readonly message: string };
  readonly skipped?: string;
}

interface Suite {
  readonly name: string;
  readonly tests: readonly Test[];
}

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
  const body = suites.map((suite) =>
    element(
      'testsuite',
      { name: suite.name, ...countsOf(suite.tests), ...skippedOf(suite) },
      suite.tests.map(testcaseOf(suite)),
    ),
  );
  const counts = countsOf(suites.flatMap(({ tests }) => tests));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', { name: 'wallet-mock proxy', ...counts }, body)}\n`;
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

const countsOf = (tests: readonly Test[]) => ({
  tests: String(tests.length),
  failures: String(tests.filter(({ failure }) => failure).length),
  errors: '0',
});

/** The format has this in a suite alone. */
const skippedOf = ({ tests }: Suite) => ({
  skipped: String(tests.filter(({ skipped }) => skipped !== undefined).length),
});

const testcaseOf =
  (suite: Suite) =>
  ({ name, failure, skipped }: Test): string =>
    element('testcase', { classname: suite.name, name }, [
      ...(failure ? [element('failure', failure, [])] : []),
      ...(skipped === undefined ? [] : [element('skipped', { message: skipped }, [])]),
    ]);

function element(name: string, attributes: Readonly<Record<string, string>>, children: readonly string[]): string {
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const start = `<${name}${said.join('')}`;
  return children.length === 0 ? `${start}/>` : `${start}>\n${children.join('\n')}\n</${name}>`;
}

/** A library for five characters would be one more for everybody to install. XML has no other control characters at all. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\x00-\x1f\x7f\ufffe\uffff]/g, '?')
    .replace(/[<>&"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
