// Finds values of open points that do not fit what the point itself says of them, or contradict those of another: answers would be refused
// by the same rules.
import { contradictionIn, misfitOf, type Point, type Points } from '@wallet-operations/answers';
import { guide, type Finding } from '../lib/problems.ts';
import { sourceLocation } from '../lib/source-location.ts';

/** Everything that is wrong with the values of points as they were written. */
export function pointValueFindings(points: Points): Finding[] {
  const found = (id: string, keys: readonly (string | number)[], message: string): Finding => ({
    where: sourceLocation(['x-open-points', id, ...keys]),
    rule: 'open-point-value',
    message: `${message} ${guide('open-points')}`,
  });
  const single = Object.entries(points).flatMap(([id, point]) => {
    if ((point as Point | null)?.value === undefined) return []; // the schema of x-open-points tells of what else is missing
    try {
      const misfit = misfitOf(id, point, point.value);
      if (misfit) return [found(id, ['value', ...misfit.inside], misfit.message)];
    } catch (error) {
      return [found(id, ['fits'], `What fits is no JSON Schema: ${(error as Error).message}.`)];
    }
    return unnamed(point).map((name) =>
      found(
        id,
        ['value', name],
        `${id} has ${name} neither in its order nor among its failures, or twice. Name it once.`,
      ),
    );
  });
  if (single.length > 0) return single;
  const wrong = contradictionIn(points);
  return wrong ? [found(wrong.ids[0] ?? '', ['value'], wrong.message)] : [];
}

/** Names of the value, the order and the failures that are not in exactly one of the latter two and in the value. */
function unnamed({ value, order, failures = [] }: Point): string[] {
  if (!order) return [];
  const names = Object.keys(value as object);
  const told = [...order, ...failures];
  return [...new Set([...names, ...told])].filter(
    (name) => !names.includes(name) || told.filter((one) => one === name).length !== 1,
  );
}
