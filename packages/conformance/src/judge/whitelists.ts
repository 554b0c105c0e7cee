/** Entries of whitelists that are looked up, held against the lists of them. */
import type { Caller } from '@wallet-operations/transcript';
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
    const whole = stillOf(evidence, list, caller);
    return !whole || mayBeUnlisted(body, whole) ? [] : [unlike(body, whole.list.records)];
  });
  return told('checkWhitelistEntry', [...unlikes, ...byAddress(evidence, list)], 'an entry of the list');
}

/** The list of a caller, where it stayed as it was. */
const stillOf = (evidence: Evidence, list: List | undefined, caller: Caller): Whole | undefined =>
  list && isStill(evidence, list, caller, 'later') ? wholeOf(evidence, list, caller) : undefined;

/** What is looked up by its address alone is the entry of the list that has its memo, its user and the time at which it was made, where there is one. */
const byAddress = (evidence: Evidence, list: List | undefined): string[][] =>
  ['alone', 'partly'].flatMap((step) =>
    evidence.ok(`checkWhitelistEntry.${step}`).flatMap(({ body, exchange: { caller } }) => {
      const own = stillOf(evidence, list, caller)?.list.records.filter((one) =>
        [...OF_ENTRY, 'create_time'].every((name) => isSame(one[name], body[name])),
      );
      return own === undefined || own.length === 0 ? [] : [unlike(body, own)];
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
