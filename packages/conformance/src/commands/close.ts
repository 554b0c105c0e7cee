/** `wallet-conform close`: ends a write of which nothing tells what became of it, by a line more in its ledger. It sends nothing. */
import { parseArgs } from 'node:util';
import { UsageError } from '@wallet-operations/reports';
import { printable } from '@wallet-operations/serving';
import { closeByHand } from '../write/ledger.ts';
import { CLOSE_OPTIONS, wholeNumber } from './options.ts';
import type { Surroundings } from './surroundings.ts';
import { seenOf } from './unseen.ts';

/** Closes one. @returns the exit code */
export function closeCommand(args: readonly string[], { write: say, clock }: Surroundings): number {
  const { values } = parseArgs({ args: [...args], options: CLOSE_OPTIONS });
  const { ledger, write, reason } = values;
  if (ledger === undefined || ledger === '') throw new UsageError('To close needs --ledger FILE.');
  if (write === undefined) throw new UsageError('To close needs --write N, the number that the report of write has.');
  if (reason === undefined || !/^[^\p{Cc}]{8,300}$/u.test(reason) || seenOf(reason).length < 8)
    throw new UsageError(
      'To close needs --reason TEXT, a line of 8 to 300 characters: what the web control panel shows of it.',
    );
  const { intent } = closeByHand(ledger, { write: wholeNumber('write', write, 1, 1e9), reason }, clock.now);
  const what =
    intent.operationId === 'withdrawAssets'
      ? `order ${intent.order.order_id}. It stays counted, for nothing proves that it was not carried out.`
      : `${intent.operationId}. Each run looks again whether it is there.`;
  say(printable(`Write ${write} is closed: ${what}`));
  say('\n');
  return 0;
}
