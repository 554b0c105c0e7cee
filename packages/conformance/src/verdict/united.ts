/** What several transcripts show of a point, put together: in whichever order they are given, it is the same. */
import type { Interface } from '@wallet-operations/transcript';
import { isSame } from '../judge/evidence.ts';
import {
  confirmed,
  contradicted,
  ofNumbers,
  type Conclusion,
  type PointVerdict,
  type Seen,
} from '../points/conclusion.ts';

/** Says why nothing is known only where nothing is. */
const SILENT: readonly PointVerdict[] = ['not observable', 'not asked'];

/** One conclusion of all. `all` has one at least. */
export function united(service: Interface, id: string, all: readonly Conclusion[]): Conclusion {
  const told = all.filter(({ verdict }) => !SILENT.includes(verdict));
  const numbers = told.flatMap(({ seen }) => seen ?? []);
  const wrong = told.filter(({ verdict }) => verdict === 'contradicted');
  if (told.length > 1 && numbers.length === told.length) {
    const sum = sumOf(numbers);
    const { value, ...all } = ofNumbers(service, id, sum);
    // what one of them does not take as assumed is not assumed of all
    const isSeen =
      Object.keys(value ?? {}).every((name) => sum.has(name)) || wrong.every((one) => one.value !== undefined);
    return value === undefined || !isSeen ? all : { ...all, value };
  }
  const right = told.filter(({ verdict }) => verdict === 'confirmed');
  if (wrong.length > 0) {
    const [{ value } = { value: undefined }] = wrong;
    const isOne = right.length === 0 && wrong.every((one) => isSame(one.value, value));
    const elsewhere = right.length > 0 ? `; elsewhere as assumed: ${wordsOf(right)}` : '';
    return contradicted(wordsOf(wrong) + elsewhere, isOne ? value : undefined);
  }
  if (right.length > 0) return confirmed(wordsOf(right), right.find(({ value }) => value !== undefined)?.value);
  const verdict = SILENT.find((one) => all.some((conclusion) => conclusion.verdict === one)) ?? 'not asked';
  return { verdict, evidence: wordsOf(all.filter((one) => one.verdict === verdict)) };
}

const sumOf = (all: readonly Seen[]): Seen =>
  new Map(
    [
      ...Map.groupBy(
        all.flatMap((seen) => [...seen]).sort(([a], [b]) => (a < b ? -1 : 1)),
        ([name]) => name,
      ),
    ].map(
      ([name, sets]) => [name, new Set(sets.flatMap(([, numbers]) => [...numbers]).sort((a, b) => a - b))] as const,
    ),
  );

/** What each says, each sentence once. */
const wordsOf = (all: readonly Conclusion[]): string =>
  [...new Set(all.map(({ evidence }) => evidence))].sort().join('; and ');
