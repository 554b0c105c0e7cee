// What readers type into the search of the docs page, and whether the place that they want is among the first results.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { executable } from '../chromium.ts';
import { Visitor, type Visit } from './browser.ts';
import { Page } from './page.ts';

/** Results that are seen without scrolling. */
const FIRST = 5;

/** A word, and the titles of the places that answer it: one of them is enough. */
const SEARCHES: readonly (readonly [words: string, ...places: string[]])[] = [
  ['refund', 'Refund, wait, or call a person'],
  ['timeout', '3. No answer is not a refusal', 'What an answer, or a timeout, tells'],
  ['checksum', 'The checksum'],
  ['memo', '703 memo_required'],
  ['fee', 'Withdraw assets', '703 invalid_manual_fee'],
  ['balance', 'Query wallets balance'],
  ['sandbox', 'Running the sandbox'],
  ['order_id', '703 invalid_order_id'],
  ['399', '399 duplicated_entry'],
  ['rotating', 'Rotating an API code'],
  ['throttling', 'Throttling (rate limit)'],
  ['callback', 'Callbacks'],
  ['in chain', '5. Follow it into the chain'],
  ['webhook', 'Callbacks', '6. Take the callback', 'Confirm a deposit'],
  ['idempotency', 'Retries: what may be repeated', '2. Submit it', '1. Write the order down'],
  ['rate limit', 'Throttling (rate limit)'],
  ['pagination', 'Pagination and long lists'],
  ['double spend', '3. No answer is not a refusal', 'Confirm a deposit'],
  ['NFT', 'Mapped (token) wallets'],
  ['rotate', 'Rotating an API code'],
  ['confirmations', 'Confirm a deposit'],
  ['SDK', 'TypeScript client'],
  ['retry', 'Retries: what may be repeated'],
  ['EUR', 'Query currency prices'],
  ['reconcile', 'Reconciliation'],
  ['upgrade', 'Upgrading', 'How to upgrade'],
  ['limits', 'Limits'],
  ['crash', 'What goes wrong without it'],
  ['outbox', 'Withdrawals that survive the process'],
  ['OpenTelemetry', 'Operating it'],
  ['backup', 'Operating it'],
];

describe.runIf(executable !== undefined)('the search', () => {
  let page: Page;
  let visitor: Visitor;
  let visit: Visit;

  beforeAll(async () => {
    page = await Page.build();
    visitor = await Visitor.start(page.folder);
    visit = await visitor.open();
    const input = visit.tab.locator('[data-testid="search-dialog"] input');
    const open = async (): Promise<void> => {
      if (!(await input.isVisible())) await visit.tab.keyboard.press('Control+K');
      await input.fill('balance', { timeout: 1000 });
      await visit.tab.locator('[data-component-name="Search/SearchItem"]').first().waitFor({ timeout: 2000 });
    };
    await vi.waitFor(open, { timeout: 45_000, interval: 200 }); // until the page has read all texts
  });

  afterAll(async () => {
    await visitor.close();
    page[Symbol.dispose]();
  });

  /** The lines of each of the first results; its title is one of them. */
  async function found(words: string): Promise<string[][]> {
    await visit.tab.locator('[data-testid="search-dialog"] input').fill(words);
    const results = visit.tab.locator('[data-testid="search-dialog"] [data-component-name="Search/SearchItem"]');
    return (await results.allInnerTexts()).slice(0, FIRST).map((text) => text.split('\n').map((line) => line.trim()));
  }

  test.each(SEARCHES)('for %s shows %s among the first', async (words, ...places) => {
    const isShown = async (): Promise<boolean> =>
      (await found(words)).some((lines) => places.some((place) => lines.includes(place)));
    await expect.poll(isShown, { timeout: 5000 }).toBe(true);
  });
});
