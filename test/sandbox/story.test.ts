/** A whole story through the client: from the first deposit to the rotation of the code, every unit accounted for. */
import {
  activateApiCode,
  createWalletClient,
  records,
  submitWithdrawals,
  systemClock,
  toMainUnit,
  toSmallestUnit,
} from '@wallet-operations/client';
import {
  confirmBy,
  createCallbackHandler,
  memoryCallbackStore,
  sha256Verifier,
} from '@wallet-operations/client/callbacks';
import { expect, it } from 'vitest';
import { ADDRESS, createLab, OTHER_ADDRESS } from './lab.ts';
import { startReceiver } from './receiver.ts';

const FEE = toSmallestUnit('0.000441', 18);
const AMOUNTS = ['1.5', '0.25', '0.000000000000000001', '3'];

it('funds, whitelists, withdraws through a lost answer, receives, confirms, pages, rotates, and adds up', async () => {
  const lab = await createLab();
  const handled: string[] = [];
  const problems: unknown[] = [];
  let secrets: string[] = [];
  const read = (ids: readonly bigint[]) => made.wallet.getCallbacksById({ ids: [...ids] });
  const receiver = await startReceiver(
    createCallbackHandler({
      verify: sha256Verifier(() => secrets),
      confirm: confirmBy(async (ids) => (await read(ids)).notifications),
      store: memoryCallbackStore(),
      onDetected: ({ amount }) => {
        handled.push(`detected ${amount}`);
      },
      onCredited: ({ amount }) => {
        handled.push(`credited ${amount}`);
      },
      onReversed: ({ amount }) => {
        handled.push(`reversed ${amount}`);
      },
      onWithdrawal: ({ order_id }) => {
        handled.push(order_id);
      },
      onError: (error) => {
        problems.push(error);
      },
    }),
    // the first delivery of the first withdrawal is lost, so it comes after those that were made later
    ({ order_id }, earlier) => (order_id === 'shop1_1' && earlier === 0 ? 500 : undefined),
  );
  const made = await lab.createWallet({
    kind: 'deposit-withdrawal',
    currency: 'ETH',
    prefix: 'shop1_',
    callbackUrl: receiver.url,
    whitelistOnly: true,
    balance: '1',
  });
  secrets = [made.secret];

  // Fund: a deposit on an address that was created, announced, and credited once it is safe.
  const { addresses } = await made.wallet.createDepositAddresses({ count: 1 });
  const { txid } = await lab.control.deposit({ walletId: made.walletId, amount: '10', address: addresses[0] ?? '' });
  await lab.control.mine();
  expect(handled).toEqual(['detected 10000000000000000000']);
  await lab.control.mine({ blocks: 11 });
  expect(handled.splice(0)).toEqual(['detected 10000000000000000000', 'credited 10000000000000000000']);
  const { notification } = await made.wallet.getDepositCallback({ TX_ID: txid, VOUT_INDEX: 0 });
  expect(notification).toMatchObject({ amount: '10000000000000000000', processing_state: 2, confirm_blocks: 12 });

  // Whitelist: in effect a day later.
  await made.wallet.addWhitelistEntries({ items: [{ address: ADDRESS }, { address: OTHER_ADDRESS }] });
  expect(await made.wallet.checkWhitelistEntry({ address: ADDRESS })).toMatchObject({ effective: false });
  await lab.control.advance({ hours: 24 });
  expect(await made.wallet.checkWhitelistEntry({ address: ADDRESS })).toMatchObject({ effective: true });

  // Withdraw: the batch is taken, but its answer is lost.
  const orders = AMOUNTS.map((amount, i) => ({
    order_id: `shop1_${String(i)}`,
    address: i % 2 ? ADDRESS : OTHER_ADDRESS,
    amount,
  }));
  await lab.control.injectFault({ kind: 'lost-answer', operationId: 'withdrawAssets' });
  const patient = lab.clientOf(made, { attempts: 8, random: () => 0 }).wallet(made.walletId);
  const settlements = await submitWithdrawals(patient, orders, { random: () => 0 });
  expect(settlements.map(({ outcome }) => outcome)).toEqual(orders.map(() => 'accepted'));

  // Receive: twice, and out of order.
  await lab.control.advance({ seconds: 12 });
  expect(handled.toSorted()).toEqual(['shop1_0', 'shop1_2', 'shop1_3']);
  await lab.control.advance({ minutes: 1 });
  expect(handled.splice(3)).toEqual(['shop1_1']);
  handled.length = 0;
  const twice = receiver.deliveries.filter(({ told }) => told.order_id === 'shop1_1');
  expect(twice.map(({ status }) => status)).toEqual([500, 200]);
  expect(twice[1]?.told).toEqual(twice[0]?.told);
  expect(problems).toEqual([]);

  // Page: each withdrawal once, and the deposit.
  const paged = await Array.fromAsync(records(made.wallet, 'listWithdrawalHistory', {}, { pageSize: 2 }));
  expect(paged.filter(({ out }) => out).map(({ amount }) => amount)).toEqual(AMOUNTS.toReversed());
  expect(paged.filter(({ out }) => !out)).toMatchObject([{ txid, amount: '10' }]);

  // Rotate: the other code is dead at once.
  const options = { baseUrl: lab.sandbox.url, clock: { ...systemClock, now: lab.sandbox.now } };
  await activateApiCode(options, made.walletId, made.inactive);
  await expect(made.wallet.getApiCodeStatus()).rejects.toMatchObject({ reason: 'invalid_api_code' });
  const rotated = lab.clientOf(made.inactive).wallet(made.walletId);
  expect((await rotated.listWithdrawalStates({ ORDER_ID: 'shop1_0' })).transactions).toMatchObject([{ state: 3 }]);

  // Balances: what came, less what went, less what it cost.
  const readOnly = createWalletClient({ ...options, credentials: await lab.control.createReadOnlyCode() });
  const { wallet_balances } = await readOnly.listWalletBalances();
  const out = AMOUNTS.reduce((sum, amount) => sum + toSmallestUnit(amount, 18) + FEE, 0n);
  const deployment = 3n * FEE;
  expect(wallet_balances[0]?.balance).toBe(toMainUnit(toSmallestUnit('11', 18) - out - deployment, 18));

  await receiver.close();
  await lab.close();
});
