/** Baselines: the names of mutants that are known to survive, so that only new ones fail. */
import type { Result } from './run.ts';

/**
 * The names that a baseline has: one a line, or those that survived by a report of `--json`.
 */
export function namesOfBaseline(text: string): readonly string[] {
  if (!text.trimStart().startsWith('{'))
    return text
      .split(/\r?\n/)
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.replace(/^\\/, ''));
  const { files = {} } = JSON.parse(text) as {
    files?: Record<string, { mutants: readonly { id: string; status: string }[] }>;
  };
  return Object.values(files).flatMap(({ mutants }) =>
    mutants.filter(({ status }) => status === 'Survived').map(({ id }) => id),
  );
}

/** A baseline that knows all who survived this run. */
export function baselineOf({ mutants }: Result): string {
  const survived = mutants.filter(({ killed, equivalent }) => !killed && equivalent === undefined);
  return [
    '# Mutants that survive, and are known to. Only others fail a run.',
    ...survived.map(({ name }) => name.replace(/^[#\\]/, '\\$&')), // a name, and no remark
    '',
  ].join('\n');
}
