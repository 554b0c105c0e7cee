// points.js, what is not shown as data: each point, the names of numbers as constants, and what the client takes from both.
import { namesOf, pointsOf, type Points, type PointedDocument } from '@wallet-operations/answers';
import { readBundle, type Build } from '../lib/build.ts';
import type { Schema } from '../lib/bundle.ts';
import { writeModule } from '../lib/module.ts';
import { NUMBERED_BY, safeNumber } from '../lib/points.ts';

const STATES = NUMBERED_BY.state ?? [];

/** Writes every constant on its own, so that a bundler drops what is not used. */
export async function points(build: Build): Promise<void> {
  const document = readBundle(build) as unknown as PointedDocument;
  const { schemas } = document.components as { schemas: Record<string, Schema> };
  // Of those that the interface does not list, another may come.
  const types = Object.keys(named(document)).map((name) => {
    const open = schemas[name]?.['x-extensible-enum'] ? ' | (number & {})' : '';
    return `export type ${name} = (typeof ${name})[keyof typeof ${name}]${open};\n`;
  });
  await writeModule(build, 'points', pointConstants(document), types.join(''));
}

/** What the module exports, by name. */
export function pointConstants(document: PointedDocument): Record<string, unknown> {
  const all = pointsOf(document);
  return {
    ...named(document),
    ...settings(all),
    creditedAt: creditedAt(all),
    failures: STATES.flatMap((id) => numbersOf(all[id], all[id]?.failures)),
    progressRanks: {
      processing_state: ranks(all['processing-state'], safeBeyond(all)),
      state: ranks(all['callback-state']),
    },
    openPoints: document['x-open-points'],
    answeredPoints: document['x-answered-points'] ?? {},
  };
}

/** The named numbers of every component that has some. */
function named(document: PointedDocument): Record<string, Record<string, number>> {
  const { schemas } = document.components as { schemas: Record<string, Schema> };
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([component, schema]) => {
      const { enum: numbers = schema['x-extensible-enum'] ?? [] } = schema;
      const names = schema['x-enum-varnames'] ?? schema['x-extensible-enum-varnames'] ?? [];
      return names.length === 0
        ? []
        : [[component, Object.fromEntries(numbers.map((number, i) => [String(names[i]), number]))]];
    }),
  );
}

/** The values of the points that are no names, part by part: `request-time` with a `unit` gives `requestTimeUnit`. */
function settings(all: Points): Record<string, unknown> {
  const valued = Object.entries(all).filter(([, point]) => point.value !== undefined && !namesOf(point));
  return Object.fromEntries(
    valued.flatMap(([id, { value }]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value).map(([part, inner]) => [camelCase(`${id}-${part}`), inner as unknown])
        : [[camelCase(id), value]],
    ),
  );
}

const camelCase = (words: string): string => words.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * The field by which a deposit is safe to credit, and its number then; and, since the callback with that very number may be missed, the
 * numbers `further` on, and the processing state `since` which a failure comes after the credit. `beside` has the numbers of the other
 * field with which it is safe: those in the document's order, of processing states those from `since` on, so that no failure is between
 * what is safe. Of a number that an answer alone has a name for, nobody knows whether money came, unless it is the name that is safe, in
 * either field. `stages` are the processing states of which it is known where they come.
 */
function creditedAt(all: Points): unknown {
  const { field, is } = all['safe-to-credit']?.value as { field: string; is: string };
  const processing = all['processing-state'];
  const stages = [...(processing?.order ?? []), ...safeBeyond(all)];
  const isByState = field === 'state';
  const inOrder = STATES.flatMap((id) => numbersOf(all[id], all[id]?.order));
  const number = safeNumber(all);
  const way = isByState ? inOrder : numbersOf(processing, processing?.order);
  const isKnown = number !== undefined && way.includes(number); // behind a name of an answer nothing is known
  const since = stages.includes(is) ? is : stages.at(-1);
  const own = numbersOf(all['callback-state'], [is]).filter((one) => !inOrder.includes(one));
  return {
    field,
    is: number,
    further: isKnown ? way.slice(way.indexOf(number) + 1) : [],
    beside: isByState ? numbersOf(processing, stages.slice(stages.indexOf(since ?? ''))) : [...inOrder, ...own],
    since: namesOf(processing)?.[since ?? ''],
    stages: numbersOf(processing, stages),
  };
}

/** The processing state of the name that is safe, where an answer alone has it: it comes behind all that the document knows. */
function safeBeyond(all: Points): string[] {
  const { is } = all['safe-to-credit']?.value as { is: string };
  const { order = [] } = all['processing-state'] ?? {};
  return order.includes(is) || numbersOf(all['processing-state'], [is]).length === 0 ? [] : [is];
}

/** The numbers of names, where they have one: an answer may leave some out. */
const numbersOf = (point: Points[string] | undefined, names: readonly string[] = []): number[] =>
  names.flatMap((name) => namesOf(point)?.[name] ?? []);

/**
 * How far each number is, where that is not the number itself: the first name of the document's order has the smallest of the numbers,
 * and so on, to the names `behind` them. So numbers that nobody has named, or an answer alone has, keep their place among the others.
 */
function ranks(point: Points[string] | undefined, behind: readonly string[] = []): Record<string, number> {
  const numbers = numbersOf(point, [...(point?.order ?? []), ...(point?.failures ?? []), ...behind]);
  const sorted = numbers.toSorted((a, b) => a - b);
  return Object.fromEntries(
    numbers
      .map((number, i) => [String(number), sorted[i] ?? number] as const)
      .filter(([key, rank]) => key !== String(rank)),
  );
}
