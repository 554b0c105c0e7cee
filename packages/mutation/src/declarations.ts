/** Declared equivalents: which mutants they mean, and which of them do not hold. */
import type { Equivalent } from './config.ts';
import type { Judged } from './judged.ts';
import type { Mutant } from './mutants.ts';

/** A pattern that remembers where it was would match every other name. */
export function withoutState(one: Equivalent): Equivalent {
  const { mutants } = one;
  if (typeof mutants === 'string') return one;
  return { ...one, mutants: new RegExp(mutants.source, mutants.flags.replace(/[gy]/g, '')) };
}

/** Whether a declaration means the mutant of that name. */
export function matches({ mutants }: Equivalent, name: string): boolean {
  return typeof mutants === 'string' ? mutants === name : mutants.test(name);
}

/** The declarations that do not hold, one sentence each. */
export function staleOf(
  equivalents: readonly Equivalent[],
  all: readonly Mutant[],
  judged: readonly Judged[],
): readonly string[] {
  return equivalents.flatMap((one) => {
    if (!all.some(({ name }) => matches(one, name)))
      return [`${String(one.mutants)} is declared equivalent, and there is no such mutant`];
    return judged
      .filter(({ name, killed }) => killed && matches(one, name))
      .map(({ name }) => `${name} is declared equivalent (${String(one.mutants)}), and is killed`);
  });
}
