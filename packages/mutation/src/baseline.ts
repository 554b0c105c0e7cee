/** Baselines: the names of mutants that are known to survive, so that only new ones fail. */
import { isNode, nodes, type Node } from './document.ts';
import type { Judged } from './judged.ts';
import type { Mutant } from './mutants.ts';
import { UnusableError } from './usable.ts';

/**
 * The names that a baseline has: one a line, or those that survived by a report of `--json`.
 *
 * @throws UnusableError for a text that begins as such a report, and is none.
 */
export function namesOfBaseline(file: string, text: string): readonly string[] {
  if (!text.trimStart().startsWith('{'))
    return text
      .split(/\r?\n/)
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.replace(/^\\/, ''));
  const documents = Object.values(filesOf(file, text));
  return documents.flatMap((one) => {
    if (!isNode(one) || !Array.isArray(one.mutants)) return refuse(file, 'it has no mutants of a document.');
    return nodes(one.mutants).flatMap(({ id, status }) => (status === 'Survived' ? [String(id)] : []));
  });
}

function filesOf(file: string, text: string): Node {
  let report: unknown;
  try {
    report = JSON.parse(text);
  } catch (error) {
    return refuse(file, (error as Error).message);
  }
  return isNode(report) && isNode(report.files) ? report.files : refuse(file, 'it has no files.');
}

function refuse(file: string, why: string): never {
  throw new UnusableError(`${file} is no baseline: it begins as a report of --json, and ${why}`);
}

/** The names of a baseline that hold no more, one sentence each. Of mutants that were not judged nobody knows. */
export function outdatedOf(
  names: ReadonlySet<string>,
  all: readonly Mutant[],
  judged: readonly Judged[],
): readonly string[] {
  const left = new Set(names);
  for (const { name } of all) left.delete(name);
  const told = judged.filter(({ name, killed, equivalent }) => names.has(name) && (killed || equivalent !== undefined));
  return [
    ...[...left].map((name) => `${name} is in the baseline, and there is no such mutant`),
    ...told.map(
      ({ name, equivalent }) =>
        `${name} is in the baseline, and ${equivalent === undefined ? 'is killed' : 'is declared equivalent'}`,
    ),
  ];
}

/** A baseline that knows all who survived this run. */
export function baselineOf({ mutants }: { readonly mutants: readonly Judged[] }): string {
  const survived = mutants.filter(({ killed, equivalent }) => !killed && equivalent === undefined);
  return [
    '# Mutants that survive, and are known to. Only others fail a run.',
    ...survived.map(({ name }) => name.replace(/^[#\\]/, '\\$&')), // a name, and no remark
    '',
  ].join('\n');
}
