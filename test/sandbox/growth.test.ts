/** What a step costs does not grow with what it has nothing to do with: by ratios between sizes, not by the clock of one machine. */
import { describe, expect, it, vi } from 'vitest';
import { createAuditedLab, ETH, ORDER, type Lab, type LabWallet } from './lab.ts';
import { rawRequest } from './raw.ts';

const OUTSIDE = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const SMALL = 400;
const LARGE = 8 * SMALL;

const start = (): Promise<Lab> => createAuditedLab({ limits: { callsPerMinute: 1e6, withdrawalsPerCall: LARGE } });

/** Microseconds of processor time of this process: whatever else the machine does. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begin = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begin);
  return user + system;
}

/** The least of some runs: what disturbs one of them does not count. */
async function leastTime(work: () => Promise<unknown>, runs = 15): Promise<number> {
  let least = Infinity;
  for (let i = 0; i < runs; i++) least = Math.min(least, await timeOf(work));
  return least;
}

describe.each([
  ['equal amounts', () => '5'],
  ['amounts that fall', (i: number) => String(100_000 - i)],
])('orders that wait, with %s', (_, amountOf) => {
  it.each<[string, (lab: Lab, waiting: LabWallet, other: LabWallet) => Promise<unknown>]>([
    ['a fund of their wallet', (lab, { walletId }) => lab.control.fund({ walletId, amount: '0.00000001' })],
    ['a fund of another wallet', (lab, waiting, { walletId }) => lab.control.fund({ walletId, amount: '1' })],
    ['a block', (lab) => lab.control.mine()],
  ])('cost %s nothing', async (__, step) => {
    const lab = await start();
    const waiting = await lab.createWallet({ kind: 'withdrawal', currency: 'BTC', prefix: 'b_', balance: '4' });
    const other = await lab.createWallet({ ...ETH, balance: '0' });
    const wait = async (from: number, to: number): Promise<void> => {
      const requests = Array.from({ length: to - from }, (___, i) => ({
        ...{ order_id: `b_${String(from + i)}`, address: OUTSIDE, amount: amountOf(from + i) },
      }));
      await waiting.wallet.withdrawAssets({ requests });
    };
    await wait(0, SMALL);
    const few = await leastTime(() => step(lab, waiting, other));
    await wait(SMALL, LARGE);
    expect(lab.sandbox.overview(1).orders[0]?.state).toBe(1);
    const many = await leastTime(() => step(lab, waiting, other));
    expect(many / few).toBeLessThan(3); // it was 8
  });
});

it('grows the chain by many blocks as fast behind a snapshot as before it', async () => {
  const MANY = 10_000;
  const lab = await createAuditedLab({ limits: { callsPerMinute: 1e6, withdrawalsPerCall: 500 } });
  const { wallet } = await lab.createWallet({ ...ETH, balance: '10000' });
  const mineAll = async (prefix: string): Promise<number> => {
    for (let i = 0; i < MANY; i += 500)
      await wallet.withdrawAssets({
        requests: Array.from({ length: 500 }, (_, k) => ({
          ...ORDER,
          order_id: prefix + String(i + k),
          amount: '0.01',
        })),
      });
    return timeOf(() => lab.control.mine({ blocks: MANY / 1000 + 12 }));
  };
  const before = await mineAll('shop1_a');
  await lab.control.snapshot();
  expect((await mineAll('shop1_b')) / before).toBeLessThan(3.5); // it was 5, and 20 for twice as many
});

