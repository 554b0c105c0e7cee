// The static pages in Chromium with JavaScript off: what is painted, on a screen, a phone and paper.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type BrowserContextOptions, type Page as Tab } from 'playwright-core';
import sirv from 'sirv';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { executable, MISSING } from '../chromium.ts';
import { elementsOf, publishedFiles } from './published.ts';
import { seriousViolations } from './violations.ts';

const isHere = executable !== undefined;
if (!isHere && !process.env.CI) console.warn(MISSING);

/** One of each kind. */
const KINDS = [
  'contents.html',
  'guides/withdrawals-from-request-to-callback.html',
  'guides/throttling-and-unknown-outcomes.html',
  'guides/open-points.html',
  'operations/index.html',
  'operations/withdrawAssets.html',
  'operations/depositCallback.html',
  'errors/index.html',
  'errors/duplicated_entry.html',
];

describe.runIf(isHere)('the static pages', () => {
  let published: Awaited<ReturnType<typeof publishedFiles>>;
  let browser: Browser;
  let url: string;
  let close: () => Promise<void>;
  let complaints: string[] = [];

  beforeAll(async () => {
    published = await publishedFiles();
    const server = createServer(sirv(published.folder));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
    browser = await chromium.launch({
      ...(executable !== undefined && { executablePath: executable }),
      args: ['--no-sandbox'], // or it does not start as root in a container
    });
    close = async () => {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    };
  });

  afterAll(async () => {
    await close();
    published.remove();
  });

  afterEach(() => {
    const those = complaints;
    complaints = [];
    expect(those).toEqual([]);
  });

  const pages = (): string[] => [...published.files.keys()].filter((path) => /^(?!index).*\.html$/.test(path));

  /** A tab that notes every request to elsewhere and every word on the console, the policy's refusals among them. */
  async function open(options: BrowserContextOptions = {}): Promise<Tab> {
    const context = await browser.newContext({ javaScriptEnabled: false, ...options });
    const tab = await context.newPage();
    tab.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    tab.on('request', (request) => {
      if (!request.url().startsWith(url) && !/^(blob|data|file):/.test(request.url())) complaints.push(request.url());
    });
    tab.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
    return tab;
  }

  describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
    test('axe finds nothing serious', async () => {
      const tab = await open({ colorScheme, javaScriptEnabled: true }); // axe is a script, the pages have none
      for (const path of KINDS) {
        await tab.goto(url + path);
        expect(await seriousViolations(tab), path).toEqual([]);
      }
    });

    test('paper and ink are as the reader wishes, in pictures too', async () => {
      const tab = await open({ colorScheme });
      await tab.goto(`${url}guides/authentication.html`);
      const [paper, ink, line] = await tab.evaluate(() =>
        [
          getComputedStyle(document.body).backgroundColor,
          getComputedStyle(document.body).color,
          getComputedStyle(document.querySelector('svg rect') ?? document.body).stroke,
        ].map(
          (color) => (color.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) < 3 * 128,
        ),
      );
      const isDark = colorScheme === 'dark';
      expect({ paper, ink, line }).toEqual({ paper: isDark, ink: !isDark, line: !isDark });
    });
  });

  test('no page is wider than a phone of 375 pixels', async () => {
    const tab = await open({ viewport: { width: 375, height: 700 } });
    const tooWide: string[] = [];
    for (const path of pages()) {
      await tab.goto(url + path);
      const width = await tab.evaluate(() => document.documentElement.scrollWidth);
      if (width > 375) tooWide.push(`${path}: ${String(width)}`);
    }
    expect(tooWide).toEqual([]);
  });

  test.each(KINDS)('paper has the whole text of %s', async (path) => {
    const tab = await open();
    await tab.goto(url + path);
    await tab.emulateMedia({ media: 'print' });
    const painted = await tab.locator('main').innerText();
    const elements = elementsOf(published.files.get(path) ?? '');
    const said = elements.filter(({ name }) => /^(h\d|p|td|th|pre|text)$/.test(name));
    const missing = said.map(({ text }) => bare(text)).filter((text) => !bare(painted).includes(text));
    expect(missing.filter((text) => !/^(Version|Link)/.test(text))).toEqual([]);
    expect((await tab.pdf()).length).toBeGreaterThan(10_000);
  });

  test('the first tab leads past the navigation', async () => {
    const tab = await open();
    await tab.goto(`${url}operations/withdrawAssets.html`);
    await tab.keyboard.press('Tab');
    const skip = tab.getByRole('link', { name: 'Skip to the text' });
    expect((await skip.boundingBox())?.x).toBeGreaterThanOrEqual(0);
    await tab.keyboard.press('Enter');
    expect(tab.url()).toMatch(/#content$/);
    await tab.keyboard.press('Tab');
    expect(await tab.locator(':focus').textContent()).toBe('Parameters');
  });

  test('a link to a heading brings it up, and Back comes back to where one was', async () => {
    const tab = await open();
    await tab.goto(`${url}operations/withdrawAssets.html#errors`);
    const heading = tab.getByRole('heading', { name: 'Errors', exact: false }).first();
    const top = async (): Promise<number | undefined> => (await heading.boundingBox())?.y;
    await expect.poll(top).toBeLessThan(100);
    await tab.getByRole('link', { name: 'memo_required' }).last().click();
    expect(await tab.getByRole('heading', { level: 1 }).textContent()).toBe('703 memo_required');
    await tab.goBack();
    await expect.poll(top).toBeLessThan(200);
  });

  test('opens as a file, too, with its style', async () => {
    const tab = await open();
    await tab.goto(pathToFileURL(join(published.folder, 'errors', 'not_found.html')).href);
    expect(await tab.evaluate(() => getComputedStyle(document.querySelector('header') ?? document.body).display)).toBe(
      'flex',
    );
  });

  test.each([
    ['operations/withdrawAssets.html', 'Withdraw assets'],
    ['guides/amounts-and-big-integers.html', 'Amounts and big integers'],
    ['errors/duplicated_entry.html', '399 duplicated_entry'],
  ])('%s leads to its place on the interactive page', async (path, name) => {
    const tab = await open({ javaScriptEnabled: true, viewport: { width: 1280, height: 900 } });
    await tab.goto(url + path);
    await tab.getByRole('link', { name: 'on the page with search' }).click();
    const heading = tab.getByRole('heading', { name }).first();
    await expect.poll(async () => (await heading.boundingBox())?.y, { timeout: 20_000 }).toBeLessThan(900);
  });

  test('the interactive page without JavaScript leads to the contents', async () => {
    const tab = await open();
    await tab.goto(url);
    await tab.getByRole('link', { name: 'All of it as plain pages' }).click();
    expect(await tab.getByRole('heading', { level: 1 }).textContent()).toBe('Wallet Operations API');
  });
});

/** Without blanks, and without the sign that links to a heading. */
function bare(text: string): string {
  return text.replace(/\s+/g, '').replace(/#$/, '');
}
