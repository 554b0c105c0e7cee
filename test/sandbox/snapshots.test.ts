/** Snapshots: each brings everything back, however often and in whatever order, and what came after one stays away from the others. */
import { expect, it } from 'vitest';
import { ADDRESS, createAuditedLab, ETH, ORDER, OTHER_ADDRESS, START, type Lab, type LabWallet } from './lab.ts';

type Step = () => Promise<unknown>;

/** A sandbox with all that it shows, and with what can be done to it: rows are added, changed and removed, alone and again and again. */
async function open(): Promise<{ lab: Lab; shown: Step; steps: readonly Step[] }> {
  const lab = await createAuditedLab();
  const { control } = lab;
  const { wallet, walletId }: LabWallet = await lab.createWallet({ ...ETH, kind: 'deposit-withdrawal' });
  const blacklist = (address: string, ...causes: string[]): Promise<void> => control.blacklist({ address, causes });
  return {
    lab,
    shown: async () => [
      lab.sandbox.now(),
      lab.sandbox.overview().orders,
      lab.sandbox.overview().wallets,
      await wallet.listWithdrawalHistory(),
      await wallet.listDepositAddresses(),
      await wallet.listCallbacks(),
      await wallet.checkWhitelistEntry({ address: ADDRESS }).catch(() => 'none'),
      await control.fingerprint(),
    ],
    steps: [
      () => wallet.withdrawAssets({ requests: [ORDER] }),
      () => control.mine(),
      () => control.reorganise({ blocks: 1 }),
      () => wallet.createDepositAddresses({ count: 2 }),
      () => blacklist(OTHER_ADDRESS, 'one'),
      () => blacklist(OTHER_ADDRESS, 'two'),
      () => blacklist(OTHER_ADDRESS),
      () => wallet.addWhitelistEntries({ items: [{ address: ADDRESS }] }),
      () => control.advance({ minutes: 1 }),
      () => control.removeWhitelistEntry({ walletId, address: ADDRESS }),
      () => blacklist(OTHER_ADDRESS, 'three'),
    ],
  };
}

it('bring everything back, forwards and backwards', async () => {
  const { lab, shown, steps } = await open();
  const points: { readonly snapshot: string; readonly state: unknown }[] = [];
  for (const step of steps) {
    points.push({ ...(await lab.control.snapshot()), state: await shown() });
    await step();
  }
  expect(new Set(points.map(({ snapshot }) => snapshot)).size).toBe(points.length);
  for (const i of [10, 0, 6, 6, 3, 9, 1, 10, 4, 5, 2, 8, 7, 0]) {
    await lab.control.restore({ snapshot: points[i]?.snapshot ?? '' });
    expect([i, await shown()]).toEqual([i, points[i]?.state]);
    await steps[i]?.();
  }
});

it('bring it back after much that came later was undone and done again', async () => {
  const { lab, shown, steps } = await open();
  const [one, two] = [await lab.control.snapshot(), (await steps[4]?.(), await lab.control.snapshot())];
  const state = await shown();
  for (let i = 0; i < 3; i++) {
    for (const n of [5, 6, 5, 4]) await steps[n]?.();
    await lab.control.restore(two);
    expect(await shown()).toEqual(state);
  }
  await lab.control.restore(one);
  expect(await shown()).not.toEqual(state);
  await lab.control.restore(two); // of a state that came after the one which was restored
  expect(await shown()).toEqual(state);
});

it('bring back the clock: its time, and whether it runs', async () => {
  const { lab } = await open();
  const still = await lab.control.snapshot();
  await lab.control.runClock();
  expect(lab.sandbox.overview().isRunning).toBe(true);
  const running = await lab.control.snapshot();
  await lab.control.stopClock();
  await lab.control.advance({ hours: 5 });
  await lab.control.restore(still);
  expect([lab.sandbox.now(), lab.sandbox.overview().isRunning]).toEqual([START, false]);
  await lab.control.restore(running);
  expect(lab.sandbox.overview().isRunning).toBe(true);
  expect(lab.sandbox.now() - START).toBeLessThan(60_000);
  await lab.control.stopClock();
});

it('leave fingerprints as they are: equal for equal states, whatever way these came about', async () => {
  const { lab, steps } = await open();
  const seen: string[] = [];
  const look = async (): Promise<string> => {
    const { fingerprint } = await lab.control.fingerprint();
    seen.push(fingerprint);
    return fingerprint;
  };
  const before = await look();
  expect(before).toMatch(/^[0-9a-f]{32}$/);
  for (const n of [4, 5, 10]) {
    await steps[n]?.();
    await look();
  }
  expect(new Set(seen).size).toBe(4);
  await steps[5]?.();
  expect(await look()).toBe(seen[2]);
  await steps[6]?.();
  expect(await look()).toBe(before);
  await lab.control.advance({ seconds: 1 }); // the time is none of it
  expect(await look()).toBe(before);
  await steps[0]?.();
  expect(await look()).not.toBe(before);
});
