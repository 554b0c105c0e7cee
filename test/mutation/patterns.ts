// The patterns of this document, changed part by part: a library changes each repetition, class and anchor, and a table adds what
// numbers of other services look like. A change that takes the very same texts is none.
import { change, said, type Change, type Mutator, type Node } from '@wallet-operations/spec-mutation';
import { mutate } from 'weapon-regex';
import { shift } from '../../scripts/diff/patterns.ts';

/** Other notations of a number, by what they let in or keep out. */
const NOTATIONS: Readonly<Record<string, (pattern: string) => string>> = {
  'with a sign': (pattern) => pattern.replace('^', '^-?'),
  'with a plus': (pattern) => pattern.replace('^', String.raw`^\+?`),
  'with an exponent': (pattern) => pattern.replace(/\$$/, '([eE][0-9]+)?$'),
  'without leading zeros': (pattern) => pattern.replace('^', '^(?!0[0-9])'),
  'with a point in front': (pattern) => pattern.replace('^', String.raw`^\.?`),
  'with a point behind': (pattern) => pattern.replace(/\$$/, String.raw`\.?$`),
  'of 40 characters at most': (pattern) => pattern.replace('^', '^(?=.{0,40}$)'),
};

const parts = (node: Node): readonly Change[] => {
  const { pattern } = node;
  if (typeof pattern !== 'string') return [];
  const found = mutate(pattern, 'u', { mutationLevels: [1, 2, 3] }).map((mutant) => mutant.pattern);
  return [...new Set(found)]
    .filter((other) => isPattern(other) && shift(pattern, other) !== 'same')
    .map((other) => change(`pattern ${said(pattern)} → ${other}`, node, { pattern: other }));
};

const notations = (node: Node): readonly Change[] => {
  const { pattern } = node;
  if (typeof pattern !== 'string' || !isOfNumbers(pattern)) return [];
  return Object.entries(NOTATIONS).map(([what, other]) => change(`numbers ${what}`, node, { pattern: other(pattern) }));
};

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false; // an anchor of another language
  }
}

function isOfNumbers(text: string): boolean {
  const pattern = new RegExp(text, 'u');
  return pattern.test('12') && !pattern.test('ab');
}

export const patternMutators: readonly Mutator[] = [
  { kind: 'pattern', on: 'schema', changes: parts },
  { kind: 'pattern', on: 'schema', changes: notations },
];
