/** API codes of a wallet: one is activated and one is not, and to use that one is to change over; each until it expires. */
import { describe, expect, it } from 'vitest';
import { createAuditedLab, ETH, ORDER, START, type Lab, type LabWallet } from './lab.ts';

const DAYS = 24 * 3600;
const T0 = START / 1000;

async function open(): Promise<LabWallet & { lab: Lab }> {
  const lab = await createAuditedLab();
  return { lab, ...(await lab.createWallet(ETH)) };
}

describe('a change of codes', () => {
  it('is made by whoever uses the code that is not activated, and ends the other at once', async () => {
    const { lab, wallet, walletId, apiCode, inactive } = await open();
    await lab.control.advance({ seconds: 90 });
    const next = lab.clientOf(inactive).wallet(walletId);
    const { valid, inactivated } = await next.getApiCodeStatus();
    expect(valid).toEqual({ api_code: inactive.apiCode, exp: T0 + 90 + 90 * DAYS });
    expect([apiCode, inactive.apiCode]).not.toContain(inactivated.api_code);
    await expect(wallet.getApiCodeStatus()).rejects.toMatchObject({ reason: 'invalid_api_code' });

    const [shown] = await lab.control.wallets();
    expect(shown).toMatchObject({ apiCode: inactive.apiCode, inactive: { apiCode: inactivated.api_code } });
    const third = lab.clientOf(shown?.inactive ?? inactive).wallet(walletId);
    expect((await third.getApiCodeStatus()).valid.api_code).toBe(inactivated.api_code);
    await expect(next.getApiCodeStatus()).rejects.toMatchObject({ reason: 'invalid_api_code' });
  });

  it('is the reason that the log gives for a code of before, as it gives the time for one that expired', async () => {
    const { lab, wallet, walletId, inactive } = await open();
    const why = (): string | undefined => lab.sandbox.requests({ latest: 1 })[0]?.why;
    await lab.clientOf(inactive).wallet(walletId).getApiCodeStatus();
    await expect(wallet.getApiCodeStatus()).rejects.toMatchObject({ reason: 'invalid_api_code' });
    expect(why()).toBe(`another code of wallet ${String(walletId)} was activated after this one`);
    await lab.control.advance({ hours: 24 * 91 });
    await expect(lab.clientOf(inactive).wallet(walletId).getApiCodeStatus()).rejects.toMatchObject({
      reason: 'invalid_api_code',
    });
    expect(why()).toBe(`the code expired at ${new Date((T0 + 90 * DAYS) * 1000).toISOString()}`);
    const nobody = lab.clientOf({ apiCode: 'nobody', secret: 'x' }).wallet(walletId);
    await expect(nobody.getApiCodeStatus()).rejects.toMatchObject({ reason: 'invalid_api_code' });
    expect(why()).toBe('X-API-CODE is not a valid API code.');
  });

  it('is made of that wallet’s codes alone', async () => {
    const { lab, inactive, walletId } = await open();
    const other = await lab.createWallet({ ...ETH, prefix: 'other_' });
    const before = await other.wallet.getApiCodeStatus();
    await lab.clientOf(inactive).wallet(walletId).getApiCodeStatus();
    await lab.control.advance({ seconds: 1 });
    expect(await other.wallet.getApiCodeStatus()).toEqual(before);
  });

  it('is one of secrets as well: callbacks are signed with the new one', async () => {
    const { lab, wallet, walletId, apiCode, inactive } = await open();
    await lab.control.setWallet({ walletId, callbackUrl: 'inbox' });
    await wallet.withdrawAssets({ requests: [ORDER] });
    await lab.control.mine();
    await lab
      .clientOf(inactive)
      .wallet(walletId)
      .withdrawAssets({ requests: [{ ...ORDER, order_id: 'shop1_2' }] });
    await lab.control.mine();
    const came = lab.sandbox.inbox().map((entry) => [entry.orderId, entry.isVerified, entry.apiCode]);
    expect(came.toSorted()).toEqual([
      ['shop1_1', true, apiCode],
      ['shop1_2', true, inactive.apiCode],
    ]);
  });
});

it('ends 90 days after it was activated, to the second', async () => {
  const { lab, wallet } = await open();
  await lab.control.advance({ seconds: 90 * DAYS - 1 });
  await wallet.listWithdrawalHistory();
  await lab.control.advance({ seconds: 1 });
  await expect(wallet.listWithdrawalHistory()).rejects.toMatchObject({ reason: 'invalid_api_code' });
});

it('may lack permission for what needs one', async () => {
  const { lab, wallet, apiCode, inactive, walletId } = await open();
  await lab.control.setPermission({ apiCode, permitted: false });
  await expect(wallet.withdrawAssets({ requests: [ORDER] })).rejects.toMatchObject({ reason: 'api_secret_not_valid' });
  await wallet.getApiCodeStatus();
  await lab
    .clientOf(inactive)
    .wallet(walletId)
    .withdrawAssets({ requests: [ORDER] }); // another code is another matter
  await expect(lab.control.setPermission({ apiCode: 'none', permitted: true })).rejects.toThrow('no such API code');
});

it('is another one for each wallet, with another secret, and the same in each sandbox of the same seed', async () => {
  const codes = async (seed: string): Promise<string[]> => {
    const lab = await createAuditedLab({ seed });
    for (const prefix of ['a_', 'b_']) await lab.createWallet({ ...ETH, prefix });
    const readOnly = [await lab.control.createReadOnlyCode(), await lab.control.createReadOnlyCode()];
    expect(await lab.control.readOnlyCodes()).toEqual(expect.arrayContaining(readOnly));
    const own = (await lab.control.wallets()).flatMap(({ apiCode, secret, inactive }) => [
      { apiCode, secret },
      inactive,
    ]);
    return [...own, ...readOnly].flatMap(({ apiCode, secret }) => [apiCode, secret]);
  };
  const first = await codes('one');
  expect(first).toHaveLength(12);
  expect(new Set(first).size).toBe(12);
  for (const [i, text] of first.entries()) expect(text).toMatch(i % 2 === 0 ? /^[A-Z2-7]{26}$/ : /^[\w-]{28}$/);
  expect(await codes('one')).toEqual(first);
  expect(await codes('two')).not.toContain(first[0]);
});
