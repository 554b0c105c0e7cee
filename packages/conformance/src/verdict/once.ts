/** What all answers have alike is told once, and not of each operation. */
import type { Transcript } from '@wallet-operations/transcript';
import type { Fact } from '../judge/fact.ts';

/** Answers that have one content type, and the facts that tell of it where it is not the document's. */
interface Kind {
  readonly whose: string;
  readonly has: (status: number) => boolean;
  readonly abouts: readonly string[];
}

const [OF_SUCCESS, OF_ERROR] = ['content-type', 'error content-type'];

/** The larger ones first: nothing is left to be told of the others then. */
const KINDS: readonly Kind[] = [
  { whose: 'every answer', has: () => true, abouts: [OF_SUCCESS, OF_ERROR] },
  { whose: 'every success', has: (status) => status < 400, abouts: [OF_SUCCESS] },
  { whose: 'every error', has: (status) => status >= 400, abouts: [OF_ERROR] },
];

/** Tells of a content type once, where every answer has the same; or every success, or every error. */
export const toldOnce = (facts: readonly Fact[], { exchanges }: Transcript): readonly Fact[] =>
  KINDS.reduce((told, { whose, has, abouts }) => {
    const types = exchanges.flatMap(({ answer }) =>
      answer?.body !== undefined && has(answer.status) ? [answer.contentType] : [],
    );
    const [first, ...others] = told.filter(
      ({ verdict, kind, about }) => verdict === 'differs' && kind === 'type' && abouts.includes(about),
    );
    if (new Set(types).size !== 1 || !first || others.length === 0) return told;
    return told.flatMap((fact) =>
      fact === first
        ? [{ ...first, evidence: `${first.evidence}; so it is of ${whose}` }]
        : others.includes(fact)
          ? []
          : [fact],
    );
  }, facts);
