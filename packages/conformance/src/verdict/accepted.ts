/** Differences that somebody lives with: each with its reason, and each still there. */
import { readFileSync } from 'node:fs';
import { UsageError } from '@wallet-operations/reports';
import { isNode } from '@wallet-operations/validator';
import { parse } from 'yaml';
import type { Verdicts } from './judge.ts';

/** One of them. */
export interface Accepted {
  /** The name of the difference: a point's ID, or `operationId kind about`. */
  readonly what: string;
  readonly reason: string;
}

/** What differs, under the name by which it is accepted. */
export interface Difference {
  readonly what: string;
  readonly evidence: string;
}

/** Everything that is not as the document says. */
export const differencesOf = ({ points, facts }: Pick<Verdicts, 'points' | 'facts'>): Difference[] => [
  ...[...points]
    .filter(([, { verdict }]) => verdict === 'contradicted')
    .map(([what, { evidence }]) => ({ what, evidence })),
  ...facts
    .filter(({ verdict }) => verdict === 'differs')
    .map(({ operationId, kind, about, evidence }) => ({ what: `${operationId} ${kind} ${about}`, evidence })),
];

/** How accepted differences and those of a run go together. */
export interface Balance {
  readonly accepted: readonly (Difference & { readonly reason: string })[];
  /** Differences that nobody accepted. */
  readonly open: readonly Difference[];
  /** What is wrong with the list, in words. */
  readonly problems: readonly string[];
}

/** Holds the differences of a run against those that are accepted. */
export function balanceOf(differences: readonly Difference[], accepted: readonly Accepted[]): Balance {
  const reasons = new Map(accepted.map(({ what, reason }) => [what, reason]));
  const there = new Set(differences.map(({ what }) => what));
  return {
    accepted: differences.flatMap((one) => {
      const reason = reasons.get(one.what);
      return reason === undefined ? [] : [{ ...one, reason }];
    }),
    open: differences.filter(({ what }) => !reasons.has(what)),
    problems: [
      ...accepted
        .filter(({ what }) => !there.has(what))
        .map(
          ({ what }) =>
            `${what} is accepted, and is no difference of this run: take it out, or spell it as the report does`,
        ),
      ...accepted.filter(({ reason }) => reason === '').map(({ what }) => `${what} is accepted without a reason`),
    ],
  };
}

/** @throws UsageError for a file that is no such list */
export function readAccepted(file: string | undefined): Accepted[] {
  if (file === undefined) return [];
  let list: unknown;
  try {
    const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, ''); // a mark of some editors, which the parser takes for a part of the list
    list = parse(text, { logLevel: 'error' });
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'it is no YAML'}.`);
  }
  if (list === null) return []; // of comments alone
  if (!Array.isArray(list)) throw new UsageError(`${file} is no list of differences with what and reason.`);
  return list.map((one: unknown, i) => {
    if (!isNode(one) || typeof one.what !== 'string')
      throw new UsageError(`${file}: entry ${String(i + 1)} has no what.`);
    const strange = Object.keys(one).find((key) => key !== 'what' && key !== 'reason');
    if (strange !== undefined)
      throw new UsageError(
        `${file}: entry ${String(i + 1)} has ${JSON.stringify(strange)}, which says nothing. It has what and reason.`,
      );
    return { what: one.what, reason: typeof one.reason === 'string' ? one.reason.trim() : '' };
  });
}
