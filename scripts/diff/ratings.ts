// What a change of an extension needs, by what callers notice of it: programs decide by most of them, and some cost money.
import type { Change } from './change.ts';

type Bump = Change['bump'];

/** One value within an extension that came (no `before`), went (no `after`) or is another. */
export interface Detail {
  /** The keys that lead to it, of which the last may be the entry of a list itself. */
  readonly keys: readonly string[];
  readonly before?: unknown;
  readonly after?: unknown;
  /** Whether it is a list or a map whose entries are the same in another order. */
  readonly isOrder?: boolean;
  /** Whether it is an entry of a list itself. */
  readonly isEntry?: boolean;
}

/** What an extension needs when it comes and goes as a whole, and when something in it changes. */
export interface Rating {
  readonly added: Bump;
  readonly removed: Bump;
  readonly within: (detail: Detail) => Bump;
  /** What another order needs, where it says something. */
  readonly order?: (detail: Detail) => Bump | undefined;
}

const always = (bump: Bump): Rating => ({ added: bump, removed: bump, within: () => bump });

/** What clients do by themselves: having it is a gain, and without it or with another they do something else. */
const promise: Rating = { added: 'minor', removed: 'major', within: () => 'major' };

/** What a request must keep to. */
const demand = {
  added: 'major',
  removed: 'minor',
  within: ({ before, after }) => (after === undefined && before !== undefined ? 'minor' : 'major'),
} satisfies Rating;

/** The most that is taken. */
const limit = ({ before, after }: Detail): Bump =>
  after === undefined || (typeof before === 'number' && typeof after === 'number' && after > before)
    ? 'minor'
    : 'major';

const last = ({ keys }: Detail): string => keys.at(-1) ?? '';

/** Constants, and their numbers. */
const named: Rating = {
  added: 'minor',
  removed: 'major',
  within: ({ before }) => (before === undefined ? 'minor' : 'major'),
};

/** Extensions that are not here are words. */
export const RATINGS: Readonly<Record<string, Rating>> = {
  'x-repeatable': promise, // who repeats what is no longer safe to repeat pays twice
  'x-paging': promise,
  'x-batch': { ...promise, within: (detail) => (last(detail) === 'atMost' ? limit(detail) : 'major') },
  'x-unit': always('major'), // it turns a bigint into a number, or back
  'x-unique': demand,
  'x-length': demand,
  'x-not-before': demand,
  'x-wallet-kinds': { ...demand, within: ({ after }) => (after === undefined ? 'major' : 'minor') }, // without it all kinds may
  'x-memo-rules': { ...demand, within: memoRule },
  'x-refused-as': always('minor'),
  'x-from-request': always('patch'), // only what answers without state goes by it
  'x-states': { added: 'minor', removed: 'major', within: state },
  'x-error': always('patch'), // the comparison of the error catalogue rates its fields, row by row
  'x-unspecified': always('patch'),
  'x-answered': always('patch'),
  'x-answered-points': { added: 'patch', removed: 'patch', within: pointPart, order: pointOrder },
  'x-open-points': { added: 'patch', removed: 'patch', within: pointPart, order: pointOrder },
  'x-enum-varnames': named,
  'x-extensible-enum-varnames': named,
  'x-extensible-enum': always('minor'), // any other number is valid before and after
  'x-traitTag': always('patch'),
  'x-tagGroups': always('patch'),
};

/** What a memo must be breaks callers; by which row it is refused does not. */
function memoRule(detail: Detail): Bump {
  if (last(detail) === 'maxLength') return limit(detail);
  return detail.before === undefined && last(detail) !== 'tooLong' ? 'major' : 'minor';
}

/** Programs compare the numbers of states; what else is told of them is words. */
function state(detail: Detail): Bump {
  if (!['name', 'number'].includes(last(detail))) return 'patch';
  return detail.before === undefined ? 'minor' : 'major';
}

/** Which names are on the way to success, in which order, and which are failures: a client credits and ranks by it. */
const isWay = (part: string | undefined): boolean => part === 'order' || part === 'failures';

/** Clients act on the value of a point and on the way through its names; the rest is words. */
function pointPart({ keys, before }: Detail): Bump {
  if (isWay(keys[1])) return 'major';
  if (!keys.includes('value')) return 'patch';
  return before === undefined ? 'minor' : 'major';
}

/** The points whose names stand in the order in which a transaction comes to them: a client takes from it which callback says more. */
const RANKED = ['callback-state', 'processing-state'];

/** Numbers of a list come one after another; words of a list, and other names of numbers, are a set. */
function pointOrder({ keys: [id = '', part], after }: Detail): Bump | undefined {
  if (isWay(part)) return 'major';
  if (part !== 'value') return undefined;
  const isOrdered = Array.isArray(after) ? after.some((one) => typeof one === 'number') : RANKED.includes(id);
  return isOrdered ? 'major' : undefined;
}
