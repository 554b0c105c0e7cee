/** The report that mutation-testing-report-schema describes: viewers for it show each mutant in its place. */
import { differencesOf } from './difference.ts';
import { at, type Node, type Pointer } from './document.ts';
import { isByCrash, isKilledBy, type Judged } from './judged.ts';
import { createListing } from './listing.ts';
import type { Mutant } from './mutants.ts';
import type { Result } from './run.ts';

/**
 * The report.
 *
 * @param file - the name under which the document is shown
 */
export function jsonReportOf(result: Result, file: string): object {
  const { document, suites, mutants, all, goal, stale } = result;
  const changes = mutants.map(({ mutant }) => changeIn(document, mutant));
  const { source, locationOf } = createListing(
    document,
    changes.map(({ pointer }) => pointer),
  );
  return {
    schemaVersion: '2.0',
    framework: { name: 'spec-mutation' },
    thresholds: { high: 100, low: Math.max(0, Math.min(100, Math.round(goal.threshold))) },
    config: { all, ...goal, stale }, // by which the reports of shares are merged
    files: {
      [file]: {
        language: 'json',
        source,
        mutants: mutants.map((one, i) => ({
          id: one.name,
          mutatorName: one.kind,
          description: one.name,
          location: locationOf(changes[i]?.pointer ?? []),
          replacement: changes[i]?.text ?? '',
          ...statusOf(one, suites),
        })),
      },
    },
    testFiles: { suites: { tests: suites.map((name) => ({ id: name, name })) } },
  };
}

/**
 * How a report tells of a mutant at which a suite broke. The schema's `RuntimeError` is not it: viewers leave those out of the score, as
 * if they had not been judged.
 */
export const BY_CRASH = 'by a crash alone, and no finding';

function statusOf(one: Judged, suites: readonly string[]): object {
  const { ended, isTimeout, killed, equivalent, verdicts } = one;
  if (equivalent !== undefined) return { status: 'Ignored', statusReason: equivalent };
  if (isTimeout) return { status: 'Timeout', statusReason: ended };
  if (!killed) return { status: 'Survived' };
  const by = suites.filter((suite) => isKilledBy(one, suite));
  const [first = ''] = by;
  return {
    status: 'Killed',
    statusReason: isByCrash(one)
      ? `${BY_CRASH}: ${ended ?? verdicts[first]?.crash ?? ''}`
      : (by.map((suite) => verdicts[suite]?.finding).find((finding) => finding !== undefined) ?? ''),
    ...(by.length > 0 && { killedBy: by }),
  };
}

/** The place that is shown: the one that differs, or the site where several do or something came that was not there. */
function changeIn(document: Node, mutant: Mutant): { pointer: Pointer; text: string } {
  const { pointer: site } = mutant;
  const node = mutant.node();
  if (!node) return { pointer: site, text: '' };
  const here = differencesOf(at(document, site), node, site); // and not from the root: a large document has wide maps on the way
  const found = here.length > 0 ? here : differencesOf(document, mutant.document());
  const [one] = found;
  if (found.length === 1 && one?.before !== undefined) return { pointer: one.pointer, text: textOf(one.after) };
  return {
    pointer: site,
    text: found.map(({ pointer, after }) => `${pointer.at(-1) ?? ''}: ${textOf(after)}`).join('\n'),
  };
}

function textOf(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}
