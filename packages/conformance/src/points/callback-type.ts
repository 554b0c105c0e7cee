/** The point that gives the numbers of callbacks' types their names: by who paid whom, and for which order. */
import { shown } from '../judge/evidence.ts';
import { contradicted, numbersOf, ofNumbers, see, type Conclude, type Seen } from './conclusion.ts';
import { callbacksIn, leavingIn, type Told } from './told.ts';
import { idsOf, walletsIn } from './wallets.ts';

/** An address is one in any case. */
const lower = (address: unknown): string => String(address).toLowerCase();

/** By the callbacks of all wallets. */
export const callbackType: Conclude = (evidence) => {
  const ids = idsOf(evidence);
  const own = new Map(
    walletsIn(evidence).map(({ wallet_id, address }) => [ids.get(String(wallet_id)), lower(address)]),
  );
  const made = evidence
    .under('listDepositAddresses.')
    .flatMap(({ exchange: { caller }, records }) =>
      records.map(({ address }) => ({ caller, address: lower(address) })),
    );
  const paidIn = new Set(made.map(({ address }) => address));
  const owned = new Set(made.map(({ caller, address }) => `${String(caller)} ${address}`));
  const isOwn = (caller: number, address: string): boolean => owned.has(`${String(caller)} ${address}`);
  const callbacks = callbacksIn(evidence);
  const isLeaving = leavingIn(evidence);
  const placeOf = ({ caller, record }: Told): string => `${String(caller)} ${shown(record.txid)}`;
  const assumed = numbersOf(evidence.service, 'callback-type');
  // what the service moves itself may have an order_id: the interface says that of deposits alone it is empty
  const ofService = new Set([assumed.collect, assumed.airdrop]);
  const named = callbacks.filter(
    ({ caller, record }) => record.order_id !== '' && evidence.transcript.wallets[caller]?.kind !== 'deposit',
  );
  const orders = named.every(({ record }) => ofService.has(Number(record.type)))
    ? named
    : named.filter(({ record }) => !ofService.has(Number(record.type)));
  const isOrder = new Set(orders);
  const withdrawn = new Set(orders.map(placeOf));
  const withdrawals = new Set(orders.map(({ record }) => record.type));
  const wallets = new Set(own.values());
  const isFromOutside = ({ record: { from_address, to_address } }: Told): boolean =>
    paidIn.has(lower(to_address)) && !paidIn.has(lower(from_address)) && !wallets.has(lower(from_address));
  const outside = callbacks.filter((one) => one.record.order_id === '' && isFromOutside(one) && !isLeaving(one));
  // what one wallet pays to another, or to itself, may be a deposit as well
  const deposits = new Set(outside.length > 0 ? outside.map(({ record }) => record.type) : [assumed.deposit]);
  const seen: Seen = new Map();
  for (const one of callbacks) {
    const { type, order_id } = one.record;
    const [from, to] = [lower(one.record.from_address), lower(one.record.to_address)];
    const address = own.get(one.caller);
    if (isOrder.has(one)) see(seen, 'withdrawal', type);
    else if (order_id !== '') continue;
    else if (withdrawn.has(placeOf(one)))
      continue; // what an order pays to a deposit address of its own wallet may be a deposit, and nothing that the service moved itself
    else if (address === undefined || from === to)
      continue; // it may be one that the service moved itself, and by one address nobody tells which
    else if (evidence.transcript.wallets[one.caller]?.kind === 'delegated' && isOwn(one.caller, from))
      continue; // what a delegated address pays may be a withdrawal without the interface
    else if (from === address) {
      // whoever withdraws without the interface names no order, and may pay anybody
      if (isOwn(one.caller, to) && !withdrawals.has(type) && !deposits.has(type)) see(seen, 'airdrop', type);
    } else if (to === address && paidIn.has(from)) {
      if (!wallets.has(from) && !deposits.has(type)) see(seen, 'collect', type);
    } else if (paidIn.has(to) && !isLeaving(one)) see(seen, 'deposit', type);
  }
  // fuel may come from anybody: where something that is paid in has its number, nothing tells which is which
  const paid = seen.get('deposit');
  if (paid && paid.size > 1 && paid.has(assumed.airdrop ?? NaN)) seen.delete('deposit');
  const numbers = [...seen.values()].flatMap((one) => [...one]);
  const strangers = numbers.filter((number) => !Object.values(assumed).includes(number));
  const isUnclear = [...seen.values()].some(({ size }) => size > 1);
  if (isUnclear && strangers.length > 0) return contradicted(`there are types ${[...new Set(strangers)].join(', ')}`);
  return ofNumbers(evidence.service, 'callback-type', seen);
};
