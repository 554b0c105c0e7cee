/** Whether the value of a point can be: by what the point says fits, by the places that show it, and beside the other points. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isNode, memoized, type Node } from '@wallet-operations/validator';
import { markedNodes, marksOf, type Point, type PointedDocument, type Points } from './document.ts';
import { namesOf } from './names.ts';
import { queryNames } from './nonce.ts';

/** What is wrong with a value: the keys that lead to it within the value, and why. */
export interface Misfit {
  readonly inside: readonly (string | number)[];
  readonly message: string;
}

/** What is wrong with a value by itself. */
export function misfitOf(id: string, point: Point, value: unknown): Misfit | undefined {
  const number = unreadableIn(value);
  if (number) return { ...number, message: `${[id, ...number.inside].join(' ')} ${number.message}` };
  const { errors } = checkOf(JSON.stringify(point.fits ?? {}))(value);
  if (errors.length > 0) {
    const error = errors.find(({ keyword }) => keyword === 'propertyNames') ?? errors[0];
    const inside = (error?.instancePath ?? '').split('/').slice(1);
    if (error?.keyword === 'propertyNames') {
      const { propertyName } = error.params as { propertyName: string };
      return {
        inside: [...inside, propertyName],
        message: `${id} has the name ${propertyName}. Write letters and digits, such as inChain: programs use it.`,
      };
    }
    const allowed =
      error?.keyword === 'enum' ? `: ${(error.params as { allowedValues: unknown[] }).allowedValues.join(', ')}` : '';
    const name = [id, ...inside].join(' ');
    return {
      inside: inside.map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
      message: `${name} ${error?.message ?? 'does not fit'}${allowed}.`,
    };
  }
  const numbers = Object.values(namesOf({ ...point, value }) ?? {});
  const twice = numbers.find((one, i) => numbers.indexOf(one) !== i);
  if (twice === undefined) return undefined;
  return { inside: [], message: `${id} gives the number ${String(twice)} two names. Give each a number of its own.` };
}

let ajv: Ajv2020 | undefined; // made when the first value comes: it reads the schema of schemas, for which no start has time

/** By the text of what fits: each overlay is settled in a copy of the document, and what fits stays the same. */
const checkOf = memoized((fits: string) => {
  const validate = (ajv ??= new Ajv2020()).compile(JSON.parse(fits) as Node);
  return (value: unknown) => ({ errors: validate(value) ? [] : (validate.errors ?? []) });
});

/** The first number that no program reads as it is written. */
function unreadableIn(value: unknown): Misfit | undefined {
  if (typeof value === 'number' && (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER))
    return { inside: [], message: 'is no number that every program can hold. Write one within ±(2^53 − 1).' };
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = unreadableIn(inner);
    if (found) return { ...found, inside: [Array.isArray(value) ? Number(key) : key, ...found.inside] };
  }
  return undefined;
}

const RANGES: Readonly<Record<string, readonly [from: number, to: number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
  uint64: [0, Infinity],
};

const isAlike = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** What some readers of YAML take for something else than its letters, and what a checksum has already. */
const NO_NONCE = /^(y|yes|n|no|on|off|none|null|true|false|secret)$/i;

/** What says how a message is carried and read. */
const HEADERS_OF_HTTP =
  /^(connection|content-(encoding|length|type)|expect|host|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i;

/** What is wrong with a value at a place that is marked with its point: a number that means something else there, or a taken name. */
export function misplacedIn(document: PointedDocument, id: string, value: unknown): Misfit | undefined {
  const places = markedNodes(document).filter((node) => marksOf(node).includes(id));
  const names = Object.entries(namesOf({ what: '', assumed: '', value }) ?? {});
  const alike = names.map(([name]) => name).find((name, i, all) => all.slice(0, i).some((one) => isAlike(one, name)));
  if (alike !== undefined)
    return {
      inside: [alike],
      message: `${id} ${alike} differs from another name in its capitals alone. Give it another name.`,
    };
  for (const { type, format, default: all } of places) {
    if (type !== 'integer') continue;
    const [from, to] = RANGES[String(format)] ?? [-Infinity, Infinity];
    for (const [name, number] of names) {
      if (typeof all === 'number' && isAlike(name, 'all'))
        return {
          inside: [name],
          message: `${id} has the name ${name}, by which a request asks for all of them. Give it another name.`,
        };
      if (number === all)
        return {
          inside: [name],
          message: `${id} ${name} is ${String(number)}, by which a request asks for all of them. Write the number of ${name} alone.`,
        };
      if (number < from || number > to)
        return { inside: [name], message: `${id} ${name} is ${String(number)}, which is no ${String(format)}.` };
    }
  }
  if (!isNode(value)) return undefined;
  if (id === 'checksum' && queryNames(document).includes(String(value.nonce)))
    return {
      inside: ['nonce'],
      message: `checksum nonce is ${String(value.nonce)}, which another parameter is called.`,
    };
  if (id === 'checksum' && String(value.nonce) !== 'none' && NO_NONCE.test(String(value.nonce)))
    return {
      inside: ['nonce'],
      message: `checksum nonce is ${String(value.nonce)}, which is no name for one. Write none if there is none.`,
    };
  if (id === 'callback-signature' && HEADERS_OF_HTTP.test(String(value.header)))
    return {
      inside: ['header'],
      message: `callback-signature header is ${String(value.header)}, which HTTP itself needs. No signature can stand there.`,
    };
  if (!id.endsWith('-envelope')) return undefined;
  const own = Object.values(document['x-open-points'][id]?.value as Node);
  const others = places.flatMap(({ properties }) => Object.keys(isNode(properties) ? properties : {}));
  const taken = others.filter((name) => !own.includes(name));
  for (const [part, name] of Object.entries(value)) {
    if (taken.includes(String(name)))
      return { inside: [part], message: `${id} ${part} is ${String(name)}, which another field is called.` };
    taken.push(String(name));
  }
  return undefined;
}

/** What one point says must go with the others. The points at fault, the first that was answered to blame. */
export function contradictionIn(points: Points): { ids: readonly string[]; message: string } | undefined {
  const credit = points['safe-to-credit']?.value as { field: string; is: string };
  const fields = credit.field === 'state' ? ['callback-state', 'withdrawal-state'] : ['processing-state']; // both are one field
  const names = fields.flatMap((id) => Object.keys(namesOf(points[id]) ?? {}));
  if (!names.includes(credit.is))
    return {
      ids: ['safe-to-credit', ...fields],
      message: `safe-to-credit is ${credit.is}, which is no ${credit.field}. There are ${names.join(', ')}.`,
    };
  if (fields.some((id) => points[id]?.failures?.includes(credit.is)))
    return { ids: ['safe-to-credit'], message: `safe-to-credit is ${credit.is}, which is a failure: no money came.` };
  const [own, shared] = ['withdrawal-state', 'callback-state'].map((id) => namesOf(points[id]) ?? {});
  for (const [name, number] of Object.entries(own ?? {})) {
    const other = Object.entries(shared ?? {}).find(([one, theirs]) => one === name || theirs === number);
    if (other)
      return {
        ids: ['withdrawal-state', 'callback-state'],
        message: `withdrawal-state has ${name} as ${String(number)}, and callback-state ${other[0]} as ${String(other[1])}. Name each number once.`,
      };
  }
  return undefined;
}
