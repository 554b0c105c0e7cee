/** Whether a configuration says what it can mean: a slip in it would pass for an answer. */
import type { Equivalent, MutationConfig } from './config.ts';
import { isNode, type Node } from './document.ts';
import { standardMutators } from './mutators/standard.ts';
import { nearestOf } from './nearest.ts';
import { INSIDE } from './sites/inside.ts';
import { UnusableError } from './usable.ts';

/** The longest time that a timer can wait. */
const LONGEST = 2 ** 31 - 1;

/** What a configuration can say. */
const FIELDS = namesOf<MutationConfig>({
  ...{ document: true, suites: true, mutators: true, equivalents: true, threshold: true, thresholds: true },
  timeout: true,
});

/** What the declaration of an equivalent can say. */
const OF_EQUIVALENTS = namesOf<Equivalent>({ mutants: true, because: true });

function namesOf<T>(all: Readonly<Record<keyof T & string, true>>): readonly string[] {
  return Object.keys(all);
}

/**
 * Refuses a field that no configuration has: whoever has mistyped it would believe that it is read.
 *
 * @throws UnusableError with the field that was meant.
 */
export function requireKnown(config: Node): void {
  requireNames(config, FIELDS, '', 'what else can be said is an option of the command');
}

function requireNames(node: Node, known: readonly string[], within: string, more = ''): void {
  const name = Object.keys(node).find((one) => !known.includes(one));
  if (name !== undefined)
    throw new UnusableError(
      `${within}${name} of the configuration is unknown. ${meant(name, known)}${more && `; ${more}`}.`,
    );
}

function meant(name: string, known: readonly string[]): string {
  const nearest = nearestOf(name, known);
  return `${nearest === undefined ? '' : `Did you mean ${nearest}? `}Known are ${known.join(', ')}`;
}

/**
 * Refuses what a configuration cannot mean; its document and suites are looked at elsewhere.
 *
 * @throws UnusableError with the field, and what it may be.
 */
export function requireMeaning(config: object): void {
  const { threshold, thresholds, timeout, equivalents, mutators } = config as Readonly<Record<string, unknown>>;
  const refuse = (field: string, value: unknown, may: string): never => {
    throw new UnusableError(`${field} of the configuration is ${shown(value)}. Give ${may}.`);
  };
  if (threshold !== undefined && !isPercent(threshold)) refuse('threshold', threshold, 'a number from 0 to 100');
  if (thresholds !== undefined && !isNode(thresholds)) refuse('thresholds', thresholds, 'an object, by kind');
  for (const [kind, least] of Object.entries(thresholds ?? {}))
    if (!isPercent(least)) refuse(`thresholds['${kind}']`, least, 'a number from 0 to 100');
  if (timeout !== undefined && !(typeof timeout === 'number' && timeout >= 1 && timeout <= LONGEST))
    refuse('timeout', timeout, `milliseconds, from 1 to ${String(LONGEST)}`);
  if (mutators !== undefined && (!Array.isArray(mutators) || mutators.length === 0))
    refuse('mutators', mutators, 'a list of them, or leave it out for the standard ones');
  for (const [i, one] of ((mutators ?? []) as readonly unknown[]).entries())
    requireMutator(one, `mutators[${String(i)}]`);
  const kinds = new Set(((mutators ?? standardMutators) as readonly { kind: string }[]).map(({ kind }) => kind));
  for (const kind of Object.keys(thresholds ?? {}))
    if (!kinds.has(kind))
      throw new UnusableError(
        `thresholds['${kind}'] of the configuration asks for a kind that no mutator has. ${meant(kind, [...kinds])}.`,
      );
  if (equivalents !== undefined && !Array.isArray(equivalents)) refuse('equivalents', equivalents, 'a list of them');
  for (const [i, one] of ((equivalents ?? []) as readonly unknown[]).entries()) {
    const { mutants, because } = isNode(one) ? one : {};
    if (isNode(one)) requireNames(one, OF_EQUIVALENTS, `equivalents[${String(i)}].`);
    if (typeof mutants !== 'string' && !(mutants instanceof RegExp))
      refuse(`equivalents[${String(i)}].mutants`, mutants, 'the name of a mutant, or a pattern of names');
    if (typeof because !== 'string' || because.trim() === '')
      refuse(`equivalents[${String(i)}].because`, because, `the reason why nobody can notice ${String(mutants)}`);
  }
}

/** A mutator that looks nowhere would make no mutant, and nobody would know. */
function requireMutator(mutator: unknown, field: string): void {
  const refuse = (what: string, value: unknown, may: string): never => {
    throw new UnusableError(`${what} of the configuration is ${shown(value)}. Give ${may}.`);
  };
  if (!isNode(mutator)) return void refuse(field, mutator, 'an object with kind, on and changes');
  const { kind, on, changes } = mutator;
  if (typeof kind !== 'string' || kind.trim() === '')
    refuse(`${field}.kind`, kind, 'the kind by which the report counts');
  const named = `${field}, the ${String(kind)} mutator,`;
  if (typeof on !== 'string' || !Object.hasOwn(INSIDE, on))
    throw new UnusableError(
      `${named} looks at ${on === undefined ? 'nothing' : `${shown(on)}, of which there is none`}. Let its on be one of ${Object.keys(INSIDE).join(', ')}.`,
    );
  if (typeof changes !== 'function')
    throw new UnusableError(
      `${named} has ${changes === undefined ? 'no changes' : `changes that are ${shown(changes)}`}. Give a function of a node that gives changes.`,
    );
}

function isPercent(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 100;
}

function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  return typeof value === 'number' ? String(value) : typeof value === 'function' ? 'a function' : JSON.stringify(value);
}
