/** What a withdrawal pays to the chain: the policy's fee, the one that it names, or the average of the latest blocks. */
import { describe, expect, it } from 'vitest';
import type { NewWallet } from '@wallet-operations/sandbox';
import { ADDRESS, createAuditedLab, ETH, ORDER, USDT, type Lab } from './lab.ts';

/** An address of each currency, by its format. */
const BITCOIN = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const RIPPLE = 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh';

/** Withdraws again and again, and tells what each withdrawal paid, in smallest units. */
async function payer(
  wallet: NewWallet,
  address: string,
): Promise<{ lab: Lab; pay: (fee?: object) => Promise<bigint> }> {
  const lab = await createAuditedLab();
  const made = await lab.createWallet(wallet);
  let n = 0;
  return {
    lab,
    async pay(fee = {}) {
      const order_id = `shop1_${String(++n)}`;
      await made.wallet.withdrawAssets({ requests: [{ order_id, address, amount: '0.01', ...fee }] });
      const before = await lab.control.snapshot();
      await lab.control.mine();
      const { notifications } = await made.wallet.listCallbacks({ type: 2 });
      await lab.control.restore(before); // without the block, whose own fee would count in the next average
      return BigInt(notifications.find((callback) => callback.order_id === order_id)?.fees ?? -1);
    },
  };
}

const BTC: NewWallet = { ...ETH, currency: 'BTC' };
const POLICY = 2_200n;

it('is the policy’s where none is named', async () => {
  const { pay } = await payer(BTC, BITCOIN);
  expect(await pay()).toBe(POLICY);
});

it.each([
  ['BTC', BITCOIN, 7n],
  ['ETH', ADDRESS, 7n * 21_000n * 10n ** 9n], // gwei, for each unit of gas
])('is the one that a withdrawal of %s names', async (currency, address, fee) => {
  const { pay } = await payer({ ...ETH, currency }, address);
  expect(await pay({ manual_fee: 7 })).toBe(fee);
});

it('of a token is counted in its parent’s currency, and paid by it', async () => {
  const lab = await createAuditedLab();
  const { walletId: parentId } = await lab.createWallet({ ...ETH, balance: '1' });
  const mapped = await lab.createWallet({ ...ETH, parentId, token: USDT, balance: '5' });
  await mapped.wallet.withdrawAssets({ requests: [{ ...ORDER, manual_fee: 10 }] });
  const balances = lab.sandbox.overview().wallets.map(({ balance }) => balance);
  expect(balances.toSorted()).toEqual(['0.99979', '3.5']);
});

it.each(['manual_fee', 'block_average_fee'])('is the currency’s own on XRP, where %s has no effect', async (field) => {
  const { pay } = await payer({ ...ETH, currency: 'XRP' }, RIPPLE);
  expect(await pay({ [field]: 100 })).toBe(12n);
});

describe('the average of the latest blocks', () => {
  it('lies within a fifth of the usual fee, and moves from block to block', async () => {
    const { lab, pay } = await payer(BTC, BITCOIN);
    const fees: bigint[] = [];
    for (let i = 0; i < 12; i++) {
      fees.push(await pay({ block_average_fee: 1 }));
      await lab.control.mine();
    }
    for (const fee of fees) {
      expect(fee).toBeGreaterThanOrEqual((POLICY * 80n) / 100n);
      expect(fee).toBeLessThanOrEqual((POLICY * 120n) / 100n);
    }
    expect(new Set(fees).size).toBeGreaterThan(6);
    expect(fees.some((fee) => fee > POLICY) && fees.some((fee) => fee < POLICY)).toBe(true);
  });

  it('is that of as many blocks as were asked for, the latest', async () => {
    const { lab, pay } = await payer(BTC, BITCOIN);
    const fees: bigint[] = [];
    for (let i = 0; i < 5; i++) {
      if (i > 0) await lab.control.mine();
      fees.unshift(await pay({ block_average_fee: 1 }));
    }
    for (const n of [2, 3, 5]) {
      const sum = fees.slice(0, n).reduce((all, fee) => all + fee, 0n);
      expect(await pay({ block_average_fee: n })).toBe(sum / BigInt(n));
    }
  });

  it('is the same however often it is asked for, and in another sandbox of the same seed', async () => {
    const [one, other] = [await payer(BTC, BITCOIN), await payer(BTC, BITCOIN)];
    const fee = await one.pay({ block_average_fee: 20 });
    expect([await one.pay({ block_average_fee: 20 }), await other.pay({ block_average_fee: 20 })]).toEqual([fee, fee]);
  });
});
