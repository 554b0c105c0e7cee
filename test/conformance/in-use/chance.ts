/** A sandbox whose wallets are used by chance while a run goes on: the same seed makes the same happen. */
import type { WalletAccess } from '@wallet-operations/sandbox';
import { onTestFinished } from 'vitest';
import { conform, type Result } from '../harness.ts';
import { changedWorld, runningOf, type Change } from '../variants/behind.ts';
import { recordsOf } from '../variants/changes.ts';
import { read } from '../variants/reading.ts';
import { createWorld } from '../world.ts';

/** Numbers from 0 to 1, excluding 1 (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Others, to whom is paid. */
const OUTSIDE: Readonly<Record<string, readonly string[]>> = {
  ETH: ['0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62', '0x52908400098527886E0F7030069857D2E4169EE7'],
  XRP: ['rrrrrrrrrrrrrrrrrrrrBZbvji'],
};

/** What became of a run. */
export interface Used extends Result {
  /** How many things happened. */
  readonly events: number;
}

/** A run in which up to three things happen between two of its calls, and time passes; its answers come by way of a change. */
export async function conformWhileUsed(seed: number, change?: Change): Promise<Used> {
  const world = await createWorld({ seed: String(seed), limits: { callsPerMinute: Infinity, whitelistDelay: 120 } });
  const { sandbox } = world;
  onTestFinished(sandbox.close);
  const { control } = sandbox;
  const running = runningOf(world);
  const way = change ? await changedWorld(world, change) : running;
  if (change) onTestFinished(way.close);
  const chance = numbersFrom(seed * 7919);
  const oneOf = <T>(some: readonly T[]): T => {
    const one = some[Math.floor(chance() * some.length)];
    if (one === undefined) throw new Error('There is none.');
    return one;
  };
  const wallets = (await control.wallets()).filter(({ walletId }) =>
    world.wallets.some((known) => known.walletId === walletId),
  );
  const some = (...kinds: readonly WalletAccess['kind'][]): WalletAccess =>
    oneOf(wallets.filter(({ kind }) => kinds.includes(kind)));
  const ask = ({ walletId }: WalletAccess, path: string, body?: object) =>
    read(running, walletId, path, body && JSON.stringify(body));
  const outside = ({ currency }: WalletAccess): string => oneOf(OUTSIDE[currency] ?? []);
  const orders: { readonly walletId: bigint; readonly orderId: string }[] = [];
  const vaults: { readonly walletId: bigint; readonly txno: number }[] = [];

  const happenings: readonly (() => Promise<unknown>)[] = [
    async () => {
      const wallet = some('withdrawal', 'deposit-withdrawal');
      const orderId = `${wallet.prefix}x${String(orders.length)}`;
      const memo = wallet.currency === 'XRP' ? { memo: '1' } : {};
      const request = { order_id: orderId, address: outside(wallet), amount: '0.01', ...memo };
      await ask(wallet, 'sender/transactions', { requests: [request] });
      orders.push({ walletId: wallet.walletId, orderId });
    },
    async () => {
      const wallet = some('deposit', 'deposit-withdrawal', 'delegated');
      const { address, memo } = recordsOf(await ask(wallet, 'addresses'), 'wallet_address').at(-1) ?? {};
      const { walletId } = wallet;
      const to = { address: String(address), ...(memo !== '' && { memo: String(memo) }) };
      await control.deposit({ walletId, amount: '0.5', ...to, announced: chance() < 0.5 });
    },
    () => ask(some('deposit', 'delegated'), 'addresses', { count: 1 }),
    async () => {
      const { walletId, ...vault } = some('vault');
      const transaction = { walletId, amount: '0.01', outgoingAddress: outside({ walletId, ...vault }) };
      const { txno } = await control.addVaultTransaction({ ...transaction, state: oneOf([0, 2] as const) });
      vaults.push({ walletId, txno });
    },
    () => control.moveVaultTransaction({ ...oneOf(vaults), state: oneOf([1, 2, 3, 4, 5, 6] as const) }),
    () => {
      const wallet = some('withdrawal');
      const user_id = chance() < 0.5 ? `u${String(orders.length)}` : '';
      return ask(wallet, 'sender/whitelist', { items: [{ address: outside(wallet), user_id }] });
    },
    () => {
      const wallet = some('withdrawal');
      return control.removeWhitelistEntry({ walletId: wallet.walletId, address: outside(wallet) });
    },
    () => control.reorganise({ blocks: 1 + Math.floor(2 * chance()) }),
    () => control.mine(),
    () => {
      const { failOrder, holdOrder, dropOrder, resendOrder, invalidateOrder } = control;
      return oneOf([failOrder, holdOrder, dropOrder, resendOrder, invalidateOrder])(oneOf(orders));
    },
    () => {
      const wallet = some('withdrawal');
      return control.withdrawFromWeb({ walletId: wallet.walletId, address: outside(wallet), amount: '0.01' });
    },
    () => control.fund({ walletId: some('vault').walletId, amount: '0.001' }),
    () =>
      control.createWallet({ kind: oneOf(['deposit', 'vault', 'withdrawal'] as const), currency: 'ETH', balance: '1' }),
    () => control.setWallet({ walletId: oneOf(wallets).walletId, failsBalance: chance() < 0.5 }),
  ];
  let events = 0;
  const result = await conform({
    ...way,
    async pass(milliseconds) {
      await control.advance({ seconds: milliseconds / 1000 });
      for (let i = 0; i < 3 && chance() < 0.65; i++) {
        events++;
        await Promise.try(oneOf(happenings)).catch(() => undefined); // what cannot happen by now does not
      }
    },
  });
  return { ...result, events };
}
