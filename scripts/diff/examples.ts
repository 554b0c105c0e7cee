// Changes of examples, which a diff of documents ignores: the mock answers with them, and docs and tests quote them.
import type { Bundle } from '../lib/bundle.ts';
import type { Change } from './change.ts';

/** Every example that came, went or changed; the rows of the error catalogue are not among them. */
export function exampleChanges(base: Bundle, revision: Bundle): Change[] {
  const [before, after] = [examplesOf(base), examplesOf(revision)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const change = (what: string): Change[] => [{ bump: 'patch', where: `example \`${name}\``, what }];
    if (!after.has(name)) return change('is gone');
    if (!before.has(name)) return change('is new');
    return before.get(name) === after.get(name) ? [] : change('has another value');
  });
}

function examplesOf({ components: { examples = {} } }: Bundle): Map<string, string> {
  const plain = Object.entries(examples).filter(([, example]) => !('x-error' in example));
  return new Map(plain.map(([name, { value }]) => [name, JSON.stringify(value)]));
}
