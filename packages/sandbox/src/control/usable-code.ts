/** Whether the service would take a wallet's API code: for what is called, or signed, in its name. */
import { callersOf } from '../document/document.ts';
import { codeOf } from '../state/api-codes.ts';
import type { Operation } from '@wallet-operations/validator';
import type { Context } from '../context.ts';

/** Why the service takes the active code of a wallet no more, and what to do; undefined where it does. */
export function endOfCode(context: Context, walletId: bigint): string | undefined {
  const code = codeOf(context, walletId, 'active');
  if (!code) return `Wallet ${String(walletId)} has no active API code.`;
  const end = Number(code.exp) * 1000;
  if (end > context.clock.now()) return undefined;
  return `The API code of wallet ${String(walletId)} expired on ${new Date(end).toISOString().slice(0, 10)}. Call the service once with its next code: that activates it.`;
}

/** @throws Error where an operation would be refused because of the wallet's code */
export function checkCode(context: Context, walletId: bigint, operation: Operation): void {
  const ended = endOfCode(context, walletId);
  if (ended !== undefined) throw new Error(ended);
  if (callersOf(operation).needsPermission && codeOf(context, walletId, 'active')?.permitted === 0n)
    throw new Error(`The API code of wallet ${String(walletId)} has no permission. Give it one with setPermission.`);
}
