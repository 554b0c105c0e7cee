/** What the sandbox may choose freely, read once, the way a caller reads it: fees, the price of an address, the first height. */
import { startSandbox } from '@wallet-operations/sandbox';
import { CURRENCIES, GROUPS, OUTSIDE, type AccountPlan } from './accounts.ts';
import type { Tariff } from './books.ts';
import { toUnits } from './units.ts';
import { clientFor, sandboxOptions } from './world.ts';

/** A fee that a caller may set, in gwei, satoshi or whatever the currency has. */
export const MANUAL_FEE = 90;

const PAYING: readonly AccountPlan[] = Object.values(GROUPS)
  .flat()
  .filter((plan, i, all) => plan.kind === 'withdrawal' && all.findIndex(({ name }) => name === plan.name) === i);

/** Reads it. */
export async function readTariff(): Promise<Tariff> {
  await using sandbox = await startSandbox(sandboxOptions);
  const { control } = sandbox;
  const fees = new Map<string, bigint>();
  const addresses = new Map<string, bigint>();
  const seen: bigint[] = [];
  const ids = new Map<string, bigint>();
  const tags: AccountPlan = { name: 'tags', kind: 'withdrawal', currency: 'XRP' };
  for (const { name, kind, currency, parent, token } of [...PAYING, tags]) {
    const parentId = parent === undefined ? undefined : ids.get(parent);
    const access = await control.createWallet({
      ...{ kind, currency, prefix: `${name}_` },
      ...(token && { token }),
      ...(parentId !== undefined && { parentId }),
    });
    ids.set(name, access.walletId);
    for (const tokenId of ['1', '2'])
      await control.fund({
        ...{ walletId: access.walletId, amount: '1' },
        ...(token && token.standard !== 'erc20' && { tokenId }),
      });
    const wallet = clientFor(sandbox, access).wallet(access.walletId);
    const address = OUTSIDE[currency][0];
    const amount = token ? '1' : '0.1';
    const orders = [{ order_id: `${name}_1` }, { order_id: `${name}_2`, manual_fee: MANUAL_FEE }];
    await wallet.withdrawAssets({ requests: orders.map((order) => ({ ...order, address, amount })) });
    await control.mine();
    const { transactions } = await wallet.listWithdrawalHistory();
    for (const [i, manual] of [0, MANUAL_FEE].entries()) {
      const { txid } = await wallet.getWithdrawalState({ ORDER_ID: `${name}_${String(i + 1)}` });
      const record = transactions.find((one) => one.txid === txid);
      fees.set(`${access.asset} ${String(manual)}`, toUnits(record?.fee ?? '', CURRENCIES[currency].decimals));
      seen.push(record?.block_height ?? 0n);
    }
  }
  const readOnly = clientFor(sandbox, await control.createReadOnlyCode());
  for (const currency of ['ETH', 'BTC', 'XRP'] as const) {
    const access = await control.createWallet({ kind: 'deposit', currency, balance: '1' });
    const memos = CURRENCIES[currency].memos ? { memos: ['1'] } : {};
    await clientFor(sandbox, access)
      .wallet(access.walletId)
      .createDepositAddresses({ count: 1, ...memos });
    const { wallet_balances } = await readOnly.listWalletBalances();
    const { balance } = wallet_balances.find(({ wallet_id }) => wallet_id === access.walletId) ?? { balance: '' };
    const { decimals } = CURRENCIES[currency];
    addresses.set(currency, 10n ** BigInt(decimals) - toUnits(balance, decimals));
  }
  const [height = 0n] = seen.sort((one, other) => Number(one - other));
  return { fees, addresses, height: Number(height) };
}
