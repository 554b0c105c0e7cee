// The docs page as its readers see it: in Chromium, with every other server out of reach.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page as Tab } from 'playwright-core';
import { errors } from '@wallet-operations/openapi/errors';
import { operations } from '@wallet-operations/openapi/operations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { executable, MISSING, Visitor } from './browser.ts';
import { Page } from './page.ts';
import { followSidebar, type Landing } from './sidebar.ts';
import { seriousViolations } from './violations.ts';

const isHere = executable !== undefined;
if (!isHere && !process.env.CI) console.warn(MISSING);

test.runIf(process.env.CI)('a browser is here', () => {
  expect(executable, MISSING).toBeDefined();
});

describe.runIf(isHere)('the docs page', () => {
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

  test('opens with nothing from elsewhere and no complaint, and paints soon', async () => {
    const { tab, complaints } = await visitor.open();
    const paint = await tab.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
    console.log(`First paint of the docs page after ${String(Math.round(paint ?? NaN))} ms`);
    await expectHeading(tab, 'First call');
    expect(complaints).toEqual([]);
    expect(paint).toBeLessThan(5000); // a page that waits for the network, or draws nothing before it has read all
  });

  test('opens as a file, too', async () => {
    const { tab, complaints } = await visitor.open({}, pathToFileURL(join(page.folder, 'index.html')).href);
    await expectHeading(tab, 'First call');
    expect(complaints).toEqual([]);
  });

  test('leads to the document beside it', async () => {
    const { tab } = await visitor.open();
    for (const name of ['openapi.yaml', 'openapi.json']) {
      const address = await tab
        .locator('a', { hasText: name })
        .first()
        .evaluate((link: HTMLAnchorElement) => link.href);
      expect(address).toBe(`${visitor.url}${name}`);
      expect((await fetch(address)).status).toBe(200);
    }
  });

  test.each([
    ['Withdraw assets', 'Withdraw assets'],
    ['getApiCodeStatus', 'Query API code status'],
    ['399', '399 duplicated_entry'],
    ['destination_tag_required', '703 destination_tag_required'],
  ])('search for %s finds "%s" first', async (query, heading) => {
    const { tab, complaints } = await visitor.open();
    await tab.keyboard.press('Control+K');
    await tab.keyboard.type(query);
    const first = tab.locator('[data-component-name="Search/SearchItem"]').first();
    await expect.poll(() => first.textContent()).toContain(heading);
    await first.click();
    await expectHeading(tab, heading);
    expect(complaints).toEqual([]);
  });

  describe('the sidebar', () => {
    let landings: Landing[];
    let complaints: string[];
    beforeAll(async () => {
      const visit = await visitor.open({ viewport: { width: 1280, height: 600 } });
      landings = await followSidebar(visit.tab);
      ({ complaints } = visit);
    });

    test('has a link for every operation, every error and every page of prose', () => {
      const labels = landings.map(({ label }) => label);
      const rows = Object.entries(errors).map(([reason, { code }]) =>
        code === null ? reason : `${String(code)} ${reason}`,
      );
      const summaries = Object.values(operations).map(({ summary }) => summary);
      expect(labels).toEqual(
        expect.arrayContaining([...summaries, ...rows, ...page.document.tags.map(({ name }) => name)]),
      );
    });

    test('leads to the heading that it names, with every link', () => {
      expect(landings.filter(({ heading }) => heading === undefined)).toEqual([]);
      expect(complaints).toEqual([]);
    });

    test('has every place that a text links to', () => {
      const routes = new Set(landings.map(({ route }) => route));
      const links = [...JSON.stringify(page.document).matchAll(/\]\(#(\/[^)]*)\)/g)].map(([, route = '']) => route);
      expect(links.length).toBeGreaterThan(300);
      expect([...new Set(links)].filter((route) => !routes.has(route))).toEqual([]);
    });
  });

  test('each status of an operation lists its errors, and an error leads to what to do about it', async () => {
    const { tab, complaints } = await visitor.open({}, `${visitor.url}#/withdrawals/withdrawassets`);
    await tab
      .getByRole('tab', { name: '400' })
      .or(tab.getByRole('button', { name: '400' }))
      .first()
      .click();
    await tab.locator('li a', { hasText: 'memo_required' }).first().click();
    await expectHeading(tab, '703 memo_required');
    expect(complaints).toEqual([]);
  });

  describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
    test.each(['', '#/authentication', '#/withdrawals/withdrawassets', '#/error-reference'])(
      'axe finds nothing serious that we can mend at "%s"',
      async (route) => {
        const { tab } = await visitor.open({ colorScheme }, visitor.url + route);
        expect(await seriousViolations(tab)).toEqual([]);
      },
    );

    test('paper and ink are as the reader wishes, in pictures too, and can be changed', async () => {
      const { tab } = await visitor.open({ colorScheme }, `${visitor.url}#/authentication`);
      expect(await isDark(tab)).toEqual({ paper: colorScheme === 'dark', ink: colorScheme !== 'dark' });
      await tab.getByTestId('color-mode-switcher').first().click();
      await expect.poll(() => isDark(tab)).toEqual({ paper: colorScheme !== 'dark', ink: colorScheme === 'dark' });
    });
  });

  test('fits a phone of 375 pixels everywhere', async () => {
    const { tab, complaints } = await visitor.open({ viewport: { width: 375, height: 700 } });
    const { tags, paths } = page.document;
    const groups = tags.map(({ name }) => `#/${name.toLowerCase().replaceAll(' ', '-')}`);
    const calls = Object.values(paths)
      .flatMap((item) => Object.values(item))
      .filter((one) => 'operationId' in one);
    const routes = calls.map(
      ({ tags: [tag = ''], operationId }) => `#/${tag.toLowerCase().replaceAll(' ', '-')}/${operationId.toLowerCase()}`,
    );
    const tooWide = await tab.evaluate(
      async (all) => {
        const found: string[] = [];
        for (const route of all) {
          location.hash = route;
          for (let frame = 0; frame < 6; frame++) await new Promise(requestAnimationFrame);
          const { scrollWidth } = document.documentElement;
          if (scrollWidth > innerWidth) found.push(`${route} is ${String(scrollWidth)} wide`);
        }
        return found;
      },
      ['#/', ...groups, ...routes],
    );
    expect(tooWide).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

/** Waits until a heading is in sight. */
async function expectHeading(tab: Tab, name: string): Promise<void> {
  const heading = tab.getByRole('heading', { name }).first();
  await heading.waitFor();
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(900); // the height of the window
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
