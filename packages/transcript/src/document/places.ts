/** Places of the document: the schemas that hold at a place of a body, and the way down from there. */
import { marksOf } from '@wallet-operations/answers';
import { isNode, placeOf, type OpenApiDocument, type Place } from '@wallet-operations/validator';

/** What a key leads to. */
export interface Step {
  readonly place: Place;
  /** Whether the key is a name that the document declares there, an entry of a list, a key of a map, or nothing that it knows. */
  readonly is: 'declared' | 'entry' | 'key' | 'undeclared';
}

/** Steps that were taken before: bodies have many records, and few fields. */
const steps = new WeakMap<Place, Map<string | number, Step>>();

/** The place of a field, an entry or a key of a map. */
export function stepInto(document: OpenApiDocument, place: Place, key: string | number): Step {
  const known = steps.get(place) ?? new Map<string | number, Step>();
  steps.set(place, known);
  const name = typeof key === 'number' ? 0 : key;
  const step = known.get(name) ?? stepOf(document, place, name);
  if (step.is !== 'key') known.set(name, step); // of those there is no end
  return step;
}

/** Where all keys of a map lead. */
const maps = new WeakMap<Place, Step>();

function stepOf(document: OpenApiDocument, place: Place, key: string | number): Step {
  if (typeof key === 'number') return { place: placeOf(document, ...place.map(({ items }) => items)), is: 'entry' };
  const declared = place.flatMap(({ properties }) =>
    isNode(properties) && Object.hasOwn(properties, key) ? [properties[key]] : [],
  );
  if (declared.length > 0) return { place: placeOf(document, ...declared), is: 'declared' };
  const isMap = place.some(({ additionalProperties }) => additionalProperties === true || isNode(additionalProperties));
  if (!isMap) return UNDECLARED;
  const inner = maps.get(place) ?? {
    place: placeOf(document, ...place.map(({ additionalProperties }) => additionalProperties)),
    is: 'key',
  };
  maps.set(place, inner);
  return inner;
}

const UNDECLARED: Step = { place: [], is: 'undeclared' };

/** The points that a place is marked with. */
export const pointsAt = (place: Place): string[] => place.flatMap(marksOf);

/** The points that any place on the way of a body is marked with: keys as a violation has them. */
export function pointsOnWay(document: OpenApiDocument, schema: unknown, way: readonly string[]): string[] {
  let place = placeOf(document, schema);
  const points = pointsAt(place);
  for (const key of way) {
    const isEntry = /^\d+$/.test(key) && place.some(({ items }) => isNode(items));
    ({ place } = stepInto(document, place, isEntry ? Number(key) : key));
    points.push(...pointsAt(place));
  }
  return [...new Set(points)];
}

/** Every field that a schema declares, as `notifications[].serial`, with its place; maps have `{}`. */
export function fieldsOf(document: OpenApiDocument, schema: unknown): ReadonlyMap<string, Place> {
  const fields = new Map<string, Place>();
  const add = (place: Place, name: string): void => {
    if (fields.has(name)) return;
    if (name !== '') fields.set(name, place);
    for (const { properties } of place)
      for (const key of Object.keys(isNode(properties) ? properties : {}))
        add(stepInto(document, place, key).place, name === '' ? key : `${name}.${key}`);
    if (place.some(({ items }) => isNode(items))) add(stepInto(document, place, 0).place, `${name}[]`);
    if (place.some(({ additionalProperties }) => isNode(additionalProperties)))
      add(stepInto(document, place, '\u0000').place, `${name}{}`);
  };
  add(placeOf(document, schema), '');
  return fields;
}

/** The name of the field that keys lead to, as {@link fieldsOf} has it. */
export function fieldAt(document: OpenApiDocument, schema: unknown, way: readonly string[]): string {
  let place = placeOf(document, schema);
  let name = '';
  for (const key of way) {
    const isEntry = /^\d+$/.test(key) && place.some(({ items }) => isNode(items));
    const step = stepInto(document, place, isEntry ? Number(key) : key);
    place = step.place;
    name += step.is === 'entry' ? '[]' : step.is === 'key' ? '{}' : `${name === '' ? '' : '.'}${key}`;
  }
  return name;
}
