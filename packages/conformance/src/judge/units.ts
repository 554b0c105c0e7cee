/** Times whose unit or zone is another than declared: no keyword of a schema says that, and the document's own words do. */
import { type Place, isNode } from '@wallet-operations/validator';
import {
  type Exchange,
  type Interface,
  isLongOver,
  pointsAt,
  secondsIn,
  secondsOf,
  stepInto,
} from '@wallet-operations/transcript';
import type { Fact } from './fact.ts';

/** Every such time of an answer; one for each field. */
export function unitFacts({ document }: Interface, { operationId, step, answer }: Exchange, place: Place): Fact[] {
  const found = new Map<string, Fact>();
  const add = (value: unknown, at: Place, name: string): void => {
    const wrong = wrongIn(value, at, name);
    const points = pointsAt(at);
    if (wrong !== undefined && !found.has(name))
      found.set(name, {
        ...{ operationId, kind: 'type', about: name, verdict: 'differs', evidence: `${step}: ${name} ${wrong}` },
        ...(points.length > 0 && { points }),
      });
    if (Array.isArray(value)) for (const one of value) add(one, stepInto(document, at, 0).place, `${name}[]`);
    else if (isNode(value))
      for (const [key, one] of Object.entries(value)) {
        const { place: next, is } = stepInto(document, at, key);
        add(one, next, is === 'key' ? `${name}{}` : name === '' ? key : `${name}.${key}`);
      }
  };
  if (answer?.status === 200) add(answer.body, place, '');
  return [...found.values()];
}

function wrongIn(value: unknown, place: Place, name: string): string | undefined {
  const isNumber = typeof value === 'number' && place.some((node) => node['x-unit'] === 'seconds');
  const isText = typeof value === 'string' && place.some(({ format }) => format === 'date-time');
  const seconds = isNumber ? value : isText ? secondsOf(value) : undefined;
  if (seconds === undefined) return undefined;
  // until when a code was good is a point of its own
  if (isLongOver(seconds) && !/(^|\.)exp$/.test(name))
    return 'lies long before there was such a service: in which unit is it?';
  if (isNumber) return secondsIn(value)?.unit === 1000 ? 'is in milliseconds, and seconds are due' : undefined;
  return /(z|[+-]00:?00)$/i.test(String(value)) ? undefined : 'is in another zone than UTC, or in none';
}
