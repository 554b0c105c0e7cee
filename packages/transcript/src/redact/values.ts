/** A value of a body becomes another of the same type, field by field, as the document has them. */
import { isNode, type OpenApiDocument, type Place } from '@wallet-operations/validator';
import { pointsAt, stepInto } from '../document/places.ts';
import type { Vocabulary } from '../document/vocabulary.ts';
import { beyond, inFormOf, isZero, secondsIn, secondsOf, zeroOf } from './times.ts';

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

/** The source of a transaction of the history that the withdrawal API triggered. */
export const BY_INTERFACE = 'withdraw-api';

/** Texts of the interface's own, which no schema closes a field to. */
const OWN_TEXTS = new Set([BY_INTERFACE]);

/** Deeper than any body of the interface: the rest is left out. */
const MAX_DEPTH = 24;

/** Where a value stands. */
interface Spot {
  readonly place: Place;
  /** For the body of an error, whose texts are the catalogue's. */
  readonly isError: boolean;
  /** Whether the document declares this field, and all on the way to it: what a place of another may be is a guess. */
  readonly isDeclared: boolean;
  /** Whether it is in a list of records that has another name than the document's. */
  readonly isRenamed: boolean;
  readonly key: string;
  readonly depth: number;
}

/** The whole of it. `isError` for the body of an error. */
export const hiddenIn = (reading: Reading, value: unknown, place: Place, isError: boolean): unknown =>
  hiddenAt(reading, value, { place, isError, isDeclared: true, isRenamed: false, key: '', depth: 0 });

