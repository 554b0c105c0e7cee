/** The live page in a browser: it shows what happens, obeys the keyboard, and asks no other origin for anything. */
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { executable } from '../chromium.ts';
import { createLab, ETH, ORDER, type Lab } from './lab.ts';

describe.runIf(executable ?? process.env.CI)('the live page', () => {
  let lab: Lab;
  let browser: Browser;
  let page: Page;
  const requests: string[] = [];
  const faults: string[] = [];

  beforeAll(async () => {
    lab = await createLab();
    browser = await chromium.launch({
      ...(executable !== undefined && { executablePath: executable }),
      args: ['--no-sandbox'], // or it does not start as root in a container
    });
    page = await browser.newPage();
    page.on('request', (request) => requests.push(request.url()));
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
  });
  afterAll(async () => {
    await browser.close();
    await lab.close();
  });

  /** Waits until an expression holds on the page. */
  const until = (expression: string): Promise<unknown> =>
    expect.poll(() => page.evaluate(expression), { timeout: 10_000 }).toBe(true);
  const cellsOf = (id: string): Promise<unknown> =>
    page.evaluate(
      `[...document.querySelectorAll('#${id} tr')].map((row) => [...row.cells].map((cell) => cell.textContent))`,
    );

  it('shows wallets, orders and callbacks as they come, without being loaded again', async () => {
    const { wallet } = await lab.createWallet({ ...ETH, callbackUrl: 'http://127.0.0.1:1/', name: '<b>Shop</b>' });
    await page.goto(`${lab.sandbox.url}/_sandbox/`);
    await until("document.querySelectorAll('#wallets tr').length === 1");
    await wallet.withdrawAssets({ requests: [ORDER] });
    await until("document.querySelector('#orders')?.textContent.includes('in pool')");
    expect(await cellsOf('wallets')).toEqual([['635743', '<b>Shop</b>', 'withdrawal', '98.499559 ETH', '0']]);
    await lab.control.mine();
    await until("document.querySelector('#callbacks')?.textContent.includes('ECONNREFUSED')");
    await until("document.querySelector('#orders')?.textContent.includes('in chain')");
    expect(await page.evaluate("document.querySelector('#log').textContent")).toContain('90000000000000001 → ');
  });

  it('is used by the keyboard alone', async () => {
    const { height } = lab.sandbox.overview();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Mine a block');
    await page.keyboard.press('Enter');
    await until("document.querySelector('#said').textContent === 'Mine a block: done'");
    expect(lab.sandbox.overview().height).toBe(height + 1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await until("document.querySelector('#clock').textContent === 'Stop the clock'");
    expect(lab.sandbox.overview().isRunning).toBe(true);
  });

  it('asks no other origin for anything, and runs without a fault', () => {
    expect(requests.length).toBeGreaterThan(3);
    expect(requests.filter((url) => !url.startsWith(lab.sandbox.url) && !url.startsWith('data:'))).toEqual([]);
    expect(faults).toEqual([]);
  });
});
