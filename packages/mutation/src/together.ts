/** Which options do not go together: one of them would be ignored, would undo what the other is for, or would write over it. */
import { identityOf } from './files.ts';

/** What a merge looks at. */
const OF_MERGE: ReadonlySet<string> = new Set(['merge', 'threshold', 'help']);

/** Options that leave mutants out. */
const SOME = ['only', 'since', 'sample', 'shard'] as const;

/** Options that name a file to be written, and those that name one to be read. A baseline may be written anew. */
const WRITTEN = ['report', 'json', 'write-baseline'] as const;
const READ = ['suite', 'since', 'baseline'] as const;

/** What is wrong with options beside each other; undefined if nothing is. */
export function togetherOf(values: Readonly<Record<string, unknown>>, files: readonly string[]): string | undefined {
  const given = Object.keys(values).filter((name) => values[name] !== undefined && values[name] !== false);
  if (values.merge === true) {
    const idle = given.find((name) => !OF_MERGE.has(name));
    return idle && `--${idle} does nothing beside --merge, which reads reports. Give it where the shares are judged.`;
  }
  const some = SOME.find((name) => given.includes(name));
  if (some !== undefined && given.includes('write-baseline'))
    return `--write-baseline beside --${some} would forget the survivors that are not judged. Write it by a run of all mutants.`;
  return writtenOver(values, files);
}

function writtenOver(values: Readonly<Record<string, unknown>>, files: readonly string[]): string | undefined {
  const taken = new Map(files.map((file) => [identityOf(file), 'what is judged']));
  for (const name of READ) if (typeof values[name] === 'string') taken.set(identityOf(values[name]), `--${name}`);
  for (const name of WRITTEN) {
    const file = values[name];
    if (typeof file !== 'string') continue;
    const other = taken.get(identityOf(file));
    if (other !== undefined && !(name === 'write-baseline' && other === '--baseline'))
      return `--${name} would write over ${file}, which is ${other}. Give it a file of its own.`;
    taken.set(identityOf(file), `--${name}, too`);
  }
  return undefined;
}
