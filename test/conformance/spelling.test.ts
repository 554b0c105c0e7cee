/** An address is the same in any case: the interface fixes none, and no answer differs for the one that it has. */
import { stringifyJson } from '@wallet-operations/json';
import { expect, onTestFinished, test } from 'vitest';
import { conform, differencesIn } from './harness.ts';
import { changedVariant } from './variants/behind.ts';
import type { Fields } from './variants/changes.ts';

/** A body whose hexadecimal addresses have small letters, those that name the entries of a map as well. */
function lowered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as Fields).map(([name, one]) => {
      const isOfAddress = /(^|_)address$/.test(name) && typeof one === 'string' && isHex(one);
      return [isHex(name) ? name.toLowerCase() : name, isOfAddress ? one.toLowerCase() : lowered(one)];
    }),
  );
}

const isHex = (text: string): boolean => text.startsWith('0x');

test.each([
  'listWallets',
  'listWalletBalances',
  'getVaultBalance',
  'listVaultHistory',
  'listDepositAddresses',
  'getDelegatedBalances',
  'listCallbacks',
  'getCallbacksById',
  'getDepositCallback',
  'getWithdrawalState',
  'listWithdrawalStates',
  'listWithdrawalHistory',
  'listWhitelistEntries',
  'checkWhitelistEntry',
])('nothing differs where %s alone has addresses in small letters', async (operation) => {
  let changed = 0;
  const running = await changedVariant({
    answer(answer, { operationId }) {
      if (operationId !== operation || answer.status !== 200) return undefined;
      const body = lowered(answer.body);
      if (stringifyJson(body) !== stringifyJson(answer.body)) changed++;
      return { ...answer, body };
    },
  });
  onTestFinished(running.close);
  expect(differencesIn(await conform(running))).toEqual([]);
  expect(changed).toBeGreaterThan(0);
});
