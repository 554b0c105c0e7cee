/** Entries of whitelists that are looked up, held against the lists of them. */
import { listsOf, type List } from '../calls/list.ts';
import { isSame, type Body, type Evidence } from './evidence.ts';
import type { Fact } from './fact.ts';
import { told, unlike } from './same-record.ts';
import { timeOf } from './times.ts';
import { isStill, wholeOf, type Whole } from './whole.ts';

/** Each is one of its list. */
export function entryFacts(evidence: Evidence): Fact[] {
  const { service, ok } = evidence;
  const list = listsOf(service).find(({ name }) => name === 'listWhitelistEntries');
  const unlikes = ok('checkWhitelistEntry.seen').flatMap(({ body, exchange: { caller } }) => {
    const whole = list && wholeOf(evidence, list, caller);
    if (!whole || !isStill(evidence, list, caller, 'later') || mayBeUnlisted(body, whole)) return [];
    return [unlike(body, whole.list.records)];
  });
  return told('checkWhitelistEntry', [...unlikes, ...byAddress(evidence, list)], 'an entry of the list');
}

/** What is looked up by its address alone is the entry of the list that has its memo, its user and the time at which it was made, where there is one. */
const byAddress = (evidence: Evidence, list: List | undefined): string[][] =>
  ['alone', 'partly'].flatMap((step) =>
    evidence.ok(`checkWhitelistEntry.${step}`).flatMap(({ body, exchange: { caller } }) => {
      const whole = list && wholeOf(evidence, list, caller);
      if (!whole || !isStill(evidence, list, caller, 'later')) return [];
      const own = whole.list.records.filter((one) =>
        [...OF_ENTRY, 'create_time'].every((name) => isSame(one[name], body[name])),
      );
      return own.length === 0 ? [] : [unlike(body, own)];
    }),
  );

/** By which an entry of a whitelist is told from others, and the times that a list may choose by. */
const OF_ENTRY = ['address', 'memo', 'user_id'];
const TIMES_OF_ENTRY = ['create_time', 'update_time', 'effective_time'];

/**
 * Whether an entry that a list does not show may be there: behind the page, where others of the same address, memo and user may be, too; or the list
 * may choose by a time of it that is to come, as it has what came until now alone.
 */
export function mayBeUnlisted(entry: Body, { list: { exchange, records }, isAll }: Whole): boolean {
  const names = isAll ? OF_ENTRY : [...OF_ENTRY, 'create_time'];
  if (records.some((one) => names.every((name) => isSame(one[name], entry[name])))) return false;
  const { to = Infinity } = exchange.when ?? {};
  return !isAll || TIMES_OF_ENTRY.some((name) => (timeOf(entry, name) ?? 0) > to);
}
