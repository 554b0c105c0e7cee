/** Deposits that callbacks show: which of them those are, and the calls that look them up. */
import type { Caller, Interface } from '@wallet-operations/transcript';
import { isNode } from '@wallet-operations/validator';
import { withFolded } from './addresses.ts';
import type { Asked, Known } from './asked.ts';
import { CALLBACKS, type Seen } from './making.ts';
import { recordsOf, textsOf } from './seen.ts';

/** So many deposits of a wallet are looked up. */
export const DEPOSITS = 3;

/** Records whose addresses are to be compared, and to be asked for nowhere. */
const foldedOf = (known: Known, steps: readonly string[], caller?: Caller): Seen[] =>
  recordsOf(known, steps, caller).map((record) => withFolded(record) as Seen);

/** Addresses of the wallets themselves, as far as the lists of them show them. */
const listedAddresses = (known: Known): string[] =>
  textsOf(foldedOf(known, ['listWallets.plain', 'listWalletBalances.plain']), 'address');

/** The same, with those that orders are paid from: what one of these pays to a deposit address is its fuel. */
const walletAddresses = (known: Known, caller: Caller): ReadonlySet<unknown> =>
  new Set([
    ...listedAddresses(known),
    ...textsOf(
      foldedOf(known, CALLBACKS, caller).filter(({ order_id }) => order_id !== ''),
      'from_address',
    ),
  ]);

/** The addresses that deposits of a wallet are paid to, as far as its list shows them. */
const depositAddresses = (known: Known, caller: Caller): ReadonlySet<unknown> =>
  new Set(
    textsOf(
      foldedOf(
        known,
        ['plain', 'max.request_number', 'rest', 'later'].map((step) => `${ADDRESSES}.${step}`),
        caller,
      ),
      'address',
    ),
  );

/** The operation that lists addresses of deposits. */
export const ADDRESSES = 'listDepositAddresses';

/** Whether a callback tells of a deposit to an address that nothing shows: it may have been made since its list was read. */
export function isPaidToUnknown(known: Known, caller: Caller): boolean {
  const shown = depositAddresses(known, caller).union(new Set(listedAddresses(known)));
  return foldedOf(known, CALLBACKS, caller).some(
    ({ order_id, to_address }) => order_id === '' && !shown.has(to_address),
  );
}

/**
 * Callbacks of deposits: an order has its ID, and what the service moves itself goes to or from another address than those of deposits, or
 * comes from a wallet's own. Where no list shows those, its type tells.
 */
export function depositsOf(service: Interface, known: Known, caller: Caller): Seen[] {
  const own = depositAddresses(known, caller);
  // where all deposits share the address of the wallet, what it moves itself stays there
  const incoming = foldedOf(known, CALLBACKS, caller).filter(
    ({ order_id, from_address, to_address }) => order_id === '' && from_address !== to_address,
  );
  const isPaidIn = ({ to_address }: Seen): boolean => own.has(to_address);
  const swept = new Set(incoming.filter((record) => !isPaidIn(record)).map(({ to_address }) => to_address));
  const wallets = walletAddresses(known, caller);
  const types = service.points['callback-type']?.value;
  const airdrop = isNode(types) ? types.airdrop : undefined; // who sends it the interface does not say
  const isFuel = ({ from_address, type }: Seen): boolean =>
    swept.has(from_address) || wallets.has(from_address) || (airdrop !== undefined && type === airdrop);
  return incoming.filter((record) => isPaidIn(record) && !isFuel(record));
}

/** Outputs of deposits that are looked up, with the calls for them. */
export function outputsOf(service: Interface, known: Known, caller: Caller): Asked[] {
  const deposits = depositsOf(service, known, caller);
  const outputs = new Map(
    deposits.map(({ txid, vout_index }) => [`${String(txid)}/${String(vout_index)}`, { txid, vout_index }]),
  );
  return [...outputs.values()]
    .slice(0, DEPOSITS)
    .map(({ txid, vout_index }) => ({ caller, path: { TX_ID: String(txid), VOUT_INDEX: String(vout_index) } }));
}
