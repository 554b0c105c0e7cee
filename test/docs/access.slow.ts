// The docs page for readers with a keyboard, a screen reader, the browser's history and its tabs.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { executable } from '../chromium.ts';
import { Visitor, type Visit } from './browser.ts';
import { Page, placesOf } from './page.ts';
import { seriousViolations } from './violations.ts';

const INPUT = '[data-testid="search-dialog"] input';
const RESULT = '[data-component-name="Search/SearchItem"]';

describe.runIf(executable !== undefined)('the docs page', () => {
  let page: Page;
  let visitor: Visitor;
  let places: readonly string[];

  beforeAll(async () => {
    page = await Page.build();
    visitor = await Visitor.start(page.folder);
    places = placesOf(page.document);
  });

  afterAll(async () => {
    await visitor.close();
    page[Symbol.dispose]();
  });

  test.each(['light', 'dark'] as const)(
    'in %s axe finds nothing serious at any place',
    async (colorScheme) => {
      const { tab, go, complaints } = await visitor.open({ colorScheme });
      expect(places.length).toBeGreaterThan(40);
      const found: Record<string, string[]> = {};
      for (const place of places) {
        await go(place);
        await tab.locator(`[data-section-id="${place}"]`).first().waitFor({ state: 'attached' });
        const violations = await seriousViolations(tab, `[data-section-id="${place}"]`);
        if (violations.length > 0) found[place] = violations;
      }
      expect(found).toEqual({});
      expect(await seriousViolations(tab)).toEqual([]); // all around the last of them
      expect(complaints).toEqual([]);
    },
    300_000,
  );

  test.each(['light', 'dark'] as const)('in %s axe finds nothing serious in the search', async (colorScheme) => {
    const { tab } = await visitor.open({ colorScheme });
    await tab.getByRole('button', { name: 'Search' }).click();
    await tab.getByRole('dialog', { name: 'Search' }).waitFor();
    expect(await seriousViolations(tab)).toEqual([]);
    await tab.fill(INPUT, 'balance');
    await tab.locator(RESULT).first().waitFor();
    expect(await seriousViolations(tab)).toEqual([]);
    await tab.fill(INPUT, 'zx');
    await tab.getByText(/No results/).waitFor();
    expect(await seriousViolations(tab)).toEqual([]);
  });

  test('has a title of its own at each place, one heading above all others, and landmarks', async () => {
    const { tab, go } = await visitor.open();
    const titles = new Set<string>();
    for (const place of places) {
      await go(place);
      const first = tab.locator('main [aria-level="1"]'); // Playwright itself goes by the tag
      const arrived = async (): Promise<void> => {
        const own = await tab.locator(`[data-section-id="${place}"] :is(h1, h2)`).first().innerText();
        expect(await first.allInnerTexts()).toEqual([own]);
        const start = place === '/' ? 'Wallet Operations API' : `${own.replace(/\s*Webhook$/, '')} – `;
        expect([place, (await tab.title()).slice(0, start.length)]).toEqual([place, start]);
      };
      await vi.waitFor(arrived, { timeout: 10_000, interval: 100 });
      titles.add(await tab.title());
    }
    expect(titles.size).toBe(places.length);
    expect(await tab.getByRole('navigation').count()).toBe(1);
    expect(await tab.getByRole('main').count()).toBe(1);
  });

  test('offers nothing to a mouse that a keyboard cannot reach', async () => {
    const { tab, go } = await visitor.open();
    for (const place of places) {
      await go(place);
      const unreachable = await tab.evaluate(() => {
        const reachable =
          ':is(a[href], button, input, select, summary, [tabindex="0"]):not([tabindex="-1"]), [role="tab"]';
        const isPointed = (element: Element | null): boolean =>
          element !== null && getComputedStyle(element).cursor === 'pointer';
        return [...document.querySelectorAll('#redoc *')]
          .filter((element) => isPointed(element) && !isPointed(element.parentElement))
          .filter(
            (element) => element.checkVisibility() && !element.closest(reachable) && !element.querySelector(reachable),
          )
          .map(({ outerHTML }) => outerHTML.slice(0, 200));
      });
      expect({ place, unreachable }).toEqual({ place, unreachable: [] });
    }
  });

  describe('with a keyboard alone', () => {
    let visit: Visit;
    const press = (...keys: string[]): Promise<void> =>
      keys.reduce((before, key) => before.then(() => visit.tab.keyboard.press(key)), Promise.resolve());
    const focused = (): Promise<string> =>
      visit.tab.evaluate(() => {
        const { activeElement } = document;
        return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent.trim().slice(0, 40) ?? '';
      });
    beforeEach(async () => {
      visit = await visitor.open();
    });

    test('the first key leads past the sidebar', async () => {
      await press('Tab');
      expect(await focused()).toBe('Skip to the text');
      await press('Enter', 'Tab');
      expect(await visit.tab.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
    });

    test('the search is opened, asked, walked through and left, and the reader is where it was opened', async () => {
      await press('Tab', 'Tab');
      await expect.poll(focused).toMatch(/^Search/); // it says Loading before
      await press('Enter');
      await expect.poll(focused).toBe('Search docs');
      await visit.tab.keyboard.type('refund');
      const results = visit.tab.locator(RESULT);
      await results.first().waitFor();
      await press('Tab');
      expect(await focused()).toBe('Clear');
      for (const text of await results.allTextContents()) {
        await press('Tab');
        expect(text).toContain(await focused());
      }
      await press('Tab');
      expect(await focused()).toBe('Search docs'); // not behind the dialog
      await press('Escape');
      await expect.poll(focused).toMatch(/^Search/);
    });

    test('what was found has the focus', async () => {
      await press('Tab', 'Tab', 'Enter');
      await expect.poll(focused).toBe('Search docs');
      await visit.tab.keyboard.type('refund');
      await visit.tab.locator(RESULT).first().waitFor();
      await press('ArrowDown', 'Enter');
      await expect.poll(() => visit.tab.title()).toMatch(/^Refund, wait/);
      await expect.poll(() => visit.tab.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
    });

    test('the panels are stacked', async () => {
      const main = visit.tab.locator('main');
      await visit.tab.getByRole('button', { name: 'Panels side by side or stacked' }).focus();
      const before = await main.innerHTML();
      await press('Enter');
      await expect.poll(() => main.innerHTML()).not.toBe(before);
    });
  });

  test('Back leads to the line that was left', async () => {
    const { tab, go } = await visitor.open();
    await go('/authentication');
    const link = tab.locator('[data-section-id="/authentication"] a', { hasText: 'listWallets' }).first();
    const top = async (): Promise<number | undefined> => (await link.boundingBox())?.y;
    await tab.mouse.move(700, 500);
    await tab.mouse.wheel(0, 130);
    await expect.poll(top).toBeLessThan(350);
    await link.hover(); // what is above it may be drawn late, and a link that is out of sight would be scrolled to by the click
    const before = await top();
    await link.click();
    await tab.getByRole('heading', { name: 'Query wallet list' }).first().waitFor();
    await tab.goBack();
    await expect.poll(top).toBeCloseTo(before ?? NaN, -1);
  });

  test('a heading of a guide has an address that leads to it', async () => {
    const { tab } = await visitor.open({}, `${visitor.url}#/authentication/rotating-an-api-code`);
    const heading = tab.getByRole('heading', { name: 'Rotating an API code' });
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(200);
    await expect.poll(() => tab.title()).toBe('Rotating an API code – Authentication – Wallet Operations API');
  });

  test('a guide is read from its first line to its last by scrolling alone', async () => {
    const { tab } = await visitor.open();
    await tab.mouse.move(700, 500);
    const read: string[] = [];
    const headings = tab.locator('main :is(h2, h3)');
    await expect
      .poll(
        async () => {
          await tab.mouse.wheel(0, 400);
          read.push(...(await headings.allInnerTexts()));
          return [...new Set(read)];
        },
        { timeout: 60_000, interval: 100 },
      )
      .toEqual(
        expect.arrayContaining([
          'Authentication',
          'The checksum',
          'Rotating an API code',
          'When it is refused',
          'Throttling (rate limit)',
          'Pagination and long lists',
        ]),
      );
  });

  test('every Copy button copies', async () => {
    const { tab, go, complaints } = await visitor.open({ permissions: ['clipboard-read', 'clipboard-write'] });
    for (const place of places) {
      await go(place);
      const copy = tab.locator(`[data-section-id="${place}"] [data-testid="page-actions"] button:visible`).first();
      if ((await copy.count()) === 0) continue;
      await tab.evaluate(() => navigator.clipboard.writeText(''));
      await copy.click();
      await expect.poll(() => tab.evaluate(() => navigator.clipboard.readText()), { message: place }).toMatch(/\S/);
    }
    expect(complaints).toEqual([]);
  });
});