it('asks nothing of other wallets, however many have a callback that waits for its next attempt', async () => {
  const lab = await createAuditedLab({ running: true, limits: { callsPerMinute: 1e6, blockInterval: 1e6 } });
  const { wallet } = await lab.createWallet({ ...ETH, balance: '100' });
  const refuseAll = async (from: number, to: number): Promise<void> => {
    for (let i = from; i < to; i++) {
      const prefix = `w${String(i)}_`;
      const other = await lab.createWallet({ ...ETH, prefix, balance: '1', callbackUrl: 'http://127.0.0.1:1/' });
      await other.wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: `${prefix}1`, amount: '0.1' }] });
    }
    await lab.control.mine();
    const told = (): readonly { readonly attempts: readonly unknown[] }[] => lab.sandbox.callbacks({ latest: 2 * to });
    await vi.waitUntil(() => told().filter(({ attempts }) => attempts.length === 1).length === to, 60_000);
  };
  let orders = 0;
  const withdraw = () =>
    wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: `shop1_${String(++orders)}`, amount: '0.001' }] });
  await refuseAll(0, 20);
  const few = await leastTime(withdraw);
  await refuseAll(20, 500);
  expect((await leastTime(withdraw)) / few).toBeLessThan(2.5); // it was 4
}, 60_000);

it('audits in a time that grows as the wallets do, not as their square', async () => {
  const lab = await start();
  const make = async (count: number): Promise<void> => {
    await Promise.all(
      Array.from({ length: count }, () => lab.control.createWallet({ kind: 'deposit', currency: 'BTC', balance: '1' })),
    );
  };
  await make(SMALL);
  const few = await leastTime(() => lab.control.audit());
  await make(LARGE - SMALL);
  const many = await leastTime(() => lab.control.audit());
  expect(many / few).toBeLessThan(40); // of eight times as many; it was 200
});

describe('a number of millions of digits costs no more than any text of its length', () => {
  const DIGITS = '9'.repeat(3_000_000);

  type Send = (lab: Lab, access: LabWallet, digits: string) => Promise<number>;
  const control =
    (command: string, bodyOf: (walletId: bigint, digits: string) => string): Send =>
    async (lab, { walletId }, digits) => {
      const headers = { 'Content-Type': 'application/json' };
      const body = bodyOf(walletId, digits);
      return (await fetch(`${lab.sandbox.url}/_sandbox/${command}`, { method: 'POST', headers, body })).status;
    };
  const order =
    (amountOf: (digits: string) => string): Send =>
    async (lab, access, digits) => {
      const body = `{"requests":[{"order_id":"shop1_1","address":"${ORDER.address}","amount":${amountOf(digits)}}]}`;
      const [status] = await (await rawRequest(lab, { operationId: 'withdrawAssets', access, body }))();
      return status;
    };
  const fund = control('fund', (walletId, digits) => `{"walletId":${String(walletId)},"amount":"${digits}"}`);

  it.each<[string, Send, yardstick: Send]>([
    ['an order', order((digits) => `"${digits}"`), order((digits) => `"${digits}x"`)],
    ['an order, as a fraction', order((digits) => `"0.${digits}"`), order((digits) => `"0.${digits}x"`)],
    ['an order, as a number', order((digits) => digits), order((digits) => `"${digits}x"`)],
    ['a fund', fund, (lab, access, digits) => fund(lab, access, `${digits}x`)],
    ['a fund, as a number', control('fund', (id, digits) => `{"walletId":${String(id)},"amount":${digits}}`), fund],
    ['the wallet ID of a fund', control('fund', (_, digits) => `{"walletId":${digits},"amount":"1"}`), fund],
    ['a deposit', control('deposit', (id, digits) => `{"walletId":${String(id)},"amount":"${digits}"}`), fund],
    [
      'a new wallet',
      control('createWallet', (_, digits) => `{"kind":"deposit","currency":"ETH","balance":"${digits}"}`),
      fund,
    ],
  ])('in %s', async (_, send, yardstick) => {
    const lab = await start();
    const access = await lab.createWallet(ETH);
    const leastOf = (what: Send): Promise<number> =>
      leastTime(async () => {
        expect(await what(lab, access, DIGITS)).toBe(400);
      }, 4);
    expect((await leastOf(send)) / (await leastOf(yardstick))).toBeLessThan(4);
  });
});
