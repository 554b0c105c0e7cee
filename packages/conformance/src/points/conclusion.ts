/** What a run finds of an open point, and how that is said. */
import type { Interface } from '@wallet-operations/transcript';
import { assumedOf, type Evidence } from '../judge/evidence.ts';

/** Never mixed with another. */
export type PointVerdict = 'confirmed' | 'contradicted' | 'not observable' | 'not asked';

/** What was found of one point. */
export interface Conclusion {
  readonly verdict: PointVerdict;
  /** What shows it, or why nothing does. */
  readonly evidence: string;
  /** The value that an overlay answers with, where there is one. */
  readonly value?: unknown;
  /** The numbers that it was concluded from, where that is all that it was concluded from. */
  readonly seen?: Seen;
}

/** Concludes from what was seen. */
export type Conclude = (evidence: Evidence) => Conclusion;

export const confirmed = (evidence: string, value?: unknown): Conclusion => ({
  verdict: 'confirmed',
  evidence,
  ...(value !== undefined && { value }),
});

export const contradicted = (evidence: string, value?: unknown): Conclusion => ({
  verdict: 'contradicted',
  evidence,
  ...(value !== undefined && { value }),
});

export const notAsked = (evidence: string): Conclusion => ({ verdict: 'not asked', evidence });

export const notObservable = (evidence: string): Conclusion => ({ verdict: 'not observable', evidence });

/** Numbers by name, as a point has them. */
export const numbersOf = (service: Interface, id: string): Readonly<Record<string, number>> =>
  assumedOf({ service }, id) as Readonly<Record<string, number>>;

/** Sets of what was seen, by name. */
export type Seen = Map<string, Set<number>>;

/** Adds a number that a name was seen with. */
export function see(seen: Seen, name: string, number: unknown): void {
  if (typeof number !== 'number') return;
  seen.set(name, (seen.get(name) ?? new Set()).add(number));
}

/** The name by which a client takes money for there: where others have other numbers, nobody guesses that of this one. */
function creditedBy(service: Interface, id: string): string | undefined {
  if (id === 'callback-type') return 'deposit';
  const { field, is } = assumedOf({ service }, 'safe-to-credit');
  const owners = field === 'state' ? ['callback-state', 'withdrawal-state'] : ['processing-state'];
  return owners.includes(id) ? String(is) : undefined;
}

/** Holds the numbers that names were seen with against those of a point. What was not seen is as it is assumed. */
export function ofNumbers(service: Interface, id: string, seen: Seen): Conclusion {
  const assumed = numbersOf(service, id);
  if (seen.size === 0) return notAsked('no answer had one');
  const words = [...seen].map(([name, numbers]) => `${name} ${[...numbers].join(' and ')}`).join(', ');
  const unseen = Object.keys(assumed).filter((name) => !seen.has(name));
  const rest = unseen.length > 0 ? `; not seen: ${unseen.join(', ')}` : '';
  const isSame = [...seen].every(([name, numbers]) => numbers.size === 1 && numbers.has(assumed[name] ?? NaN));
  if (isSame) return { ...confirmed(`${words}${rest}`, unseen.length === 0 ? assumed : undefined), seen };
  const isPlain = [...seen.values()].every((numbers) => numbers.size === 1);
  const value = { ...assumed, ...Object.fromEntries([...seen].map(([name, numbers]) => [name, [...numbers][0] ?? 0])) };
  const isClear = isPlain && new Set(Object.values(value)).size === Object.keys(value).length;
  const hasCredit = !unseen.includes(creditedBy(service, id) ?? '');
  const isValue = isClear && hasCredit;
  return {
    ...contradicted(
      isValue && unseen.length > 0 ? `${words}; not seen, and as assumed: ${unseen.join(', ')}` : `${words}${rest}`,
      isValue ? value : undefined,
    ),
    seen,
  };
}
