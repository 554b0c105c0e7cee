/** Times whose unit or zone is another than declared: no keyword of a schema says that, and the document's own words do. */
import { type Place, isNode } from '@wallet-operations/validator';
import { type Exchange, type Interface, pointsAt, secondsIn, secondsOf, stepInto } from '@wallet-operations/transcript';
import type { Fact } from './fact.ts';

/** Every such time of an answer; one for each field. */
export function unitFacts({ document }: Interface, { operationId, step, answer }: Exchange, place: Place): Fact[] {
  const found = new Map<string, Fact>();
  const add = (value: unknown, at: Place, name: string): void => {
    const wrong = wrongIn(value, at);
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

function wrongIn(value: unknown, place: Place): string | undefined {
  if (typeof value === 'number' && place.some((node) => node['x-unit'] === 'seconds'))
    return secondsIn(value)?.unit === 1000 ? 'is in milliseconds, and seconds are due' : undefined;
  const isTime = typeof value === 'string' && place.some(({ format }) => format === 'date-time');
  if (!isTime || secondsOf(value) === undefined) return undefined;
  return /(z|[+-]00:?00)$/i.test(value) ? undefined : 'is in another zone than UTC, or in none';
}
