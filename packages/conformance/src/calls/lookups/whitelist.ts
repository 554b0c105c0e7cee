/** Steps that look up entries of whitelists. */
import type { Caller, Interface } from '@wallet-operations/transcript';
import { folded } from '../addresses.ts';
import type { Known, Step } from '../asked.ts';
import { forEach, forFirst, ofEach, stepMaker, type Seen } from '../making.ts';
import { NOTHING } from '../nothing.ts';
import { recordsOf, textsOf } from '../seen.ts';

/** So many entries of a whitelist are looked up. */
const ENTRIES = 4;

/** The state of one that was removed: the interface does not say whether it is still found. */
const REMOVED = 2;

const entriesOf = (known: Known, caller: Caller): Seen[] => recordsOf(known, ['listWhitelistEntries.plain'], caller);

const filled = (fields: Seen): Seen => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));

/** All of them. */
export function whitelistSteps(service: Interface): Step[] {
  const { kinds, point, step } = stepMaker(service);
  const whitelisted = kinds('checkWhitelistEntry');
  return [
    step(
      'checkWhitelistEntry',
      'seen',
      'of entries as the list has them',
      forEach(
        (known, caller) =>
          entriesOf(known, caller)
            .filter(({ address, state }) => typeof address === 'string' && state !== REMOVED)
            .slice(0, ENTRIES)
            .map(({ address, memo, user_id }) => ({ caller, body: { address, ...filled({ memo, user_id }) } })),
        whitelisted,
      ),
      { most: ofEach(ENTRIES, whitelisted), ...point('checkWhitelistEntry') },
    ),
    step(
      'checkWhitelistEntry',
      'alone',
      'of an address alone of which there are several entries',
      forEach((known, caller) => {
        const entries = entriesOf(known, caller);
        const addresses = entries.map(({ address }) => folded(address));
        const several = entries.find((_, i) => addresses.indexOf(addresses[i]) !== i);
        return several === undefined ? [] : [{ caller, body: { address: several.address } }];
      }, whitelisted),
      { most: ofEach(1, whitelisted), point: 'whitelist-lookup' },
    ),
    step(
      'checkWhitelistEntry',
      'partly',
      'of an address alone whose entry has a memo or a user',
      forEach((known, caller) => {
        const entry = entriesOf(known, caller).findLast(
          ({ memo, user_id }) => (memo ?? '') !== '' || (user_id ?? '') !== '',
        );
        return entry === undefined ? [] : [{ caller, body: { address: entry.address } }];
      }, whitelisted),
      { most: ofEach(1, whitelisted), point: 'whitelist-lookup' },
    ),
    step(
      'checkWhitelistEntry',
      'unknown',
      'of an entry with a user that there is not',
      forFirst(
        (known, caller) =>
          textsOf(entriesOf(known, caller), 'address')
            .slice(0, 1)
            .map((address) => ({ caller, body: { address, user_id: NOTHING } })),
        whitelisted,
      ),
      { row: 'whitelist_entry_not_found' },
    ),
    step(
      'checkWhitelistEntry',
      'long',
      'of a user ID of 256 characters',
      forFirst(
        (known, caller) =>
          textsOf(entriesOf(known, caller), 'address')
            .slice(0, 1)
            .map((address) => ({ caller, body: { address, user_id: 'x'.repeat(256) } })),
        whitelisted,
      ),
      { row: 'invalid_user_id' },
    ),
    step(
      'checkWhitelistEntry',
      'empty',
      'without an address',
      forFirst((_, caller) => [{ caller, body: {} }], whitelisted),
      { row: 'malformed_body' },
    ),
  ];
}
