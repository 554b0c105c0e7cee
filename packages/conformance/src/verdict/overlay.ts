/** Answers that follow from a run, as the overlay that the build, mock, proxy and sandbox take. */
import { AnswerError, withAnswers } from '@wallet-operations/answers';
import type { OpenApiDocument } from '@wallet-operations/validator';
import { stringify } from 'yaml';
import type { Interface } from '@wallet-operations/transcript';
import type { Conclusion } from '../points/conclusion.ts';

/** One answer. */
interface Answer {
  readonly id: string;
  readonly conclusion: Conclusion;
}

const wordsOf = ({ verdict, evidence }: Conclusion): string =>
  `${verdict === 'confirmed' ? 'Confirmed' : 'Contradicted'} by a conformance run: ${evidence.replaceAll('{{', '{ {')}.`;

const textOf = (answers: readonly Answer[]): string =>
  stringify(
    {
      overlay: '1.0.0',
      info: { title: 'What a conformance run found', version: '1.0.0' },
      actions: answers.map(({ id, conclusion }) => ({
        target: `$['x-open-points']['${id}']`,
        update: { answer: wordsOf(conclusion), ...(conclusion.value !== undefined && { value: conclusion.value }) },
      })),
    },
    { lineWidth: 120 },
  );

/** Answers, and the document with them. */
export interface Answered {
  readonly text: string;
  readonly document: OpenApiDocument;
}

/**
 * The overlay of what was confirmed or contradicted and has a value for machines. A value that does not fit, or not beside the others, is left
 * out: nothing is written that the build would refuse.
 *
 * @returns undefined where there is nothing to answer
 */
export function overlayOf({ document }: Interface, points: ReadonlyMap<string, Conclusion>): Answered | undefined {
  const open = document['x-open-points'];
  const found = [...points].filter(([id, { value }]) => value !== undefined && id in open);
  const contradictedFirst = found.sort(
    ([, a], [, b]) => Number(b.verdict === 'contradicted') - Number(a.verdict === 'contradicted'),
  );
  const all = contradictedFirst.map(([id, conclusion]): Answer => ({ id, conclusion }));
  if (all.length === 0) return undefined;
  const whole = answered(document, all);
  if (whole) return whole;
  let answers: Answer[] = [];
  for (const answer of all) if (answered(document, [...answers, answer])) answers = [...answers, answer];
  return answers.length === 0 ? undefined : answered(document, answers);
}

/** Undefined for answers that the build would refuse. */
function answered(document: OpenApiDocument, answers: readonly Answer[]): Answered | undefined {
  const text = textOf(answers);
  try {
    return { text, document: withAnswers(document, text, 'overlay') };
  } catch (error) {
    if (error instanceof AnswerError) return undefined;
    throw error;
  }
}
