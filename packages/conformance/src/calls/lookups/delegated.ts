/** Steps that look up balances of delegated addresses, in either field. */
import { stringifyJson } from '@wallet-operations/json';
import type { Caller, Interface } from '@wallet-operations/transcript';
import type { Known, Step } from '../asked.ts';
import { forEach, forFirst, ofEach, stepMaker } from '../making.ts';
import { NOTHING } from '../nothing.ts';
import { recordsOf, textsOf } from '../seen.ts';

const BALANCES = 'getDelegatedBalances';

/** The point that says in which field. */
const DELEGATED_FIELD = { point: 'delegated-field' };

/** Whether balances are others where they are asked for in the other field. */
function areOthers(known: Known, caller: Caller): boolean {
  const [own] = known.bodies(`${BALANCES}.seen`, caller);
  const [other] = known.bodies(`${BALANCES}.other-spelling`, caller);
  return own !== undefined && other !== undefined && stringifyJson(own) !== stringifyJson(other);
}

const addressesOf = (known: Known, caller: Caller): string[] =>
  textsOf(recordsOf(known, ['listDepositAddresses.plain'], caller), 'address');

/** The field that addresses are taken in, as far as is known. */
const takenBy = (known: Known): string =>
  known.bodies(`${BALANCES}.seen`).length === 0 && known.bodies(`${BALANCES}.other-spelling`).length > 0
    ? 'address'
    : 'addresses';

/** All of them. */
export function delegatedSteps(service: Interface): Step[] {
  const { kinds, step } = stepMaker(service);
  const delegated = kinds(BALANCES);
  /** Balances of the first addresses of a wallet: up to ten, or as many as there have to be. */
  const ofAddresses = (
    id: string,
    what: string,
    field: (known: Known) => string,
    {
      count = 0,
      isMeant = () => true,
      ...more
    }: Partial<Step> & { readonly count?: number; readonly isMeant?: (known: Known, caller: Caller) => boolean } = {},
  ): Step =>
    step(
      BALANCES,
      id,
      what,
      forEach((known, caller) => {
        const addresses = addressesOf(known, caller).slice(0, Math.max(count, 10));
        const isEnough = addresses.length >= Math.max(count, 1);
        return isEnough && isMeant(known, caller) ? [{ caller, body: { [field(known)]: addresses } }] : [];
      }, delegated),
      { most: ofEach(1, delegated), ...more },
    );
  return [
    ofAddresses('seen', 'of addresses of the wallet', () => 'addresses', DELEGATED_FIELD),
    ofAddresses('other-spelling', 'of the same in the field `address`', () => 'address', DELEGATED_FIELD),
    ofAddresses('again', 'as at first, once more: whether they stayed the same meanwhile', takenBy),
    ofAddresses(
      'other-again',
      'of the same in the field `address` once more, should they be others there',
      () => 'address',
      {
        isMeant: areOthers,
      },
    ),
    ofAddresses('eleven', 'of one more than are taken', takenBy, { count: 11 }),
    step(
      BALANCES,
      'unknown',
      'of an address that there is not',
      forFirst((known, caller) => [{ caller, body: { [takenBy(known)]: [NOTHING] } }], delegated),
    ),
    step(
      BALANCES,
      'empty',
      'without addresses',
      forFirst((_, caller) => [{ caller, body: {} }], delegated),
      { row: 'malformed_body' },
    ),
    step(
      BALANCES,
      'kind',
      'of a wallet that is none with delegated addresses',
      (known) =>
        known.wallets
          .filter(({ kind }) => !delegated.includes(kind))
          .slice(0, 1)
          .map(({ place }) => ({ caller: place, body: { [takenBy(known)]: [NOTHING] } })),
      { row: 'not_found' },
    ),
  ];
}
