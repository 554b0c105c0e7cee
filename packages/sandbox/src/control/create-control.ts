/** Does what control is asked for: each command but `trigger`, which is made of others, whole or not at all, with all that it causes. */
import { redeliver } from '../callbacks/redeliver.ts';
import type { Block } from '../chain/block.ts';
import { mineBlock, reorganise, takePool } from '../chain/grow.ts';
import { fundWaiting, reviewWaiting } from '../chain/waiting.ts';
import type { Time } from '../time.ts';
import { dropTransaction, invalidate, sticks } from '../chain/mishaps.ts';
import { sweep } from '../chain/sweeps.ts';
import { failTransaction, resendTransaction } from '../chain/withdrawals.ts';
import { keyOf } from '../currencies/currencies.ts';
import { issueCode } from '../state/api-codes.ts';
import { problemsOf } from '../state/audit.ts';
import type { Wallet } from '../state/wallets.ts';
import type { Context } from '../context.ts';
import type { Service } from '../service/service.ts';
import { setScope } from '../state/scope.ts';
import { checked } from './checked.ts';
import { createSnapshots } from './snapshots.ts';
import { seed } from './seed.ts';
import { addVaultTransaction, moveVaultTransaction } from './vault.ts';
import { withdrawFromWeb } from './web.ts';
import type { Caller } from './call.ts';
import { createTrigger } from './create-trigger.ts';
import { depositFromOutside } from './deposit.ts';
import { exactId, type WalletId } from './wallet-id.ts';
import { accessOf, createWallet, fund } from './create-wallet.ts';
import type { CodeRow, OrderRow } from '../state/stored.ts';
import type { Control, OrderName } from './control.ts';

