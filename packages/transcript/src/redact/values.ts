/** A value of a body becomes another of the same type, field by field, as the document has them. */
import { isNode, type OpenApiDocument, type Place } from '@wallet-operations/validator';
import { pointsAt, stepInto } from '../document/places.ts';
import type { Vocabulary } from '../document/vocabulary.ts';
import { inFormOf, secondsIn, secondsOf } from './times.ts';

/** How what is not known to be harmless is replaced. */
export interface Hiding {
  readonly integer: (value: bigint) => bigint;
  readonly time: (seconds: number) => number;
  readonly amount: (text: string) => string;
  readonly text: (text: string) => string;
  readonly errorText: (text: string) => string;
  /** Another name for a field that nobody declared. */
  readonly name: (name: string) => string;
}

/** What is needed besides. */
export interface Reading {
  readonly document: OpenApiDocument;
  readonly vocabulary: Vocabulary;
  readonly hiding: Hiding;
}

/** A number that names something of the service's own is not larger than this. */
const LARGEST_NAMED = 99_999;

/** Texts of the interface's own, which no schema closes a field to. */
const OWN_TEXTS = new Set(['withdraw-api']);

/** Deeper than any body of the interface: the rest is left out. */
const MAX_DEPTH = 24;

/** The whole of it. `isError` for the body of an error, whose texts are the catalogue's. */
export function hiddenIn(
  reading: Reading,
  value: unknown,
  place: Place,
  isError: boolean,
  key = '',
  depth = 0,
): unknown {
  if (depth > MAX_DEPTH || value === undefined) return null;
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') return textOf(reading, value, place, isError, key);
  if (typeof value === 'number' || typeof value === 'bigint') return numberOf(reading, value, place, key);
  const { document } = reading;
  if (Array.isArray(value))
    return value.map((one) => hiddenIn(reading, one, stepInto(document, place, 0).place, isError, key, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]: [string, unknown]) => {
      const step = stepInto(document, place, name);
      const next = step.is === 'undeclared' ? missingIn(reading, place, value, one) : step.place;
      return [nameOf(reading, place, name), hiddenIn(reading, one, next, isError, name, depth + 1)];
    }),
  );
}

/** What a field that nobody declared may be under another name: one of its type that is declared, and is not there. */
function missingIn({ document }: Reading, place: Place, value: object, one: unknown): Place {
  const type = Array.isArray(one) ? 'array' : typeof one;
  const names = place.flatMap(({ properties }) => (isNode(properties) ? Object.keys(properties) : []));
  const places = names.filter((name) => !(name in value)).map((name) => stepInto(document, place, name).place);
  return places
    .filter((each) => each.some((node) => node.type === type || (type === 'number' && node.type === 'integer')))
    .flat();
}

function nameOf({ document, vocabulary, hiding }: Reading, place: Place, name: string): string {
  const { is } = stepInto(document, place, name);
  if (is === 'declared') return name;
  if (is === 'key') return vocabulary.isCurrency(name) || name === '' ? name : hiding.text(name);
  return vocabulary.isName(name) ? name : hiding.name(name);
}

/** Numbers that mean something: a kind, a state, a currency. Everything else that is whole has another in its place. */
function numberOf({ hiding }: Reading, value: number | bigint, place: Place, key: string): number | bigint {
  if (typeof value === 'number' && !Number.isInteger(value)) {
    const shown = hiding.amount(/^\d+\.\d+$/.test(String(value)) ? String(value) : '1.5');
    return Number.isInteger(Number(shown)) ? 1.5 : Number(shown);
  }
  const isSmall = value >= -LARGEST_NAMED && value <= LARGEST_NAMED;
  if (isSmall && isNamed(place, key)) return value;
  const time = secondsIn(Number(value));
  if (time) {
    const seconds = hiding.time(time.seconds);
    return seconds * time.unit;
  }
  const hidden = hiding.integer(typeof value === 'bigint' ? value : BigInt(value));
  return hidden >= BigInt(Number.MIN_SAFE_INTEGER) && hidden <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(hidden)
    : hidden;
}

const isNamed = (place: Place, key: string): boolean =>
  place.some((node) => 'enum' in node || 'x-extensible-enum' in node) ||
  pointsAt(place).length > 0 ||
  /(^|_)(code|count|total|type|state|status|decimals)$/.test(key);

function textOf({ vocabulary, hiding }: Reading, text: string, place: Place, isError: boolean, key: string): string {
  if (text === '' || OWN_TEXTS.has(text)) return text;
  if (place.some((node) => Array.isArray(node.enum) && node.enum.includes(text))) return text;
  if (isError) return hiding.errorText(text);
  if (vocabulary.isCurrency(text) && /currency|coin|symbol|name/.test(key)) return text;
  if (/decimals$/.test(key) && /^\d{1,2}$/.test(text)) return text;
  if (place.some(({ type }) => type === 'integer') && /^\d{1,30}$/.test(text))
    return String(hiding.integer(BigInt(text)));
  const time = secondsOf(text);
  if (time !== undefined) return inFormOf(text, hiding.time(time));
  const isAmount = place.some(({ pattern }) => typeof pattern === 'string') || /amount|balance|fee|price/.test(key);
  return isAmount && /^\d{1,80}(\.\d{1,80})?$/.test(text) ? hiding.amount(text) : hiding.text(text);
}

/** A text of a path or a query becomes what its parameter's type has for it. */
export function hiddenParameter(reading: Reading, text: string, schema: Place): string {
  const { hiding } = reading;
  const isInteger = schema.some(({ type }) => type === 'integer') && /^-?\d{1,30}$/.test(text);
  if (!isInteger) return text === '' ? text : hiding.text(text);
  const value = BigInt(text);
  const time = secondsIn(Number(value));
  if (time) return String(hiding.time(time.seconds) * time.unit);
  return String(hiding.integer(value));
}
