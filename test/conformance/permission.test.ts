/** API codes without permission: that is told of each once, and what they hide is no difference. */
import { expect, onTestFinished, test } from 'vitest';
import { conform, differencesIn, type Result } from './harness.ts';
import { changedWorld, runningOf, type Change } from './variants/behind.ts';
import { row } from './variants/changes.ts';
import { createWorld, type KnownWallet, type World } from './world.ts';

/** A world of which the codes of some wallets have no permission. */
async function without(isMeant: (wallet: KnownWallet) => boolean): Promise<World> {
  const world = await createWorld();
  onTestFinished(world.sandbox.close);
  for (const wallet of world.wallets.filter(isMeant))
    await world.sandbox.control.setPermission({ apiCode: wallet.apiCode, permitted: false });
  return world;
}

const verdictOf = ({ report }: Result, operationId: string, about: string): string | undefined =>
  report.facts.find((fact) => fact.operationId === operationId && fact.about === about)?.verdict;

test('the first wallet without permission is told of once, and all else by the others', async () => {
  const world = await without(({ kind }) => kind === 'withdrawal');
  const [first] = world.wallets;
  expect(first?.kind).toBe('withdrawal');
  const result = await conform(runningOf(world));
  expect(differencesIn(result)).toEqual([
    expect.stringMatching(
      /^listWithdrawalHistory error row api_secret_not_valid of wallet 1 \(withdrawal\): the code of wallet 1 \(withdrawal\) has no permission: listWithdrawalHistory, .* refuse it so, and nothing that needs one takes it/,
    ),
    expect.stringContaining('api_secret_not_valid of wallet 6 (withdrawal)'),
  ]);
  expect(result.report.points['price-api-code']).toMatchObject({
    verdict: 'confirmed',
    evidence: 'the code of a wallet is taken',
  });
  // by the deposit-withdrawal and the delegated wallet
  expect(verdictOf(result, 'listWithdrawalHistory', 'total_count')).toBe('agrees');
  expect(verdictOf(result, 'checkWhitelistEntry', 'malformed_body')).toBe('agrees');
});

test('what nobody else shows is not observable', async () => {
  const world = await without(({ kind }) => kind === 'vault');
  const result = await conform(runningOf(world));
  expect(differencesIn(result)).toHaveLength(1);
  const ofVault = result.report.facts.filter(({ operationId }) => operationId === 'getVaultBalance');
  expect(ofVault.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
  expect(ofVault).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'field', about: 'balance', verdict: 'not observable' },
      evidence: 'wallet 5 (vault) has a code without permission',
    }),
  );
});

test('where no wallet has permission, nothing is said of who may ask for prices', async () => {
  const result = await conform(runningOf(await without(() => true)));
  expect(differencesIn(result)).toHaveLength(6);
  expect(result.report.points['price-api-code']?.verdict).toBe('not asked');
});

test('a code without permission for one operation is one difference, and what it hides is none', async () => {
  const refuses: Change = {
    answer: ({ status }, { operationId }) =>
      operationId === 'listVaultHistory' && status === 200 ? row(403, 385, 'API Secret not valid') : undefined,
  };
  const world = await createWorld();
  const running = await changedWorld(world, refuses);
  onTestFinished(running.close);
  expect(differencesIn(await conform(running))).toEqual([
    expect.stringMatching(
      /^listVaultHistory error row api_secret_not_valid of wallet 5 \(vault\): .* listVaultHistory refuse it so, whatever is right, and others take it/,
    ),
  ]);
});
