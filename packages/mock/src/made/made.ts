/** Puts into an answer what its request tells: nothing is remembered, so that the same request always gets the same. */
import { isNode, type Values } from '@wallet-operations/validator';
import { otherEntry, otherValue } from './other.ts';
import { changed, partAt } from './parts.ts';
import type { PageRule, Rules, ValueRule } from './rules.ts';
import { atLeastZero, type Told } from './told.ts';

/**
 * A copy of an answer, made for a request. What it has no entry of to make others from, it takes from `spare`, which is another answer
 * of the operation.
 */
export function madeFor(request: Values, told: Told, rules: Rules, answer: unknown, spare: unknown): unknown {
  let made = answer;
  for (const [i, { list }] of rules.entries.entries())
    made = changed(made, list, (part) => ofLength(told.counts[i], part, partAt(spare, list)));
  for (const [i, { map }] of rules.keys.entries())
    made = changed(made, map, (part) => underKeys(told.keys[i], part, [partAt(spare, map)].flat()[0]));
  for (const [i, rule] of rules.values.entries()) made = withValue(told.values[i], made, rule);
  return rules.page ? cut(request, made, rules.page) : made;
}

function ofLength(count: number | undefined, part: unknown, spare: unknown): unknown {
  const own = Array.isArray(part) && part.length > 0 ? (part as unknown[]) : spare;
  if (count === undefined || !Array.isArray(own) || own.length === 0) return part;
  // What is generated may be empty, or twice the same: two users must not get one address.
  const named = [...new Set<unknown>(own)].filter((each) => each !== '');
  const seeds = named.length > 0 ? named : ['1'];
  return Array.from({ length: count }, (_, i) => otherEntry(seeds[i % seeds.length], Math.floor(i / seeds.length)));
}

function underKeys(keys: readonly string[] | undefined, part: unknown, spare: unknown): unknown {
  const own = isNode(part) && Object.keys(part).length > 0 ? part : spare;
  if (keys === undefined || !isNode(own)) return part;
  const values = Object.values(own);
  return Object.fromEntries(
    keys.map((key, i) => [key, Object.hasOwn(own, key) ? own[key] : otherValue(values[i % values.length], key)]),
  );
}

function withValue(told: unknown, answer: unknown, { value, absent }: ValueRule): unknown {
  if (told === undefined && absent === undefined) return answer;
  const values = Array.isArray(told) ? (told as unknown[]) : undefined;
  return changed(answer, value, (part, at) => (values ? values[at] : told) ?? absent ?? part);
}

/** The list is as long as its total says, and the answer has a page of it. */
function cut(request: Values, answer: unknown, { records, total, start, size }: PageRule): unknown {
  const all = isNode(answer) ? answer[records] : undefined;
  if (!isNode(answer) || !Array.isArray(all)) return answer;
  const from = atLeastZero(partAt(request, start));
  return { ...answer, [total]: all.length, [records]: all.slice(from, from + atLeastZero(partAt(request, size))) };
}
