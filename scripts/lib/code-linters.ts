// What ESLint and Prettier find in the code and the texts, in the form in which the document's findings come.
import { relative } from 'node:path';
import type { Build } from './build.ts';
import { ROOT } from './paths.ts';
import { Problem, type Finding } from './problems.ts';
import { runTool } from './tool.ts';

/** What a file gets that Prettier would write otherwise. */
export const notFormatted = (file: string): Finding => ({
  where: `${file}:1:1`,
  rule: 'format',
  message: 'Not as Prettier writes it. npm run format mends it.',
});

interface EslintReport {
  filePath: string;
  messages: { ruleId: string | null; message: string; line?: number; column?: number }[];
}

/** ESLint's findings among those of its results that have any; warnings count, for nobody reads them. */
export function findingsOf(reports: readonly EslintReport[]): Finding[] {
  return reports.flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, message, line = 1, column = 1 }) => ({
      where: `${relative(ROOT, filePath).replaceAll('\\', '/')}:${String(line)}:${String(column)}`,
      rule: ruleId ?? 'syntax',
      message,
    })),
  );
}

/** Everything that ESLint finds. */
export async function eslintFindings({ signal }: Build): Promise<Finding[]> {
  const result = await runTool('eslint', 'eslint', ['.', '--format', 'json'], { cwd: ROOT, signal });
  if (!result.stdout.startsWith('['))
    throw new Problem(`eslint gave no report:\n${result.stderr}${result.stdout}`.trim());
  return findingsOf(JSON.parse(result.stdout) as EslintReport[]);
}

/** Every file that is not as Prettier writes it, and every one that it cannot read. */
export async function prettierFindings({ signal }: Build): Promise<Finding[]> {
  const result = await runTool('prettier', 'prettier', ['--list-different', '.'], { cwd: ROOT, signal });
  const broken = [
    ...result.stderr.matchAll(/^\[error\] (?<file>.+?): (?<message>\w*Error: .*) \((?<place>\d+:\d+)\)$/gm),
  ];
  if (result.exitCode > 1 && broken.length === 0)
    throw new Problem(`prettier gave no report:\n${result.stderr}`.trim());
  const unreadable = broken.map(({ groups: { file = '', message = '', place = '1:1' } = {} }) => ({
    where: `${file}:${place}`,
    rule: 'syntax',
    message,
  }));
  return [...unreadable, ...result.stdout.split('\n').filter(Boolean).map(notFormatted)];
}
