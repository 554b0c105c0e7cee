/** Sandboxes whose wallets are in use, and what a run finds of them. */
import { startSandbox, type Sandbox, type SandboxOptions } from '@wallet-operations/sandbox';
import { expect, onTestFinished } from 'vitest';
import { conform, type Reported, type Result } from '../harness.ts';
import { changedWorld, runningOf, type Change, type Passing } from '../variants/behind.ts';
import { asSigned } from '../variants/changes.ts';
import type { FactKind, Running } from '../variants/variant.ts';
import { createWorld, type World } from '../world.ts';

/** A sandbox as it starts, whose time stands still. */
export async function seeded(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ running: false, limits: { callsPerMinute: Infinity }, ...options });
  onTestFinished(sandbox.close);
  return sandbox;
}

/** What happens to a wallet, by itself. */
type Scenario = Parameters<Sandbox['control']['trigger']>[0]['scenario'];

/** A sandbox of one wallet, with what happened to it, an hour after each. */
export async function ofOneWallet(
  kind: 'withdrawal' | 'deposit-withdrawal',
  scenarios: readonly Scenario[],
  options: SandboxOptions = {},
): Promise<World> {
  const sandbox = await seeded({ seeded: false, ...options });
  const { control } = sandbox;
  const { walletId } = await control.createWallet({ kind, currency: 'ETH', prefix: 'one_', balance: '1000' });
  for (const scenario of scenarios) {
    await control.trigger({ scenario, walletId });
    await control.advance({ hours: 1 });
  }
  return worldOf(sandbox);
}

/** It as its user knows it by now. */
export const worldOf = async (sandbox: Sandbox): Promise<World> => ({
  sandbox,
  wallets: await sandbox.control.wallets(),
  readOnly: await sandbox.control.createReadOnlyCode(),
});

/** The same, to be run against as it is. */
export const usedBy = async (sandbox: Sandbox): Promise<Running> => runningOf(await worldOf(sandbox));

/** A run against a world whose requests or answers are changed. */
export async function conformTo(world: World, change: Change): Promise<Result> {
  const running = await changedWorld(world, change);
  onTestFinished(running.close);
  return conform(running);
}

/** A run against a rich sandbox whose requests or answers are changed, whichever query they were signed with. */
export const conformBehind = async (change: Change): Promise<Result> =>
  conformTo(await createWorld({ checksum: asSigned }), change);

/** A run in which something happens between two calls: once, right before the first that fits is answered. */
export async function conformWhile(
  world: World,
  isThen: (request: Passing) => boolean,
  happen: () => Promise<unknown>,
  change: Change = {},
): Promise<Result> {
  await world.sandbox.control.advance({ minutes: 1 }); // the run does not begin in the second of what was before it
  let hasHappened = false;
  const result = await conformTo(world, {
    ...change,
    async instead(request) {
      if (hasHappened || !isThen(request)) return undefined;
      hasHappened = true;
      await happen();
      return undefined;
    },
  });
  expect(hasHappened).toBe(true);
  return result;
}

/** What a run says of a fact; undefined where it says nothing. */
export const factIn = ({ report }: Result, operationId: string, kind: FactKind, about: string): Reported | undefined =>
  report.facts.find((fact) => fact.operationId === operationId && fact.kind === kind && fact.about === about);
