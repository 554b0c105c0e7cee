/** Filters of lists, held against the whole list. */
import { stringifyJson } from '@wallet-operations/json';
import { FILTER_POINTS, type List } from '../calls/list.ts';
import { mayLack } from '../calls/seen.ts';
import { countsOf } from './counts.ts';
import { shown, type Body, type Evidence } from './evidence.ts';
import type { Fact } from './fact.ts';
import { told, unlike } from './same-record.ts';
import { areAlike, isStill, settled, wholeOf } from './whole.ts';

/** So many records of a filter that are no record of the list are looked at one by one. */
const LOOKED_AT = 20;

/** What a filter leaves is in the list without it, as it is. Of callbacks, which a list may keep for some days, a filter may reach further. */
function asWithout({ name }: List, all: readonly Body[], records: readonly Body[]): Fact[] {
  const serials = new Set(all.map(({ serial }) => shown(serial)));
  const known = new Set(all.map((one) => stringifyJson(one)));
  const compared = records.filter(({ serial }) => serials.has(shown(serial)));
  const others = compared.filter((one) => !known.has(stringifyJson(one))).slice(0, LOOKED_AT);
  const unlikes = [...others.map((record) => unlike(record, all)), ...(others.length < compared.length ? [[]] : [])];
  return told(name, unlikes, 'one of the list without a filter');
}

/** Whether each value of a filter gives its records, all of them, and no other. */
export function filtersOf(evidence: Evidence, list: List): Fact[] {
  return list.parameters.flatMap(({ name: about, values }): Fact[] => {
    // what is left out where it is not given is another thing, and told of as its default
    const [given] = evidence.ok(`${list.name}.default.${about}`);
    const [left] = given ? evidence.ok(`${list.name}.plain`, given.exchange.caller) : [];
    const isDefault = !given || !left || areAlike(given.body, left.body);
    const facts = values.flatMap((value): Fact[] =>
      evidence.ok(`${list.name}.filter.${about}.${String(value)}`).flatMap(({ exchange, body, records }): Fact[] => {
        const whole = wholeOf(evidence, list, exchange.caller);
        if (!whole || whole.list.records.length + records.length === 0) return []; // there is nothing to choose from
        const point = FILTER_POINTS[`${list.name} ${about}`];
        const others = records.filter((record) => record[about] !== value).length;
        const due = whole.list.records.filter((record) => record[about] === value).length;
        const lost = whole.isAll && records.length < due;
        // what a value gives is in the list without one, which says that it has all
        const isHidden =
          isDefault &&
          whole.isAll &&
          others === 0 &&
          records.length > due &&
          !records.some(mayLack(whole.list.records));
        // a record of another kind is none that came up meanwhile
        const still = isStill(evidence, list, exchange.caller);
        const settle = settled(still || others > 0);
        const chosen = `${about} ${String(value)} gives`;
        const wrong =
          others > 0
            ? `${chosen} ${String(others)} records of another`
            : lost
              ? `${chosen} ${String(records.length)} records, and there are ${String(due)}`
              : isHidden
                ? `${chosen} ${String(records.length)} records, and without it there are ${String(due)}`
                : undefined;
        return [
          {
            ...{ operationId: list.name, kind: 'value', about, verdict: wrong === undefined ? 'agrees' : 'differs' },
            evidence: wrong ?? `${chosen} those alone`,
            ...(point !== undefined && { points: [point] }),
          } satisfies Fact,
        ]
          .map(settle)
          .concat(
            countsOf(list, whole, { exchange, body, records }).map(settled(still)),
            wrong === undefined && isDefault && whole.isAll && still
              ? asWithout(list, whole.list.records, records)
              : [],
          );
      }),
    );
    // what may be lost of one value is no agreement of the others
    const isOpen = facts.some(({ verdict }) => verdict === 'not observable');
    return isOpen ? facts.filter(({ verdict }) => verdict !== 'agrees') : facts;
  });
}
