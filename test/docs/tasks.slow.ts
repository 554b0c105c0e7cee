// What an integrator comes to the docs page for, and how he gets there from its first screen: each click, and the answer that he then sees.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { executable } from '../chromium.ts';
import { Visitor, type Visit } from './browser.ts';
import { Page } from './page.ts';

const WITHDRAWALS = 'Withdrawals from request to callback';
const DEPOSITS = 'Deposits and their confirmation';

/** By task, the links of the sidebar that are clicked, one after the other, and what is in sight then. */
const TASKS: readonly (readonly [task: string, clicks: readonly string[], answer: RegExp])[] = [
  ['make a first call', [], /npm ci && npm start/],
  ['sign a request', ['Authentication', 'The checksum'], /The SHA-256 of that, in lower-case hex, is the checksum/],
  ['see it signed in a program', ['Withdrawals', 'Withdraw assets'], /submitWithdrawals|X-CHECKSUM/],
  ['know which API code an operation takes', ['Authentication'], /read-only API code/],
  ['pay out, once', [WITHDRAWALS, '1. Write the order down'], /Never use an ID twice/],
  ['go on after a timeout', [WITHDRAWALS, '3. No answer is not a refusal'], /A new order_id would pay twice/],
  [
    'know when to refund',
    ['Throttling and unknown outcomes', 'Refund, wait, or call a person'],
    /refund, or correct it/,
  ],
  ['understand error 399', ['Error reference', '399 duplicated_entry'], /What to do:/],
  ['tell customers apart by memo', [DEPOSITS, 'Create addresses'], /tell deposits apart by memo/],
  ['credit a deposit', [DEPOSITS, 'Confirm a deposit'], /Credit once, when processing_state says done/],
  ['get a callback that never came', [DEPOSITS, 'When a callback does not come'], /at least once a day/],
  ['rotate an API code', ['Authentication', 'Rotating an API code'], /Any request with the code that is not activated/],
  ['know the unit of an amount', ['Amounts and big integers'], /smallest unit, whole numbers/],
  ['stay within the limits', ['Limits', 'How many, how often, how long'], /a number of calls a minute/],
  ['reconcile', ['Reconciliation', 'What a difference means'], /Two of them in chain is a double payment/],
  ['run several workers', ['Several processes', 'One order, several workers'], /SKIP LOCKED/],
  [
    'keep payouts through a crash',
    ['Withdrawals that survive the process', 'When the client is enough'],
    /PostgreSQL, and payouts that customers ask for/,
  ],
  [
    'know what to do about a payout that is in doubt',
    ['Withdrawals that survive the process', 'States, and what to do'],
    /wait; no refund, and no new ID/,
  ],
  ['upgrade', ['Upgrading', 'How to upgrade'], /Raise client, durable withdrawals, mock and sandbox together/],
  ['find what a wallet can do', ['Wallet kinds and operations'], /withdrawAssets/],
];

describe.runIf(executable !== undefined)('from the first screen of the docs page one gets to', () => {
  let page: Page;
  let visitor: Visitor;

  beforeAll(async () => {
    page = await Page.build();
    visitor = await Visitor.start(page.folder);
  });

  afterAll(async () => {
    await visitor.close();
    page[Symbol.dispose]();
  });

  test.each(TASKS)('%s, by %j', async (_, clicks, answer) => {
    const visit = await visitor.open();
    const { tab, complaints } = visit;
    for (const label of clicks) {
      const link = tab.locator('[data-component-name="Menu/MenuItem"] > a:visible').filter({
        has: tab.locator(`:is([data-text="${label}"], [data-text="${label} "])`),
      });
      await link.first().click();
    }
    await expect.poll(() => inSight(visit), { timeout: 10_000 }).toMatch(answer);
    expect(complaints).toEqual([]);
    await tab.context().close();
  });
});

/** The text of all that is within the window. */
function inSight({ tab }: Visit): Promise<string> {
  return tab.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(h1, h2, h3, p, li, td, pre)')]
      .filter((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      })
      .map(({ innerText }) => innerText)
      .join('\n'),
  );
}
