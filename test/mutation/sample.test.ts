// A sample of the mutation run, quick enough for every change: of each kind of mutant some, and the comparison and the contract must
// notice. `npm run test:mutation` judges all of them.
import { mutantsOf } from '@wallet-operations/spec-mutation';
import { describe, expect, test } from 'vitest';
import run from './config.ts';

const mutants = mutantsOf(run.document, run.mutators);
const isEquivalent = (name: string): boolean =>
  (run.equivalents ?? []).some(({ mutants: meant }) => (typeof meant === 'string' ? meant === name : meant.test(name)));

/** The first, the middle and the last of each kind, of those that concern few operations. */
const sample = Object.values(Object.groupBy(mutants, ({ kind }) => kind)).flatMap((all = []) => {
  const few = all.filter(({ owners, name }) => owners?.length === 1 && !isEquivalent(name));
  return [few.at(0), few.at(few.length / 2), few.at(-1)].filter((one) => one !== undefined);
});

async function firstOf(suite: string, subject: (typeof mutants)[number] | undefined): Promise<string | undefined> {
  const ask = run.suites[suite];
  if (!ask) throw new Error(`there is no suite ${suite}`);
  const document = subject?.document() ?? run.document;
  for await (const finding of await ask({ document, owners: subject?.owners })) return finding;
  return undefined;
}

describe.each(Object.keys(run.suites))('%s', (suite) => {
  test('finds nothing wrong with the document as it is', async () => {
    expect(await firstOf(suite, undefined)).toBeUndefined();
  });
});

test.each(sample.map((mutant) => [mutant.name, mutant] as const))('%s is noticed', async (_, mutant) => {
  expect((await firstOf('facts', mutant)) ?? (await firstOf('contract', mutant))).toBeTypeOf('string');
});
