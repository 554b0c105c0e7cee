/** Books against the sandbox: real deposits and withdrawals, of which some were sent again, failed, missed or changed in the books. */
import { defaultKeyOf, isSafeToCredit } from '@wallet-operations/client/callbacks';
import {
  reconcile,
  type DepositEntry,
  type Difference,
  type Ledger,
  type WithdrawalEntry,
} from '@wallet-operations/client/reconciliation';
import { expect, it } from 'vitest';
import { ADDRESS, createLab, OTHER_ADDRESS, USDT, type LabWallet } from './lab.ts';

const seconds = (time: number): number => Math.floor(time / 1000);

it('finds what is wrong in the books, and nothing else', async () => {
  const lab = await createLab();
  const parent = await lab.createWallet({
    kind: 'deposit-withdrawal',
    currency: 'ETH',
    prefix: 'shop1_',
    balance: '100',
  });
  const token = await lab.createWallet({
    kind: 'deposit-withdrawal',
    currency: 'ETH',
    prefix: 'shop2_',
    balance: '1000',
    token: USDT,
    parentId: parent.walletId,
  });
  const { addresses } = await parent.wallet.createDepositAddresses({ count: 2 });

  /** Pays, receives, and keeps books as they should be. */
  async function trade(
    { walletId, wallet, prefix }: LabWallet,
    scale: string,
  ): Promise<[WithdrawalEntry[], DepositEntry[]]> {
    const orders: WithdrawalEntry[] = ['1', '2', '3', '4', '5', '6'].map((digit, i) => ({
      order_id: `${prefix}${digit}`,
      address: i % 2 === 0 ? ADDRESS : OTHER_ADDRESS,
      amount: `${digit}.${scale}`,
    }));
    await wallet.withdrawAssets({
      requests: orders.map(({ order_id, address, amount }) => ({ order_id, address, amount })),
    });
    await lab.control.advance({ seconds: 1 });
    const [, second, third] = orders.map(({ order_id: orderId }) => ({ walletId, orderId }));
    if (second) await lab.control.resendOrder(second);
    if (third) await lab.control.failOrder(third);
    await lab.control.mine();
    await lab.control.reorganise({ blocks: 1 });
    await lab.control.advance({ minutes: 10 });
    const { txid } = await lab.control.deposit({ walletId, amount: `7.${scale}`, address: addresses[0] ?? '' });
    await lab.control.deposit({ walletId, amount: `8.${scale}`, address: addresses[1] ?? '', txid, vout: 1 });
    await lab.control.deposit({ walletId, amount: `9.${scale}`, address: addresses[1] ?? '' });
    await lab.control.advance({ hours: 1 });
    const { notifications } = await wallet.listCallbacks();
    const credits = new Map(notifications.filter(isSafeToCredit).map((safe) => [defaultKeyOf(safe), safe.amount]));
    const paid = orders.filter(({ order_id }) => order_id !== third?.orderId);
    return [paid, Array.from(credits, ([key, amount]) => ({ key, amount }))];
  }

  let begin = 0;
  const compare = (
    of: LabWallet,
    paid: WithdrawalEntry[],
    credits: DepositEntry[],
    decimals: number,
  ): Promise<Difference[]> => {
    const at = begin + 1800;
    const once =
      <T>(entries: T[]) =>
      (from: number, to: number): T[] =>
        from <= at && at < to ? entries : [];
    const books: Ledger = { withdrawals: once(paid), deposits: once(credits) };
    const options = { from: begin, to: seconds(lab.sandbox.now()) - 7201, slack: 7200, decimals };
    return Array.fromAsync(reconcile(of.wallet, books, { ...options, now: seconds(lab.sandbox.now()) }));
  };

  for (const [made, scale, decimals] of [
    [parent, '000000000000000001', 18],
    [token, '000001', 6],
  ] as const) {
    begin = seconds(lab.sandbox.now());
    const [paid, credits] = await trade(made, scale);
    expect(paid).toHaveLength(5);
    expect(credits).toHaveLength(3);
    await lab.control.advance({ hours: 6 });
    expect(await compare(made, paid, credits, decimals)).toEqual([]);

    // The failed one counts as paid, one is of another amount, one address is another; one is not in the books, and one not at the service.
    const [first, second, third, ...rest] = paid;
    const [credit, other, last] = credits;
    if (!first || !second || !third || !credit || !other || !last) throw new Error('There are too few.');
    const failed = { ...first, order_id: `${made.prefix}3` };
    const unknown = { ...first, order_id: `${made.prefix}99` };
    const wrong = [
      failed,
      unknown,
      { ...second, amount: '2' },
      { ...third, address: ADDRESS.replace('25', '26') },
      ...rest,
    ];
    const found = await compare(
      made,
      wrong,
      [{ ...credit, amount: '1' }, { key: `${other.key} `, amount: '1' }, last],
      decimals,
    );
    const lines = found.map((one) => [
      one.kind,
      one.of === 'deposit' ? one.key : one.order_id,
      one.kind === 'differing' ? one.fields.map(({ field }) => field).join() : '',
    ]);
    expect(lines.toSorted()).toEqual(
      [
        ['differing', failed.order_id, 'payments'],
        ['missing', unknown.order_id, ''],
        ['differing', second.order_id, 'amount'],
        ['differing', third.order_id, 'address'],
        ['foreign', first.order_id, ''],
        ['differing', credit.key, 'amount'],
        ['missing', `${other.key} `, ''],
        ['foreign', other.key, ''],
      ].toSorted(),
    );
  }
  await lab.close();
});
