/** The report as annotations of a GitHub workflow: lines that its runner takes from the output. */
import type { ProxyReport } from '../../proxy/report.ts';
import { coverageLine, finding, kindOf, timesOf } from './words.ts';

/** An error for each problem, a notice for what does no harm. */
export function github(report: ProxyReport): string {
  const found = report.operations.flatMap(({ name, problems }) =>
    problems.map((problem) =>
      annotation(
        problem.fails ? 'error' : 'notice',
        `${name}: ${kindOf(problem)}`,
        `${finding(problem)}, ${timesOf(problem)}`,
      ),
    ),
  );
  const run = [
    ...report.reasons.map((reason) => annotation('error', 'The run', reason)),
    annotation('notice', 'Coverage', coverageLine(report.coverage)),
  ];
  return `${[...found, ...run].join('\n')}\n`;
}

const annotation = (level: 'error' | 'notice', title: string, message: string): string =>
  `::${level} title=${inProperty(title)}::${inMessage(message)}`;

/** The runner's own escapes: without them a line break would end the annotation, or begin another command. */
const inMessage = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const inProperty = (text: string): string => inMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
