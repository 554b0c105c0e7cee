/** Whatever answers a callback, or is asked to approve: it is recorded, and the next delivery and the next call are as good as ever. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLab, ETH, ORDER, type Lab, type LabWallet } from '../sandbox/lab.ts';
import { oddAnswers, startOddService, type OddService } from './answers.ts';

let lab: Lab;
let wallet: LabWallet;
let service: OddService;
let orders = 0;
beforeAll(async () => {
  service = await startOddService();
  // whoever hangs is waited for, so the wait is short: the rest hangs on no time
  lab = await createLab({ limits: { callsPerMinute: 1e9, deliveryTimeout: 250 } });
  wallet = await lab.createWallet(ETH);
});
afterAll(async () => {
  await lab.close();
  await service.close();
});

const order = (): typeof ORDER => ({ ...ORDER, order_id: `shop1_${String(orders++)}`, amount: '0.001' });

it.each(oddAnswers)('goes on after a receiver that answers a callback with $name', async (answer) => {
  service.answer(answer);
  await lab.control.setWallet({ walletId: wallet.walletId, callbackUrl: service.url });
  await wallet.wallet.withdrawAssets({ requests: [order()] });
  await lab.control.mine();
  const [callback] = lab.sandbox.overview().callbacks;
  expect(callback?.attempts).toHaveLength(1);
  expect(callback?.attempts[0]?.result).not.toBe('');

  await lab.control.setWallet({ walletId: wallet.walletId, callbackUrl: '', approvalUrl: service.url });
  const refused = await wallet.wallet.withdrawAssets({ requests: [order()] }).then(
    () => undefined,
    (error: unknown) => error as { status?: number },
  );
  expect([undefined, 400, 403]).toContain(refused?.status); // never a fault of the sandbox itself
  await lab.control.setWallet({ walletId: wallet.walletId, approvalUrl: '' });
  await wallet.wallet.withdrawAssets({ requests: [order()] });
});
