// Redocly's command line, and its lint findings in the form in which the build reports them.
import { Problem, type Finding } from './problems.ts';
import { ROOT } from './paths.ts';
import { runTool, type ToolResult } from './tool.ts';
import type { Build } from './build.ts';

interface Report {
  problems: {
    ruleId: string;
    message: string;
    suggest: string[];
    location: { source: { ref: string }; pointer?: string; start: { line: number; col: number } }[];
    from?: { source: { ref: string }; start?: { line: number; col: number } };
  }[];
}

/** A finding, and the pointer to it within its file if Redocly gives one. */
export interface RedoclyFinding extends Finding {
  pointer?: string;
}

/** Runs `redocly` in the top folder, where its configuration is. */
export async function redocly(args: readonly string[], build: Build): Promise<ToolResult> {
  return runTool('@redocly/cli', 'redocly', args, { cwd: ROOT, signal: build.signal });
}

/** Everything that Redocly's rules find in a document. */
export async function redoclyLint(file: string, build: Build): Promise<RedoclyFinding[]> {
  const result = await redocly(['lint', file, '--format', 'json', '--max-problems', '1000'], build);
  if (!result.stdout.startsWith('{')) return [unreadable(file, result)];
  const { problems } = JSON.parse(result.stdout) as Report;
  return problems.map(({ ruleId, message, suggest, location: [place], from }) => {
    const parts = [relativePaths(message)];
    if (suggest.length > 0) parts.push(`Did you mean ${suggest.slice(0, 3).join(' or ')}?`);
    if (from?.start)
      parts.push(`Referred to in ${from.source.ref}:${String(from.start.line)}:${String(from.start.col)}.`);
    const where = place ? `${place.source.ref}:${String(place.start.line)}:${String(place.start.col)}` : `${file}:1:1`;
    return { where, rule: ruleId, message: parts.join(' '), ...(place?.pointer && { pointer: place.pointer }) };
  });
}

/** A root file that is no YAML gives no report: what is wrong, and where, is then in the text alone. */
function unreadable(file: string, { exitCode, stdout, stderr }: ToolResult): Finding {
  const syntaxError = /- (?<message>.*) in ".*" \((?<line>\d+):(?<column>\d+)\)/.exec(stderr)?.groups;
  if (!syntaxError) {
    throw new Problem(`redocly lint ${file} ended with ${String(exitCode)} and no report:\n${stderr}${stdout}`.trim());
  }
  const { message = '', line = '1', column = '1' } = syntaxError;
  return { where: `${file}:${line}:${column}`, rule: 'yaml', message };
}

function relativePaths(message: string): string {
  return message.replaceAll(`${ROOT}/`, '').replaceAll(`${ROOT}\\`, '');
}
