/**
 * The order in which files of tests are begun: those that take minutes first. By itself vitest begins the largest file first, and some of
 * the smallest take longest: begun last, they leave all cores but one idle.
 */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes a minute of the processor and more, the longest first. */
export const LONGEST: readonly string[] = [
  'conformance/variants-of-ours.slow.ts',
  'conformance/loop-contract.slow.ts',
  'conformance/variants-of-others.slow.ts',
  'docs/access.slow.ts',
  'docs/tasks.slow.ts',
  'docs/static.slow.ts',
  'release/release.slow.ts',
  'overlays/built.slow.ts',
  'build/build.slow.ts',
  'package/durable.slow.ts',
  'conformance/freedoms.slow.ts',
  'sandbox/payouts.slow.ts',
  'sandbox/books/books.slow.ts',
  'conformance/write/boundaries.slow.ts',
  'conformance/moments.slow.ts',
  'conformance/twice.slow.ts',
  'conformance/odd-answers.slow.ts',
  'client/adversary/enumerate-one.slow.ts',
];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = LONGEST.indexOf(slash(relative(import.meta.dirname, moduleId)));
  return place === -1 ? LONGEST.length : place;
};

const slash = (path: string): string => path.replaceAll('\\', '/');

const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;

/** For `sequence.sequencer` of a configuration. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => groupOf(a) - groupOf(b) || placeOf(a) - placeOf(b)); // which leaves the others as they are
  }
}