function hiddenAt(reading: Reading, value: unknown, spot: Spot): unknown {
  const { place, depth, isDeclared } = spot;
  if (depth > MAX_DEPTH || value === undefined) return null;
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') return textOf(reading, value, spot);
  if (typeof value === 'number' || typeof value === 'bigint') return numberOf(reading, value, spot);
  const { document } = reading;
  if (Array.isArray(value))
    return value.map((one) =>
      hiddenAt(reading, one, { ...spot, place: stepInto(document, place, 0).place, depth: depth + 1 }),
    );
  return Object.fromEntries(
    Object.entries(value).map(([key, one]: [string, unknown]) => {
      const step = stepInto(document, place, key);
      const isKnown = isDeclared && step.is === 'declared';
      const next = step.is === 'undeclared' ? missingIn(reading, place, value, one) : step.place;
      const isRenamed = spot.isRenamed || (step.is === 'undeclared' && Array.isArray(one) && next.length > 0);
      const hidden = hiddenAt(reading, one, {
        ...spot,
        place: next,
        isDeclared: isKnown,
        isRenamed,
        key,
        depth: depth + 1,
      });
      return [nameOf(reading, place, key), hidden];
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
  return vocabulary.isName(name) && !(name in Object.prototype) ? name : hiding.name(name); // an own toString would be called
}

/** Numbers that mean something: a kind, a state, a currency. Everything else that is whole has another in its place. */
function numberOf({ vocabulary, hiding }: Reading, value: number | bigint, spot: Spot): number | bigint {
  if (typeof value === 'number' && !Number.isInteger(value)) {
    const shown = hiding.amount(/^\d+\.\d+$/.test(String(value)) ? String(value) : '1.5');
    return Number.isInteger(Number(shown)) ? 1.5 : Number(shown);
  }
  const isSmall = value >= -LARGEST_NAMED && value <= LARGEST_NAMED;
  if (isSmall && isNamed(vocabulary, Number(value), spot)) return value;
  const time = mayBeTime(spot) ? secondsIn(Number(value)) : undefined;
  if (time) return hiding.time(time.seconds) * time.unit;
  const far = spot.isDeclared && isOfSeconds(spot.place) ? beyond(value) : undefined;
  if (far !== undefined) return far;
  const hidden = hiding.integer(typeof value === 'bigint' ? value : BigInt(value));
  return hidden >= BigInt(Number.MIN_SAFE_INTEGER) && hidden <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(hidden)
    : hidden;
}

/** Whether the document has Unix seconds at a place. */
const isOfSeconds = (place: Place): boolean => place.some((node) => node['x-unit'] === 'seconds');

/** Whether the document has a time at a place. */
const isOfTime = (place: Place): boolean => isOfSeconds(place) || place.some(({ format }) => format === 'date-time');

/** Whether a value that looks like a time may be one: where the document has a field, that says so, for IDs may be as large as times. */
const mayBeTime = ({ place, isDeclared, isRenamed }: Spot): boolean =>
  place.length === 0 || !(isDeclared || isRenamed) || isOfTime(place);

/** Fields whose numbers are the service's own: kinds and states, counts of its lists, and which error it is. */
const NAMING = /(^|_)(code|count|total|type|state|status)$/;

/** Which currency it is, and its decimals. */
const OF_CURRENCY = /^(currency|(token_)?decimals)$/;

/** No currency has more. */
const MOST_DECIMALS = 36;

/** What programmers call the number of an error. */
const CODE = /^(code|err(or)?_?code|errno|error)$/i;

/**
 * Only where the document has a whole number: that of an amount or an address is somebody's, whatever type it came in. In a field that
 * nobody declared only an error of the catalogue is known.
 */
function isNamed(vocabulary: Vocabulary, value: number, { place, isError, isDeclared, isRenamed, key }: Spot): boolean {
  if (isRenamed && place.length > 0 && OF_CURRENCY.test(key)) return true; // by these lists are held against each other
  if (!isDeclared && !(isRenamed && isOfPoint(vocabulary, place)))
    return isError && CODE.test(key) && vocabulary.isErrorCode(value);
  if (/(^|_)decimals$/.test(key)) return value >= 0 && value <= MOST_DECIMALS; // a text in the document, and the same in one
  if (!place.some(({ type }) => type === 'integer') || place.some(({ type }) => type === 'string')) return false;
  return (
    place.some((node) => 'enum' in node || 'x-extensible-enum' in node) ||
    isOfPoint(vocabulary, place) ||
    NAMING.test(key)
  );
}

/** Whether its numbers have their names from an open point. */
const isOfPoint = (vocabulary: Vocabulary, place: Place): boolean =>
  pointsAt(place).some((id) => vocabulary.givesNames(id));

function textOf({ vocabulary, hiding }: Reading, text: string, spot: Spot): string {
  const { place, isError, isDeclared, isRenamed, key } = spot;
  if (text === '' || OWN_TEXTS.has(text)) return text;
  if (place.some((node) => Array.isArray(node.enum) && node.enum.includes(text))) return text;
  if (isError) return hiding.errorText(text);
  if (vocabulary.isCurrency(text) && /currency|coin|symbol|name/.test(key)) return text;
  if ((isDeclared || isRenamed) && /decimals$/.test(key) && /^\d{1,2}$/.test(text)) return text;
  if (place.some(({ type }) => type === 'integer') && /^\d{1,30}$/.test(text))
    return String(hiding.integer(BigInt(text)));
  const time = mayBeTime(spot) ? secondsOf(text) : undefined;
  if (time !== undefined) return inFormOf(text, isZero(time) ? zeroOf(time) : hiding.time(time));
  const isAmount = place.some(({ pattern }) => typeof pattern === 'string') || /amount|balance|fee|price/.test(key);
  return isAmount && /^\d{1,80}(\.\d{1,80})?$/.test(text) ? hiding.amount(text) : hiding.text(text);
}

/** A text of a path or a query becomes what its parameter's type has for it. */
export function hiddenParameter(reading: Reading, text: string, schema: Place): string {
  const { hiding } = reading;
  const isInteger = schema.some(({ type }) => type === 'integer') && /^-?\d{1,30}$/.test(text);
  if (!isInteger) return text === '' ? text : hiding.text(text);
  const value = BigInt(text);
  const time = isOfTime(schema) ? secondsIn(Number(value)) : undefined;
  if (time) return String(hiding.time(time.seconds) * time.unit);
  return String(hiding.integer(value));
}
