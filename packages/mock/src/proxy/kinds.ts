/** The kinds of findings: what a finding means hangs on who is wrong, and on whether the other side noticed. */

/** Who is wrong, what the document lacks, or that nobody knows. */
export type Kind = 'request' | 'answer' | 'undocumented' | 'accepted' | 'doubtful' | 'unchecked';

interface Meaning {
  /** In a few words. */
  readonly title: string;
  /** Whether it makes a run fail unless somebody chooses. A wrong request that is refused is what negative tests are for. */
  readonly fails: boolean;
}

/** Each with its meaning. */
export const KINDS: Readonly<Record<Kind, Meaning>> = {
  request: { title: 'wrong request, not accepted', fails: false },
  answer: { title: 'wrong answer', fails: true },
  undocumented: { title: 'not documented', fails: true },
  accepted: { title: 'accepted although wrong', fails: true },
  doubtful: { title: 'wrong request, perhaps accepted', fails: true },
  unchecked: { title: 'not checked', fails: true },
};

/** All of them. */
export const ALL_KINDS = Object.keys(KINDS) as Kind[];

/** Those that make a run fail by default. */
export const FAILING_KINDS = ALL_KINDS.filter((kind) => KINDS[kind].fails);

/**
 * The kinds that somebody chose. `accepted` takes `doubtful` along: what is perhaps accepted may have moved money as well.
 *
 * @throws TypeError for a name that is none, since a run that fails on nothing would pass for ever
 */
export function chosenKinds(names: readonly string[]): ReadonlySet<Kind> {
  const unknown = names.find((name) => !Object.hasOwn(KINDS, name));
  if (unknown === undefined) return new Set([...(names as Kind[]), ...(names.includes('accepted') ? DOUBTFUL : [])]);
  throw new TypeError(`--fail-on takes ${ALL_KINDS.join(', ')}, with commas between them, or none; not ${unknown}`);
}

const DOUBTFUL = ['doubtful'] as const;

/** What in an answer the document does not have, rather than has otherwise. */
const ADDED = new Set(['undocumented', 'row', 'unevaluatedProperties', 'additionalProperties']);

/** The kind of a breach in an answer. */
export const kindInAnswer = (code: string): Kind => (ADDED.has(code) ? 'undocumented' : 'answer');

/** Whether nothing was accepted: a gateway's 502 says nothing of that, nor does a redirection. */
export const isRefusal = (status: number | undefined): boolean => status !== undefined && status >= 400 && status < 500;

/** The kind of a breach in a request that got this status; undefined where no answer came. */
export function kindInRequest(status: number | undefined, isKnown: boolean): Kind {
  if (isRefusal(status)) return 'request';
  if (status === undefined) return 'doubtful';
  if (!isKnown) return 'undocumented';
  return status >= 200 && status < 300 ? 'accepted' : 'doubtful';
}
