// Changes of the contract itself, as Redocly rates them, but for what it takes for words, or for a break where it is none.
import type { Build } from '../lib/build.ts';
import { pointerKeys, type Bundle } from '../lib/bundle.ts';
import { isExtension } from '../lib/places.ts';
import { Problem } from '../lib/problems.ts';
import { redocly } from '../lib/redocly.ts';
import { biggest, shown, type Change } from './change.ts';
import type { Side } from './met.ts';
import { shift, type Shift } from './patterns.ts';
import { placeOf } from './place.ts';
import { withSameServers } from './servers.ts';
import { sidesOf } from './sides.ts';

/** Two documents: as files for Redocly, and read. */
export interface Pair {
  readonly files: { readonly base: string; readonly revision: string };
  readonly base: Bundle;
  readonly revision: Bundle;
}

interface End {
  pointer: string;
  value?: unknown;
}

/** A change as Redocly tells it. */
export interface RedoclyChange {
  path: string;
  typeName: string;
  kind: 'added' | 'removed' | 'modified';
  impact: Change['bump'];
  verdicts: { message: string }[];
  property?: string;
  base?: End;
  revision?: End;
}

type Rate = (change: RedoclyChange, sides: ReadonlySet<Side>) => Change['bump'];

/** What Redocly rates otherwise than callers would, by the keyword that changed. */
const RERATED: Readonly<Record<string, Rate>> = {
  default: presetRating,
  pattern: patternRating,
  deprecated: () => 'minor', // it says what to expect
  readOnly: withdrawn('request'),
  writeOnly: withdrawn('answer'),
};

/** Every change that Redocly finds, in the words of callers. */
export async function contractChanges({ files, base, revision }: Pair, build: Build): Promise<Change[]> {
  const result = await redocly(['diff', files.base, files.revision, '--format', 'json', '--fail-on', 'none'], build);
  if (!result.stdout.startsWith('{')) {
    throw new Problem(`redocly could not compare the documents:\n${result.stderr}${result.stdout}`.trim());
  }
  const { changes } = JSON.parse(result.stdout) as { changes: RedoclyChange[] };
  const sides = { base: sidesOf(base), revision: sidesOf(revision) };
  const told = withSameServers(changes, base, revision).filter(isContract);
  return told.map((change) => {
    const [document, whose] = change.revision ? [revision, sides.revision] : [base, sides.base];
    const pointer = (change.revision ?? change.base)?.pointer ?? change.path;
    const bump = bumpOf(change, whose(schemaKeys(pointer, change.property)));
    return { bump, where: placeOf(document, pointer), what: whatOf(change) };
  });
}

/** Examples and extensions have comparisons of their own, and a version is what follows from all of them. */
function isContract({ path, property }: RedoclyChange): boolean {
  const keys = [...pointerKeys(path), property ?? ''];
  return !keys.includes('examples') && !keys.some(isExtension) && !(path === '#/info' && property === 'version');
}

/** The pointer to a changed keyword ends with it, unless the keyword is not there. */
function schemaKeys(pointer: string, property: string | undefined): string[] {
  const keys = pointerKeys(pointer);
  return keys.at(-1) === property ? keys.slice(0, -1) : keys;
}

function bumpOf(change: RedoclyChange, sides: ReadonlySet<Side>): Change['bump'] {
  if (change.typeName === 'Tag') return 'patch'; // it groups the docs
  const rate = change.kind === 'modified' ? RERATED[change.property ?? ''] : undefined;
  if (rate) return rate(change, sides);
  if (change.impact !== 'patch') return change.impact;
  if (isLost(change) && sides.has('answer')) return 'major';
  return isGain(change, sides) ? 'minor' : 'patch';
}

/** A header that callers took from what they get is another, or may be missing. Of those that they send, Redocly knows it. */
function isLost({ typeName, kind, property = '', base }: RedoclyChange): boolean {
  if (typeName !== 'Parameter' && typeName !== 'Header') return false;
  return kind === 'removed' || /^(?:name|in)$/.test(property) || (property === 'required' && base?.value === true);
}

/** What says of a value what it may be, or of its place whether it must be there. */
const LIMITS =
  /^(?:(?:exclusive)?(?:max|min)(?:imum|Length|Items|Properties|Contains)?|multipleOf|uniqueItems|pattern|format|type|enum|const|required|(?:additional|unevaluated)Properties|dependentRequired)$/i;

/** A limit whose change breaks nobody is more than words: a request may be more than it could be, or an answer is less. */
function isGain({ typeName, kind, property = '', base, revision }: RedoclyChange, sides: ReadonlySet<Side>): boolean {
  if (typeName === 'SecurityRequirement') return true;
  if (!sides.has('request') && !sides.has('answer')) return false;
  if (kind === 'removed') return typeName === 'Schema' || typeName === 'DependentRequired';
  const isAnnotation = property === 'format' && base?.value === undefined;
  return kind === 'modified' && LIMITS.test(property) && !isAnnotation && !isReordered(base?.value, revision?.value);
}

/** Who leaves a field out of a request gets its default, and notices another only by what then happens. */
function presetRating({ base, impact }: RedoclyChange, sides: ReadonlySet<Side>): Change['bump'] {
  if (!sides.has('request')) return impact;
  return base?.value === undefined ? 'minor' : 'major';
}

/** A field that callers may no longer send, or no longer get. */
function withdrawn(side: Side): Rate {
  return ({ revision }, sides) => (sides.has(side) && revision?.value === true ? 'major' : 'minor');
}

/** What a request may no longer be breaks its callers, and so does what an answer was never before. */
const SHIFTS: Readonly<Record<Side, Readonly<Record<Shift, Change['bump']>>>> = {
  request: { same: 'patch', wider: 'minor', narrower: 'major', other: 'major' },
  answer: { same: 'patch', wider: 'major', narrower: 'minor', other: 'major' },
  neither: { same: 'patch', wider: 'patch', narrower: 'patch', other: 'patch' },
};

function patternRating({ base, revision, impact }: RedoclyChange, sides: ReadonlySet<Side>): Change['bump'] {
  if (sides.size === 0) return impact;
  const found = shift(base?.value as string | undefined, revision?.value as string | undefined);
  return biggest([...sides].map((side) => SHIFTS[side][found])) as Change['bump'];
}

function whatOf(change: RedoclyChange): string {
  const { kind, typeName, verdicts, property, base, revision } = change;
  if (typeName === 'PathItem' && kind !== 'modified') return `was ${kind}`;
  if (verdicts.length > 0) return verdicts.map(({ message }) => message.replace(/\.$/, '')).join('; ');
  if (kind === 'modified' && property) {
    if (/^(description|summary|title)$/.test(property)) return `has another ${property}`;
    if (property === 'enum' && isReordered(base?.value, revision?.value))
      return 'lists the values of enum in another order';
    return `${property} was ${shown(base?.value)}, is ${shown(revision?.value)}`;
  }
  return `${typeName} ${kind === 'modified' ? 'changed' : `was ${kind}`}`;
}

function isReordered(before: unknown, after: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return false;
  const sorted = (list: readonly unknown[]): string => JSON.stringify(list.map((one) => JSON.stringify(one)).sort());
  return sorted(before) === sorted(after);
}
