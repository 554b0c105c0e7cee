/** Services that count amounts, fees and outputs in another way. */
import { changedVariant, type Change, type Passing } from './behind.ts';
import { all, each, recordsOf, walletIdOf, type Fields } from './changes.ts';
import type { World } from '../world.ts';
import type { Variant } from './variant.ts';

const silent = (name: string, point: string, change: Change): Variant => ({
  name,
  start: () => changedVariant(change),
  expected: [{ point, verdict: 'contradicted' }],
});

/** A decimal amount as a whole number of the smallest unit, and the other way round. */
function toSmallest(amount: unknown, decimals: number): string {
  const [whole = '', fraction = ''] = String(amount).split('.');
  return whole === '' ? '' : String(BigInt(whole + fraction.padEnd(decimals, '0')));
}
function toMain(amount: unknown, decimals: number): string {
  const digits = String(amount).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '');
}

/** Decimals of what a wallet of the rich world holds, and of what it pays fees in. */
const decimalsOf = (request: Passing, { wallets }: World): { readonly own: number; readonly fee: number } => {
  const at = wallets.findIndex(({ walletId }) => walletId === walletIdOf(request));
  const isRipple = wallets[at]?.kind === 'deposit-withdrawal';
  const isToken = at === wallets.length - 1;
  return { own: isRipple || isToken ? 6 : 18, fee: isRipple ? 6 : 18 };
};

/** Where amounts stand whose unit the interface does not name. */
const LISTS: Readonly<Record<string, string>> = {
  getWithdrawalState: '',
  listWithdrawalStates: 'transactions',
  listWithdrawalHistory: 'transactions',
  listVaultHistory: 'transaction_item',
  getVaultBalance: '',
  listWalletBalances: 'wallet_balances',
};
const FEES = /^(fee|chain_fee|platform_fee)$/;
const AMOUNTS = /^(amount|real_amount|(pool_|unconfirm_|token_)*balance|(pool_)?unconfirm_token_balance)$/;

const inSmallest: Change = {
  answer({ status, body }, request, world) {
    const list = LISTS[request.operationId ?? ''];
    const isOfAddresses = request.operationId === 'getDelegatedBalances';
    if (status !== 200 || (list === undefined && !isOfAddresses)) return undefined;
    const { own, fee } = decimalsOf(request, world);
    const records = isOfAddresses ? Object.values((body as { balances: Fields }).balances) : recordsOf(body, list);
    for (const record of records as Fields[])
      for (const [name, amount] of Object.entries(record)) {
        const shown = Number(record.token_decimals ?? record.decimals ?? own);
        if (AMOUNTS.test(name)) record[name] = toSmallest(amount, shown);
        else if (FEES.test(name)) record[name] = toSmallest(amount, fee);
      }
    return undefined;
  },
};

const CALLBACKS = {
  listCallbacks: 'notifications',
  getCallbacksById: 'notifications',
  getDepositCallback: 'notification',
};
const callbacks = (change: (record: Fields) => void): Change =>
  all(...Object.entries(CALLBACKS).map(([operationId, list]) => each(operationId, list, change)));

export const variants: readonly Variant[] = [
  silent('every amount is in the smallest unit', 'amount-unit', inSmallest),
  silent(
    'fees of callbacks are in the main unit',
    'callback-fees-unit',
    callbacks((record) => {
      record.fees = toMain(record.fees, record.currency === 'XRP' ? 6 : 18);
    }),
  ),
  silent('the only output of a transaction is number 1', 'account-vout-index', {
    ...callbacks((record) => {
      record.vout_index = 1;
    }),
    target: ({ operationId, target }) =>
      operationId === 'getDepositCallback'
        ? target.replace(/\/([01])\?/, (_, output) => `/${output === '1' ? '0' : '1'}?`)
        : target,
  }),
];
