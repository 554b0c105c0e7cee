/** Asks about the document as it is once more, when suites have seen mutants: what they keep of those would count as noticed. */
import type { Lane, Outcome } from './lane.ts';
import { UnusableError } from './usable.ts';

/** So many crashes of one worker are looked into: a suite that crashes at each mutant would be asked twice about all. */
const CRASHES = 20;

/** Makes the question when a worker has to be asked again: after its first mutant, and after crashes. */
export function createDoubt(): (outcome: Outcome) => boolean {
  let judged = 0;
  let crashes = 0;
  return (outcome) => {
    judged++;
    if ('verdicts' in outcome && Object.values(outcome.verdicts).some(({ crash }) => crash !== undefined)) crashes++;
    else return judged === 1;
    return crashes <= CRASHES;
  };
}

/**
 * Asks a worker again about the document as it is, which has passed.
 *
 * @param before - the mutant that was judged last
 * @throws UnusableError if it does not pass now, with what was said and what to do.
 */
export async function requireSame(lane: Lane, timeout: number, before: string): Promise<void> {
  const outcome = await lane.ask('original', timeout);
  const said = saidOf(outcome);
  if (said.length === 0) return;
  throw new UnusableError(
    [
      'A suite keeps something from one document to the next, or shares something with other workers: the document as it is has passed, and asked about it again a worker says',
      ...said,
      `It came after ${before}. Such a suite notices mutants for what was before them: let each call make what it needs, such as an Ajv, a Set or a server on a free port, and leave at the top of the module what no document changes.`,
    ].join('\n'),
  );
}

function saidOf(outcome: Outcome): readonly string[] {
  if ('wrong' in outcome) return [outcome.wrong];
  if ('ended' in outcome) return [`it ${outcome.ended}`];
  return Object.entries(outcome.verdicts).flatMap(([suite, { finding, crash }]) =>
    finding !== undefined || crash !== undefined ? [`${suite}: ${finding ?? `threw ${crash ?? ''}`}`] : [],
  );
}
