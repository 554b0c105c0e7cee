/** Shows what a writing pack did: to a person, and to programs. It has no value of the service's, and of the user's amounts and order IDs alone. */
import { junitOf, type Test } from '@wallet-operations/reports';
import { printable } from '@wallet-operations/serving';
import { isRight, type Effect } from '../write/effect.ts';
import { LedgerError } from '../write/ledger-error.ts';
import type { Written } from '../write/pack.ts';
import { inLine, table } from './markdown.ts';
import { wrapped } from './terminal.ts';

/** What a report is made of. */
export interface WrittenReport extends Written {
  /** What the withdrawals of the ledger come to, as a decimal number, of which amount and of what. */
  readonly spent: string;
  readonly atMost: string;
  readonly unit: string;
}

/** Whether all that was asked for is there, and something is. */
export const isProved = ({ effects, stopped }: Written): boolean =>
  stopped === undefined && effects.length > 0 && effects.every(isRight);

/** For a terminal. */
export function writtenTerminal(report: WrittenReport): string {
  const { effects, stopped } = report;
  const isLedgerThere = !(report.fault instanceof LedgerError); // who runs again without it pays again
  const lines = [
    ...effects.flatMap((effect) => wrapped(`${effect.verdict}: ${nameOf(effect)}: ${effect.evidence}`)),
    ...(stopped === undefined ? [] : wrapped(stopped)),
    ...(effects.length === 0 && stopped === undefined ? [NOTHING] : []),
    ...(isLedgerThere && effects.some((effect) => isOpen(effect)) ? wrapped(OPEN) : []),
    ...(effects.some(({ what, verdict }) => what === 'balance' && verdict === 'not seen') ? wrapped(UNMOVED) : []),
    countedIn(report),
    conclusionOf(report),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

const NOTHING = 'There was nothing to write.';

const countedIn = ({ spent, atMost, unit }: WrittenReport): string =>
  `The ledger counts ${spent} of at most ${atMost} ${unit}.`;

const conclusionOf = (report: Written): string => {
  if (isProved(report)) return 'Each effect is proved by a read.';
  const areRight = report.effects.length > 0 && report.effects.every(isRight);
  return areRight ? 'What is told is proved, and the run did not go to its end.' : 'Not every effect is proved.';
};

const OPEN =
  'What is open stays counted, and nothing is sent for it again. Run the same once more: it reads the ledger first, and asks what became of it. If it stays so, look for the order_id of the ledger in the web control panel, and close it by hand: wallet-conform close --write, with the number of the write. What is closed or refused by now stays so until a read tells whether it is there.';

const UNMOVED =
  'The withdrawal is proved, and its line is closed: another run pays again. Look at the balance yourself.';

/** Whether a next run asks what became of it. */
const isOpen = ({ what, verdict }: Effect): boolean =>
  verdict === 'unclear' || (verdict === 'not seen' && what !== 'balance');

const nameOf = ({ what, write }: Effect): string => (write === undefined ? what : `${what} (write ${String(write)})`);

/** For programs. */
export function writtenJson(report: WrittenReport): string {
  const { effects, stopped, spent, atMost, unit } = report;
  return `${JSON.stringify({ ok: isProved(report), effects, ...(stopped !== undefined && { stopped }), spent, atMost, unit })}\n`;
}

/** For a pull request or a wiki. */
export function writtenMarkdown(report: WrittenReport): string {
  const { effects, stopped } = report;
  const parts = [
    '# Conformance: what was written',
    conclusionOf(report),
    ...(stopped === undefined ? [] : [inLine(stopped)]),
    countedIn(report),
    effects.length === 0
      ? stopped === undefined
        ? NOTHING
        : 'No write was begun.'
      : table(
          ['Effect', 'Verdict', 'What shows it'],
          effects.map((effect) => [nameOf(effect), effect.verdict, effect.evidence]),
        ),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** For a CI: a test for each effect, and one for the pack. */
export function writtenJunit(report: WrittenReport): string {
  const { effects, stopped } = report;
  const testOf = (effect: Effect): Test =>
    isRight(effect)
      ? { name: nameOf(effect) }
      : { name: nameOf(effect), failure: { type: effect.verdict, message: effect.evidence } };
  const why = stopped ?? (effects.length === 0 ? NOTHING : undefined);
  const pack: Test = {
    name: 'went to its end',
    ...(why !== undefined && { failure: { type: 'pack', message: why } }),
  };
  return junitOf('wallet-conform write', [
    { name: 'effects', tests: effects.map(testOf) },
    { name: 'the pack', tests: [pack] },
  ]);
}
