// From a body that fits, every body that differs from it in one thing, and whether the interface takes that one.
import type { Fields, Shape } from '../interface/facts/notation.ts';
import { readField } from '../interface/facts/notation.ts';
import { countsOf, impliedAt, samplesOf, wrongTypes, type Sample } from './values.ts';

/** A body with one thing changed. */
export interface Variant {
  /** Where, as the tables write places. */
  readonly place: string;
  /** What was done there. */
  readonly says: string;
  readonly body: unknown;
  readonly fits: boolean;
  /** The keyword that refuses it; for what is missing, with its name: `required.amount`. */
  readonly keyword?: string;
  /** Where two are broken, the keyword whose row answers. */
  readonly answers?: string;
  readonly isWide?: boolean;
}

/** A request refuses fields that it does not list, an answer may have them. */
export type Kind = 'request' | 'answer';

/** Optional fields that must not go while the body keeps the rest, and the keyword that says so. */
const needed: Readonly<Record<string, string>> = {
  'withdrawAssets body requests[].from_address': 'dependentRequired.from_address',
  'withdrawAssets body requests[].from_address_index': 'dependentRequired.from_address_index',
  'getDelegatedBalances body addresses': 'oneOf',
  'getDelegatedBalances body address': 'oneOf',
};

/** Lists that a field beside them counts: neither can change alone. */
const counted: Readonly<Record<string, string>> = { 'createDepositAddresses body memos': 'count' };

/** Every variant of a body; `put` makes the whole body of a changed part. */
export function* variants(
  place: string,
  shape: Shape,
  value: unknown,
  kind: Kind,
  put: (part: unknown) => unknown = (part) => part,
): Generator<Variant> {
  const of = ({ value: part, ...sample }: Sample): Variant => ({
    place,
    ...sample,
    says: `is ${sample.says}`,
    body: put(part),
  });
  if (typeof shape === 'string' && !readField(shape).array) {
    for (const sample of samplesOf(place, shape)) yield of(sample);
    return;
  }
  if (typeof shape === 'string' || isList(shape)) {
    const elements = Array.isArray(value) ? (value as unknown[]) : [];
    const element = typeof shape === 'string' ? shape.replace(/\[\].*$/, '') : shape[0];
    const stated = typeof shape === 'string' ? readField(shape).array : {};
    for (const sample of wrongTypes('array')) yield of(sample);
    if (elements.length > 0)
      for (const sample of countsOf({ ...stated, ...impliedAt(place) }, elements[0])) yield of(sample);
    for (const [i, part] of elements.entries())
      yield* variants(`${place}[]`, element, part, kind, (one) => put(elements.with(i, one)));
    return;
  }
  for (const sample of wrongTypes('object')) yield of(sample);
  yield* fieldVariants(place, shape, value as Readonly<Record<string, unknown>>, kind, put);
}

function* fieldVariants(
  place: string,
  fields: Fields,
  record: Readonly<Record<string, unknown>>,
  kind: Kind,
  put: (part: unknown) => unknown,
): Generator<Variant> {
  const [anyKey] = Object.keys(fields).filter((name) => name.startsWith('{'));
  if (anyKey !== undefined) {
    yield { place, says: 'is empty', body: put({}), fits: true };
    const { maxProperties } = impliedAt(place) as { maxProperties?: number };
    const [first] = Object.values(record);
    for (const count of maxProperties === undefined ? [] : [maxProperties, maxProperties + 1]) {
      const many = Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${String(i)}`, first]));
      const fits = count === maxProperties;
      yield {
        place,
        says: `has ${String(count)} entries`,
        body: put(many),
        fits,
        ...(!fits && { keyword: 'maxProperties' }),
      };
    }
    for (const [key, part] of Object.entries(record))
      yield* variants(within(place, '*'), fields[anyKey] ?? '', part, kind, (one) => put({ ...record, [key]: one }));
    return;
  }
  const undeclared = { place, says: 'has a field that is not listed', body: put({ ...record, undeclared_field: 1 }) };
  yield kind === 'request'
    ? { ...undeclared, fits: false, keyword: 'additionalProperties' }
    : { ...undeclared, fits: true };
  for (const [key, shape] of Object.entries(fields)) {
    const name = key.replace('?', '');
    if (!(name in record)) continue;
    const inner = within(place, name);
    const { [name]: part, ...rest } = record;
    const keyword = needed[inner] ?? (key.endsWith('?') ? undefined : `required.${name}`);
    yield { place, says: `is without ${name}`, body: put(rest), fits: !keyword, ...(keyword && { keyword }) };
    const beside = counted[inner];
    yield* variants(inner, shape, part, kind, (one) =>
      put({ ...record, [name]: one, ...(beside && Array.isArray(one) && { [beside]: one.length }) }),
    );
  }
}

/** The place of a field: the first name behind a body stands alone, the others behind a dot. */
export function within(place: string, name: string): string {
  return `${place}${place.split(' ').length === 2 ? ' ' : '.'}${name}`;
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}
