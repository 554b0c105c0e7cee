/** The verdicts of a transcript: of each open point first, then of each fact, held against the document with these answers. */
import { type Interface, type Transcript, interfaceOf } from '@wallet-operations/transcript';
import { concludeAll } from '../points/index.ts';
import type { Conclusion } from '../points/conclusion.ts';
import { messageFieldOf } from '../points/errors.ts';
import { boundFacts } from '../judge/bounds.ts';
import { evidenceOf } from '../judge/evidence.ts';
import { merged, type Fact } from '../judge/fact.ts';
import { fieldFacts } from '../judge/fields.ts';
import { overlayOf } from './overlay.ts';
import { pageFacts } from '../judge/pages.ts';
import { recordFacts } from '../judge/records.ts';
import { togetherFacts } from '../judge/together.ts';
import { rowFacts } from '../judge/rows.ts';

/** What a run found. */
export interface Verdicts {
  readonly points: ReadonlyMap<string, Conclusion>;
  readonly facts: readonly Fact[];
  readonly transcript: Transcript;
  /** The answers that follow, as an overlay; undefined where there are none. */
  readonly overlay: string | undefined;
}

/** Judges a transcript: whatever made it, the same transcript has the same verdicts. */
export function judge(service: Interface, transcript: Transcript): Verdicts {
  const evidence = evidenceOf(service, transcript);
  const points = concludeAll(evidence);
  const overlay = overlayOf(service, points);
  const answered = overlay ? evidenceOf(interfaceOf(overlay.document), transcript) : evidence;
  const messageField = messageFieldOf(evidence);
  const facts = evidence.isAdmitted
    ? [
        ...rowFacts(answered, messageField),
        ...fieldFacts(answered),
        ...boundFacts(answered),
        ...pageFacts(answered),
        ...recordFacts(answered),
        ...togetherFacts(answered),
      ]
    : [];
  const isExplained = ({ verdict, points: marks = [] }: Fact): boolean =>
    verdict === 'differs' && marks.some((id) => points.get(id)?.verdict === 'contradicted');
  return { points, facts: merged(facts.filter((fact) => !isExplained(fact))), transcript, overlay: overlay?.text };
}

/** How many facts and points were compared with an answer at all. */
export const comparedIn = ({ points, facts }: Verdicts): number =>
  facts.filter(({ verdict }) => verdict === 'agrees' || verdict === 'differs').length +
  [...points.values()].filter(({ verdict }) => verdict === 'confirmed' || verdict === 'contradicted').length;