/** Makes it. `isSeeded` tells what a reset leads to, and `call` calls the service for scenarios. */
export function createControl(
  context: Context,
  service: Service,
  time: Time,
  { isSeeded, call }: { readonly isSeeded: boolean; readonly call: Caller },
): Control {
  const { store, clock, wallets } = context;
  const { faults, forget } = service;
  const { deliveries } = time;
  const snapshots = createSnapshots(context, () => {
    forget();
    deliveries.forget();
  });
  const walletOf = ({ walletId }: { walletId: WalletId }): Wallet => wallets.get(exactId(walletId));
  const orderOf = ({ walletId, orderId }: OrderName): OrderRow => {
    const row = store.get<OrderRow>(
      'SELECT * FROM orders WHERE wallet_id = ? AND order_id = ?',
      exactId(walletId),
      orderId,
    );
    if (!row) throw new Error(`Wallet ${String(walletId)} has no order ${orderId}.`);
    return row;
  };
  /** Waits until the work is told, too. */
  const told = async <Output>(work: () => Promise<Output>): Promise<Output> => {
    const mark = deliveries.mark();
    const result = await work();
    if (!clock.isRunning()) await time.settle(mark);
    context.tell('control', 'a command is done');
    context.wake();
    return result;
  };
  /** Does it whole or not at all, orders that waited for the funds that it frees included, and waits until it is kept and told. */
  const doing =
    <Input extends unknown[], Output>(change: (...input: Input) => Output): ((...input: Input) => Promise<Output>) =>
    (...input) =>
      told(async () => {
        const result = store.write(() => {
          const done = change(...input);
          fundWaiting(context, clock.now());
          return done;
        });
        await store.committed();
        return result;
      });

  /** Does what is no part of the state: a disk that is full has no say in it. */
  const noting =
    <Input extends unknown[]>(change: (...input: Input) => void): ((...input: Input) => Promise<void>) =>
    (...input) =>
      told(() => {
        change(...input);
        return Promise.resolve();
      });

  const unchecked: Control = {
    wallets: doing(() => wallets.all().map((wallet) => accessOf(context, wallet))),
    readOnlyCodes: doing(() =>
      store
        .all<CodeRow>('SELECT * FROM api_codes WHERE wallet_id IS NULL')
        .map(({ api_code, secret }) => ({ apiCode: api_code, secret })),
    ),
    createWallet: doing((wallet) => createWallet(context, wallet)),
    createReadOnlyCode: doing(({ walletIds } = {}) => {
      const code = issueCode(context, null, 'active');
      if (walletIds) setScope(context, code.apiCode, walletIds.map(exactId));
      return code;
    }),
    setWallet: doing(({ walletId, ...settings }) => {
      wallets.update(exactId(walletId), settings);
      if (settings.whitelistOnly) reviewWaiting(context, exactId(walletId), clock.now());
    }),
    setPermission: doing(({ apiCode, permitted }) => {
      if (store.run('UPDATE api_codes SET permitted = ? WHERE api_code = ?', permitted ? 1 : 0, apiCode) === 0)
        throw new Error('There is no such API code.');
    }),
    fund: doing((funds) => {
      fund(context, walletOf(funds), funds);
    }),
    deposit: doing((deposit) => depositFromOutside(context, walletOf(deposit), deposit)),
    async advance({ seconds = 0, minutes = 0, hours = 0 }) {
      const by = Math.round((seconds + 60 * minutes + 3600 * hours) * 1000);
      if (!(by >= 0)) throw new RangeError('Time only moves forward.');
      await time.advanceBy(by);
      context.tell('clock', `moved on to ${new Date(clock.now()).toISOString()}`);
    },
    stopClock: doing(() => {
      clock.stop();
    }),
    runClock: doing(() => {
      clock.run();
    }),
    mine: ({ blocks = 1 } = {}) => told(() => time.mine(blocks)),
    reorganise: doing(({ blocks }) => {
      reorganise(context, blocks, clock.now());
    }),
    injectFault: noting((fault) => {
      faults.inject(fault);
    }),
    clearFaults: noting(() => {
      faults.clear();
    }),
    redeliver: ({ serial }) => told(() => redeliver(context, deliveries, BigInt(serial), clock.now())),
    disturbCallbacks: noting((fault) => {
      if (fault.walletId !== undefined) wallets.get(exactId(fault.walletId));
      deliveries.faults.inject(fault);
    }),
    clearCallbackFaults: noting(() => {
      deliveries.faults.clear();
    }),
    blacklist: doing(({ address, causes }) => {
      if (causes.length > 0)
        store.run('INSERT OR REPLACE INTO blacklist VALUES (?, ?)', keyOf(address), JSON.stringify(causes));
      else store.run('DELETE FROM blacklist WHERE address = ?', keyOf(address));
    }),
    requireMemo: doing(({ address }) => {
      store.run('INSERT OR IGNORE INTO memo_addresses VALUES (?)', keyOf(address));
    }),
    declareContract: doing(({ address }) => {
      store.run('INSERT OR IGNORE INTO contracts VALUES (?)', keyOf(address));
    }),
    removeWhitelistEntry: doing((entry) => {
      const { walletId, currency } = walletOf(entry);
      store.run(
        'UPDATE whitelist SET state = 2, update_time = ? WHERE wallet_id = ? AND address_key = ? AND state = 1',
        clock.now(),
        walletId,
        keyOf(entry.address, currency),
      );
      reviewWaiting(context, walletId, clock.now());
    }),
    failOrder: doing((order) => {
      const fail = (_: Context, block: Block): void => {
        failTransaction(context, orderOf(order), block, order.callback ?? false);
      };
      mineBlock(context, clock.now(), fail, true);
    }),
    dropOrder: doing((order) => {
      dropTransaction(context, orderOf(order), order.callback ?? false);
    }),
    holdOrder: doing((order) => {
      sticks(context, orderOf(order));
    }),
    invalidateOrder: doing((order) => {
      invalidate(context, orderOf(order));
    }),
    resendOrder: doing((order) => {
      resendTransaction(context, orderOf(order), clock.now());
    }),
    addVaultTransaction: doing((transaction) => addVaultTransaction(context, walletOf(transaction), transaction)),
    moveVaultTransaction: doing((step) => {
      moveVaultTransaction(context, walletOf(step), step);
    }),
    withdrawFromWeb: doing((withdrawal) => withdrawFromWeb(context, service, walletOf(withdrawal), withdrawal)),
    sweep: doing((input) => {
      let txid = '';
      mineBlock(context, clock.now(), (_, block) => {
        takePool(context, block);
        txid = sweep(context, walletOf(input), input, block);
      });
      return { txid };
    }),
    trigger: (input) => trigger(input),
    fingerprint: doing(() => ({ fingerprint: snapshots.fingerprint() })),
    audit: doing(() => ({ problems: problemsOf(store) })),
    snapshot: doing(() => ({ snapshot: snapshots.take() })),
    restore: doing(({ snapshot }) => {
      snapshots.restore(snapshot);
    }),
    reset: doing(() => {
      snapshots.clear();
      if (isSeeded) seed(context);
      context.tell('reset', 'everything starts anew');
    }),
  };
  const control = checked(unchecked, () => context.closing.aborted);
  const trigger = createTrigger({ context, control, call, operationOf: service.operationOf });
  return control;
}
