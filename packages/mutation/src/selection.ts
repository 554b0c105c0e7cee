/** Which mutants are judged: all of them, or some that a run is content with. */
import { createHash } from 'node:crypto';
import { isSame, without, type Node } from './document.ts';
import type { Mutant } from './mutants.ts';
import { partsOf } from './references/graph.ts';
import { reachOf } from './references/owners.ts';

/** Ways of judging less than all. Several of them narrow each other. */
export interface Selection {
  /** Judge only mutants whose name holds this text. Declarations and thresholds then mean nothing, and are not looked at. */
  readonly only?: string;
  /** Judge only mutants that concern operations which are not what they were in this earlier document. */
  readonly since?: Node;
  /** Judge only so many mutants. They are chosen by their names, so the same ones are chosen again. */
  readonly sample?: number;
  /** Judge only one of several shares, counted from 1. All shares together judge each mutant once. */
  readonly shard?: { readonly share: number; readonly of: number };
}

/** The mutants that a selection leaves, in their order. */
export function selected<T extends Mutant>(
  mutants: readonly T[],
  document: Node,
  { only, since, sample, shard }: Selection,
): readonly T[] {
  let left = mutants;
  if (only !== undefined) left = left.filter(({ name }) => name.includes(only));
  if (since !== undefined) {
    const concerned = changedSince(since, document);
    left = left.filter(concerned);
  }
  if (sample !== undefined && sample < left.length) {
    const chosen = new Set(
      left
        .map((mutant) => ({ mutant, rank: createHash('sha256').update(mutant.name).digest('hex') }))
        .sort((one, other) => (one.rank < other.rank ? -1 : 1))
        .slice(0, sample)
        .map(({ mutant }) => mutant),
    );
    left = left.filter((mutant) => chosen.has(mutant));
  }
  if (shard !== undefined) left = left.filter((_, i) => i % shard.of === shard.share - 1);
  return left;
}

/** Whether a mutant concerns an operation that is not what it was, by itself or by what it refers to. */
function changedSince(before: Node, now: Node): (mutant: Mutant) => boolean {
  const rest = (document: Node): Node => without(document, 'paths', 'webhooks', 'components', 'info', 'tags');
  const ofAll = !isSame(rest(before), rest(now));
  const [was, is] = [partsOf(before), partsOf(now)];
  const changed = new Set([...is].filter(([part, node]) => !isSame(node, was.get(part))).map(([part]) => part));
  const names = new Set(
    reachOf(now)
      .filter(({ parts }) => parts.values().some((part) => changed.has(part)))
      .map(({ name }) => name),
  );
  return ({ owners }) => ofAll || (owners?.some((owner) => names.has(owner)) ?? false);
}
