// The docs page as its readers see it: in Chromium, with every other server out of reach.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page as Tab } from 'playwright-core';
import { errors } from '@wallet-operations/openapi/errors';
import { operations } from '@wallet-operations/openapi/operations';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { executable, MISSING } from '../chromium.ts';
import { Visitor, type Visit } from './browser.ts';
import { operationsOf, Page, placesOf } from './page.ts';
import { followSidebar, type Landing } from './sidebar.ts';

const isHere = executable !== undefined;
if (!isHere && !process.env.CI) console.warn(MISSING);

test.runIf(process.env.CI)('a browser is here', () => {
  expect(executable, MISSING).toBeDefined();
});

describe.runIf(isHere)('the docs page', () => {
  let page: Page;
  let visitor: Visitor;
  let desk: Visit;

  beforeAll(async () => {
    page = await Page.build();
    visitor = await Visitor.start(page.folder);
    desk = await visitor.open();
  });

  afterAll(async () => {
    await visitor.close();
    page[Symbol.dispose]();
  });

  test('opens with nothing from elsewhere and no complaint, and paints soon', async () => {
    const paint = await desk.tab.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
    console.log(`First paint of the docs page after ${String(Math.round(paint ?? NaN))} ms`);
    await expectHeading(desk, 'First call');
    expect(desk.complaints).toEqual([]);
    expect(paint).toBeLessThan(5000); // a page that waits for the network, or draws nothing before it has read all
  });

  test('opens as a file, too', async () => {
    const visit = await visitor.open({}, pathToFileURL(join(page.folder, 'index.html')).href);
    await expectHeading(visit, 'First call');
    expect(visit.complaints).toEqual([]);
  });

  test.each(['openapi.yaml', 'openapi.json'])('leads to %s beside it', async (name) => {
    await desk.go('/');
    const link = desk.tab.locator('a', { hasText: name }).first();
    const address = await link.evaluate((element: HTMLAnchorElement) => element.href);
    expect(address).toBe(`${visitor.url}${name}`);
    expect((await fetch(address)).status).toBe(200);
  });

  test.each([
    ['Withdraw assets', 'Withdraw assets'],
    ['getApiCodeStatus', 'Query API code status'],
    ['399', '399 duplicated_entry'],
    ['destination_tag_required', '703 destination_tag_required'],
  ])('search for %s finds "%s" first', async (query, heading) => {
    const { tab, complaints } = desk;
    await desk.go('/');
    const input = tab.locator('[data-component-name="Search/SearchInput"] input');
    const first = tab.locator('[data-component-name="Search/SearchItem"]').first();
    // Until the page has come to rest it may close the dialog again, or throw away what was typed.
    const search = async (): Promise<void> => {
      if (!(await input.isVisible())) await tab.keyboard.press('Control+K');
      if ((await input.inputValue({ timeout: 1000 })) !== query) await input.fill(query, { timeout: 1000 });
      expect(await first.textContent({ timeout: 2000 })).toContain(heading);
    };
    await vi.waitFor(search, { timeout: 45_000, interval: 200 });
    await first.click();
    await expectHeading(desk, heading);
    expect(complaints).toEqual([]);
  });

  test('each status of an operation lists its errors, and an error leads to what to do about it', async () => {
    await desk.go('/withdrawals/withdrawassets');
    const operation = desk.tab.locator('[data-section-id="/withdrawals/withdrawassets"]').first();
    // Until the page has come to rest it may draw the operation anew, with its first tab before the others.
    const follow = async (): Promise<void> => {
      await operation.getByRole('tab', { name: '400' }).click({ timeout: 2000 });
      await operation.locator('li a', { hasText: 'memo_required' }).click({ timeout: 2000 });
    };
    await vi.waitFor(follow, { timeout: 45_000, interval: 200 });
    await expectHeading(desk, '703 memo_required');
    expect(desk.complaints).toEqual([]);
  });

  test('shows every code sample of every operation, one language after the other', async () => {
    const painted: Record<string, string> = {};
    const written: Record<string, string> = {};
    for (const { operationId, 'x-codeSamples': samples = [], tags } of operationsOf(page.document)) {
      const route = `/${String(tags[0]).toLowerCase().replaceAll(' ', '-')}/${operationId.toLowerCase()}`;
      await desk.go(route);
      const header = '[data-component-name="Panel/PanelHeader"]:has(> [data-testid="dropdown"])';
      const panel = desk.tab
        .locator(`[data-section-id="${route}"] [data-component-name="Panel/Panel"]:has(${header})`)
        .first();
      for (const { label, source } of samples) {
        const name = `${operationId} ${label}`;
        written[name] = source;
        // The page still moves while it fetches its last parts: a menu stays where it was opened, a choice can be lost. Then it is chosen again.
        const choose = async (): Promise<void> => {
          await panel.evaluate((element) => {
            element.scrollIntoView();
          });
          await panel.locator(`${header} > [data-testid="dropdown"]`).last().getByRole('button').first().click();
          const item = desk.tab.locator('[data-component-name="Dropdown/DropdownMenuItem"]:visible'); // stands at the end of the page
          await item.filter({ hasText: new RegExp(`^${label}$`) }).click({ timeout: 1000 });
          painted[name] = await panel.locator('pre').first().innerText();
          expect(painted[name], name).toBe(source);
        };
        await vi.waitFor(choose, { timeout: 20_000, interval: 100 });
      }
    }
    expect(Object.keys(written)).toHaveLength(5 * Object.keys(operations).length);
    expect(painted).toEqual(written);
    expect(desk.complaints).toEqual([]);
  });

  describe('the sidebar', () => {
    let landings: Landing[];
    beforeAll(async () => {
      landings = await followSidebar(desk.tab);
    });

    test('has a link for every operation, every error and every page of prose', () => {
      const rows = Object.entries(errors).map(([reason, { code }]) =>
        code === null ? reason : `${String(code)} ${reason}`,
      );
      const summaries = Object.values(operations).map(({ summary }) => summary);
      const tags = page.document.tags.map(({ name }) => name);
      const labels = landings.map(({ label }) => label);
      expect([...summaries, ...rows, ...tags].filter((name) => !labels.includes(name))).toEqual([]);
    });

    test('leads to the heading that it names, with every link', () => {
      expect(landings.filter(({ heading }) => heading === undefined)).toEqual([]);
      expect(desk.complaints).toEqual([]);
    });

    test('has every place that a text links to', () => {
      const routes = new Set(landings.map(({ route }) => route));
      const links = [...JSON.stringify(page.document).matchAll(/\]\(#(\/[^)]*)\)/g)].map(([, route = '']) => route);
      expect(links.length).toBeGreaterThan(300);
      expect([...new Set(links)].filter((route) => !routes.has(route))).toEqual([]);
    });
  });

  describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
    let visit: Visit;
    beforeAll(async () => {
      visit = await visitor.open({ colorScheme });
    });

    test('paper and ink are as the reader wishes, in pictures too, and can be changed', async () => {
      const { tab } = visit;
      await visit.go('/authentication/rotating-an-api-code');
      await tab.locator('svg[role="img"] rect').first().waitFor();
      expect(await isDark(tab)).toEqual({ paper: colorScheme === 'dark', ink: colorScheme !== 'dark' });
      await tab.getByTestId('color-mode-switcher').first().click();
      const other = { paper: colorScheme !== 'dark', ink: colorScheme === 'dark' };
      await expect.poll(() => isDark(tab), { timeout: 10_000 }).toEqual(other);
    });
  });

  test('fits a phone of 375 pixels everywhere', async () => {
    const phone = await visitor.open({ viewport: { width: 375, height: 700 } });
    const routes = placesOf(page.document);
    const tooWide = await phone.tab.evaluate(async (all) => {
      const found: string[] = [];
      for (const route of all) {
        location.hash = `#${route}`;
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame); // until it is drawn
        const { scrollWidth } = document.documentElement;
        if (scrollWidth > innerWidth) found.push(`${route}: ${String(scrollWidth)}`);
      }
      return found;
    }, routes);
    expect(tooWide).toEqual([]);
    expect(phone.complaints).toEqual([]);
  });
});

/** Waits until a heading is in sight. */
async function expectHeading({ tab }: Visit, name: string): Promise<void> {
  const heading = tab.getByRole('heading', { name }).first();
  await heading.waitFor();
  const top = async (): Promise<number | undefined> => (await heading.boundingBox())?.y;
  await expect.poll(top, { timeout: 10_000 }).toBeLessThan(900); // the height of the window
}

/** Whether the page's background and the lines of its picture are dark. */
function isDark(tab: Tab): Promise<{ paper: boolean; ink: boolean }> {
  return tab.evaluate(() => {
    const dark = (color: string): boolean => {
      const [red = NaN, green = NaN, blue = NaN] = (color.match(/\d+(\.\d+)?/g) ?? []).map(Number);
      return red + green + blue < 3 * 128;
    };
    const picture = document.querySelector('svg[role="img"] rect');
    let paper: Element | null = document.querySelector('main');
    while (paper?.parentElement && getComputedStyle(paper).backgroundColor === 'rgba(0, 0, 0, 0)')
      paper = paper.parentElement;
    return {
      paper: dark(paper ? getComputedStyle(paper).backgroundColor : ''),
      ink: dark(picture ? getComputedStyle(picture).stroke : ''),
    };
  });
}
