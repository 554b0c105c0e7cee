/** The workbench in a browser, by what people see and press: it shows what happens, does what it is told, and asks no other origin for anything. */
import { createHash } from 'node:crypto';
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { executable } from '../chromium.ts';
import { seriousViolations } from '../docs/violations.ts';
import { ADDRESS, createLab, ETH, ORDER, type Lab, type LabWallet } from './lab.ts';
import { startReceiver, type Receiver } from './receiver.ts';

describe.runIf(executable ?? process.env.CI)('the workbench', () => {
  let browser: Browser;
  let lab: Lab;
  let shop: LabWallet;
  let receiver: Receiver;
  let page: Page;
  let faults: string[];
  let requests: string[];

  beforeAll(async () => {
    browser = await chromium.launch({
      ...(executable !== undefined && { executablePath: executable }),
      args: ['--no-sandbox'], // or it does not start as root in a container
    });
  });
  afterAll(() => browser.close());

  beforeEach(async () => {
    lab = await createLab();
    receiver = await startReceiver(
      () => Promise.resolve(new Response()),
      (_, earlier) => (earlier === 0 ? 500 : undefined),
    );
    shop = await lab.createWallet({ ...ETH, callbackUrl: receiver.url, name: '<b>Shop</b>' });
    [faults, requests] = [[], []];
    page = await open();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    await receiver.close();
    await lab.close();
    expect(faults).toEqual([]);
    expect(requests.filter((url) => !url.startsWith(lab.sandbox.url) && !url.startsWith('data:'))).toEqual([]);
  });

  async function open(options: BrowserContextOptions = {}, at = ''): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    context.setDefaultTimeout(10_000);
    const tab = await context.newPage();
    tab.on('request', (request) => requests.push(request.url()));
    tab.on('pageerror', (error) => faults.push(String(error)));
    tab.on('console', (message) => {
      const isRefusal = message.text().includes('status of 400'); // which the page tells in words
      if (message.type() === 'error' && !isRefusal) faults.push(message.text());
    });
    await tab.goto(`${lab.sandbox.url}/_sandbox${at}`);
    await tab.getByRole('heading', { level: 1 }).waitFor();
    return tab;
  }

  const visit = (part: string): Promise<void> => page.getByRole('navigation').getByRole('link', { name: part }).click();
  const row = (text: string): Locator => page.getByRole('row').filter({ hasText: text });
  const said = (text: string | RegExp): Promise<void> => page.getByRole('status').filter({ hasText: text }).waitFor();
  const pane = (): Locator => page.getByRole('complementary');
  const clipboard = (): Promise<string> => page.evaluate('navigator.clipboard.readText()');
  const balance = (): string | undefined =>
    lab.sandbox.overview().wallets.find(({ walletId }) => walletId === String(shop.walletId))?.balance;

  describe('requests', () => {
    const rows = async (): Promise<string[]> => (await page.getByRole('row').allInnerTexts()).slice(1);

    it('are there with the reason of each refusal, live and after a load', async () => {
      await page.getByText('No request yet').waitFor();
      await shop.wallet.withdrawAssets({ requests: [ORDER] });
      await expect(shop.wallet.withdrawAssets({ requests: [ORDER] })).rejects.toThrow();
      await row('duplicated_entry').waitFor();
      await page.reload();
      await row('duplicated_entry').waitFor();
      const [latest, first] = await rows();
      expect(latest).toMatch(/POST withdrawAssets[^]*400[^]*635743[^]*duplicated_entry The order_id was used before/);
      expect(first).toMatch(/POST withdrawAssets[^]*200[^]*shop1_1/);
      await page.getByRole('checkbox', { name: 'Refused only' }).check();
      await expect.poll(async () => (await rows()).length).toBe(1);
    });

    it('miss nothing of what happens while they are being read', async () => {
      const isReading = Promise.withResolvers<undefined>();
      const isOver = Promise.withResolvers<undefined>();
      const held = '**/_sandbox/requests?*';
      await page.route(held, async (route) => {
        const response = await route.fetch();
        isReading.resolve(undefined);
        await isOver.promise;
        await route.fulfill({ response });
      });
      await shop.wallet.withdrawAssets({ requests: [ORDER] });
      await isReading.promise;
      await page.evaluate(`new Promise((opened) => {
        const events = new EventSource('/_sandbox/events');
        events.onopen = opened;
        window.heard = new Promise((heard) => { events.onmessage = heard; }).then(() => events.close());
      })`);
      await expect(shop.wallet.withdrawAssets({ requests: [ORDER] })).rejects.toThrow();
      await page.evaluate('window.heard');
      isOver.resolve(undefined);
      await row('duplicated_entry').waitFor();
      await page.unroute(held);
    });

    it('open to what was sent, and to what should have been signed', async () => {
      const other = lab.clientOf({ apiCode: shop.apiCode, secret: 'a-secret-of-another' }).wallet(shop.walletId);
      await expect(other.withdrawAssets({ requests: [ORDER] })).rejects.toThrow();
      await row('checksum_unmatch').getByRole('link', { name: 'withdrawAssets' }).click();
      const text = await pane().getByRole('region', { name: 'text to sign' }).innerText();
      const body = JSON.stringify({ requests: [ORDER] });
      expect(text).toContain(body);
      expect(text).toContain('secret=***');
      expect(await pane().innerText()).toMatch(/x-checksum\s+[0-9a-f]{64}/);
      expect(await pane().getByRole('region', { name: 'body' }).innerText()).toContain('"order_id": "shop1_1"');
      expect(await pane().innerText()).not.toContain(shop.secret);
      await pane().getByRole('button', { name: 'Copy text to sign' }).click();
      await said('Copied: text to sign');
      // with the secret in its place it is what the service asks for
      const signed = (await clipboard()).replace('***', shop.secret);
      const answer = await fetch(
        `${lab.sandbox.url}/v1/svc/wallets/${String(shop.walletId)}/sender/transactions?${/t=\d+/.exec(text)?.[0] ?? ''}`,
        {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-api-code': shop.apiCode,
            'x-checksum': createHash('sha256').update(signed).digest('hex'),
          },
          body,
        },
      );
      expect(answer.status).toBe(200);
    });

    it('lead to their order, and that to its callback and back to its requests', async () => {
      await shop.wallet.withdrawAssets({ requests: [ORDER] });
      await lab.control.mine();
      await row('shop1_1').getByRole('link', { name: 'withdrawAssets' }).click();
      await pane().getByRole('link', { name: 'shop1_1' }).click();
      await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
      await pane().getByRole('heading', { name: 'shop1_1' }).waitFor();
      await pane().getByRole('link', { name: '90000000000000001' }).click();
      await page.getByRole('heading', { level: 1, name: 'Callbacks' }).waitFor();
      await pane().getByRole('link', { name: 'shop1_1' }).click();
      await pane().getByRole('link', { name: 'that name it' }).click();
      await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor();
      expect(await page.getByRole('searchbox').inputValue()).toBe('shop1_1');
      await row('withdrawAssets').waitFor();
    });
  });

  describe('callbacks', () => {
    it('show the very bytes that were sent with their signature, and go out again', async () => {
      await shop.wallet.withdrawAssets({ requests: [ORDER] });
      await lab.control.mine();
      await visit('Callbacks');
      await page.getByRole('link', { name: '90000000000000001' }).click();
      await pane().locator('summary', { hasText: 'Attempt 1' }).click();
      const [first] = receiver.deliveries;
      const signature = first?.headers[lab.sandbox.decisions.signature.header.toLowerCase()];
      expect(signature).toBeTypeOf('string');
      expect(await pane().innerText()).toContain(signature);
      await pane().getByRole('button', { name: 'Copy body' }).click();
      await said('Copied: body');
      expect(await clipboard()).toBe(first?.body.toString());
      await pane().getByRole('button', { name: 'Redeliver' }).click();
      await said('is sent again');
      await pane().locator('summary', { hasText: 'Attempt 2' }).waitFor();
      expect(receiver.deliveries.map(({ status }) => status)).toEqual([500, 200]);
      await row('90000000000000001').filter({ hasText: 'delivered' }).waitFor();
    });

    it('come twice when they are told to', async () => {
      await visit('Faults');
      const card = page.locator('section', { hasText: 'Disturb deliveries' });
      await card.getByLabel('Disturbance').selectOption('duplicate');
      await card.getByRole('button', { name: 'Disturb them' }).click();
      await said('duplicate hits the next delivery');
      await shop.wallet.withdrawAssets({ requests: [ORDER] });
      await lab.control.mine();
      expect(receiver.deliveries).toHaveLength(2);
      expect(receiver.deliveries[0]?.body).toEqual(receiver.deliveries[1]?.body);
    });

    it('come into the inbox of who has no receiver yet', async () => {
      await visit('Wallets');
      await page.getByRole('link', { name: String(shop.walletId) }).click();
      await pane().locator('summary', { hasText: 'Settings' }).click();
      await pane().getByLabel('Callbacks go to').fill('inbox');
      await pane().getByRole('button', { name: 'Keep the settings' }).click();
      await said('settings of wallet');
      await shop.wallet.withdrawAssets({ requests: [ORDER] });
      await lab.control.mine();
      await visit('Inbox');
      await row('90000000000000001').filter({ hasText: 'signature fits' }).waitFor();
      await page.getByRole('link', { name: '90000000000000001' }).click();
      expect(await pane().getByRole('region', { name: 'body' }).innerText()).toContain('90000000000000001');
      expect(receiver.deliveries).toEqual([]);
    });
  });

  it('shows orders as they come and as they move, without being loaded again', async () => {
    await visit('Orders');
    await page.getByText('No order yet').waitFor();
    await shop.wallet.withdrawAssets({ requests: [ORDER] });
    await row('shop1_1').filter({ hasText: 'in pool' }).waitFor();
    await lab.control.mine();
    await row('shop1_1').filter({ hasText: 'in chain' }).waitFor();
  });

  it('tells of an order step by step, and lets one in the pool fail', async () => {
    await shop.wallet.withdrawAssets({ requests: [ORDER] });
    await lab.control.mine();
    await visit('Orders');
    await page.getByRole('link', { name: 'shop1_1' }).click();
    await expect.poll(() => pane().getByRole('heading', { level: 2 }).innerText()).toBe('shop1_1');
    const steps = (): Promise<string[]> => pane().getByRole('listitem').locator('strong').allInnerTexts();
    await expect.poll(steps).toEqual(['Requested', 'Broadcast', 'In block', 'Callback', 'Attempt', 'Next attempt']);
    expect(await pane().getByRole('button', { name: 'Let it fail' }).count()).toBe(0);

    await shop.wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: 'shop1_2' }] });
    const before = balance();
    await page.getByRole('link', { name: 'shop1_2' }).click();
    await pane().getByRole('button', { name: 'Let it fail' }).click();
    await said('shop1_2 has failed');
    await pane().getByText('transaction failed').waitFor();
    expect(Number(balance())).toBeCloseTo(Number(before) + 1.5, 6);
  });

  it('finds an order, and shows more of a long list', async () => {
    const ids = Array.from({ length: 60 }, (_, i) => `shop1_${String(i).padStart(2, '0')}`);
    await shop.wallet.withdrawAssets({ requests: ids.map((order_id) => ({ ...ORDER, order_id, amount: '0.01' })) });
    await visit('Orders');
    await page.getByText('50 shown, and there are more').waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('60 shown').waitFor();
    await page.getByRole('searchbox', { name: 'Search orders' }).fill('shop1_07');
    await page.getByText('1 shown').waitFor();
    expect(await page.getByRole('row').count()).toBe(2); // with that of the headings
    await page.getByRole('searchbox').fill('nothing like it');
    await page.getByText('Nothing here has nothing like it').waitFor();
  });

  it('copies a withdrawal that is signed, and that the service takes', async () => {
    await visit('Wallets');
    await page.getByRole('link', { name: String(shop.walletId) }).click();
    await pane().getByRole('button', { name: 'Copy as curl' }).click();
    await said('Copied: withdrawAssets as curl');
    const curl = await clipboard();
    const header = (name: string): string => new RegExp(`${name}: ([^']+)`).exec(curl)?.[1] ?? '';
    const answer = await fetch(/'(http[^']+)'/.exec(curl)?.[1] ?? '', {
      method: 'POST',
      headers: Object.fromEntries(['X-API-CODE', 'X-CHECKSUM', 'Content-Type'].map((name) => [name, header(name)])),
      body: /--data-raw '([^']+)'/.exec(curl)?.[1] ?? '',
    });
    expect(answer.status).toBe(200);
    expect(lab.sandbox.overview().orders).toHaveLength(1);
    await pane().getByRole('button', { name: 'Copy API code', exact: true }).click();
    await said('Copied: API code');
    expect(await clipboard()).toBe(shop.apiCode);
    expect(await pane().innerText()).not.toContain(shop.secret);
    await pane().getByRole('button', { name: 'Show secret', exact: true }).click();
    expect(await pane().innerText()).toContain(shop.secret);
  });

  it('keeps a secret shown that was asked for, and a button that is pressed, while the wallet changes', async () => {
    await visit('Wallets');
    await page.getByRole('link', { name: String(shop.walletId) }).click();
    await pane().getByRole('button', { name: 'Show secret', exact: true }).click();
    await lab.control.fund({ walletId: shop.walletId, amount: '1' });
    await pane().getByText('101 ETH').waitFor();
    expect(await pane().innerText()).toContain(shop.secret);

    const hide = await pane().getByRole('button', { name: 'Hide secret', exact: true }).boundingBox();
    await page.mouse.move((hide?.x ?? 0) + 5, (hide?.y ?? 0) + 5);
    await page.mouse.down();
    for (const balance of ['102', '103']) {
      const isTold = page.waitForResponse(async (answer) =>
        (await answer.text().catch(() => '')).includes(`"${balance}"`),
      );
      await lab.control.fund({ walletId: shop.walletId, amount: '1' });
      await isTold;
    }
    await page.mouse.up();
    await pane().getByRole('button', { name: 'Show secret', exact: true }).waitFor();
    await pane().getByText('103 ETH').waitFor();
    expect(await pane().innerText()).not.toContain(shop.secret);
  });

  it('funds a wallet, sends a deposit and keeps settings; what was typed stays while the page goes on', async () => {
    await visit('Wallets');
    await page.getByRole('link', { name: String(shop.walletId) }).click();
    const region = pane();
    await region.locator('summary', { hasText: 'Fund' }).click();
    const amount = region.getByLabel('Amount in ETH').first();
    await amount.fill('2.5');
    await lab.control.mine();
    await lab.control.fund({ walletId: shop.walletId, amount: '1' });
    await region.getByText('101 ETH').waitFor();
    expect(await amount.inputValue()).toBe('2.5');
    await region.getByRole('button', { name: 'Fund' }).click();
    await said('2.5 ETH are there');
    expect(balance()).toBe('103.5');
    await region.locator('summary', { hasText: 'Settings' }).click();
    await region.getByLabel('Withdrawals come from these IP addresses').fill('10.0.0.1, ::1');
    await region.getByLabel('Whitelist only').check();
    await region.getByRole('button', { name: 'Keep the settings' }).click();
    await said('settings of wallet');
    await expect(shop.wallet.withdrawAssets({ requests: [ORDER] })).rejects.toThrow(/ACL|IP/i);
    await region.getByLabel('Withdrawals come from these IP addresses').fill('anywhere');
    await region.getByRole('button', { name: 'Keep the settings' }).click();
    await page.getByRole('alert').filter({ hasText: 'body.acl.0 must match format' }).waitFor();
  });

  it('sends of the settings what was changed alone, shows what code changed meanwhile, and takes a limit back', async () => {
    const { walletId } = shop;
    const settings = async (): Promise<Record<string, unknown>> => {
      const response = await fetch(`${lab.sandbox.url}/_sandbox/wallets/${String(walletId)}`);
      return ((await response.json()) as { settings: Record<string, unknown> }).settings;
    };
    await lab.control.setWallet({ walletId, addressLimit: 7, approvalUrl: 'http://127.0.0.1:9/' });
    await visit('Wallets');
    await page.getByRole('link', { name: String(walletId) }).click();
    const region = pane();
    await region.locator('summary', { hasText: 'Settings' }).click();
    const [limit, callbacks, acl] = [
      region.getByLabel('Most deposit addresses'),
      region.getByLabel('Callbacks go to'),
      region.getByLabel('Withdrawals come from these IP addresses'),
    ];
    const keep = region.getByRole('button', { name: 'Keep the settings' });
    await keep.click();
    await said('Nothing was changed.');
    await acl.fill('10.0.0.9'); // typed, and not sent yet
    await lab.control.setWallet({ walletId, callbackUrl: 'inbox', acl: ['10.0.0.1'], failsBalance: true });
    await expect.poll(() => callbacks.inputValue()).toBe('inbox');
    expect(await region.getByLabel('Balance list fails').isChecked()).toBe(true);
    expect(await acl.inputValue()).toBe('10.0.0.9');
    await acl.fill('');
    await limit.fill('');
    const { approvalUrl } = await settings();
    await page.getByRole('button', { name: 'Live' }).click(); // from here on the page hears of nothing
    await lab.control.setWallet({ walletId, hasPolicy: false });
    await keep.click();
    await said(`The settings of wallet ${String(walletId)} are kept`);
    const kept = await settings();
    expect(kept).toMatchObject({ approvalUrl, callbackUrl: 'inbox', hasPolicy: false, failsBalance: true });
    expect(kept).not.toHaveProperty('addressLimit');
    await limit.fill('2');
    await keep.click();
    await expect.poll(settings).toMatchObject({ addressLimit: 2, hasPolicy: false });
  });

  it('changes no text that somebody is about to type over', async () => {
    const { walletId } = shop;
    await visit('Wallets');
    await page.getByRole('link', { name: String(walletId) }).click();
    const region = pane();
    await region.locator('summary', { hasText: 'Settings' }).click();
    const acl = region.getByLabel('Withdrawals come from these IP addresses');
    await acl.focus();
    await lab.control.setWallet({ walletId, acl: ['10.0.0.1'], failsBalance: true });
    await expect.poll(() => region.getByLabel('Balance list fails').isChecked()).toBe(true);
    await page.keyboard.insertText('10.0.0.2');
    expect(await acl.inputValue()).toBe('10.0.0.2');
    await region.getByRole('button', { name: 'Keep the settings' }).click();
    await said('settings of wallet');
    await expect.poll(() => acl.inputValue()).toBe('10.0.0.2');
    await lab.control.setWallet({ walletId, acl: ['10.0.0.3'] });
    await expect.poll(() => acl.inputValue()).toBe('10.0.0.3');
  });

  it('says that a code has expired, and signs nothing with it', async () => {
    await lab.control.advance({ hours: 91 * 24 });
    await visit('Wallets');
    await page.getByRole('link', { name: String(shop.walletId) }).click();
    await pane().getByRole('button', { name: 'Copy as curl' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'expired on 2027-02-18. Call the service once with its next' })
      .waitFor();
  });

  it('shows all of a list again to who comes back to it by the menu, and what an address asks for', async () => {
    for (const order_id of ['shop1_1', 'shop1_2'])
      await shop.wallet.withdrawAssets({ requests: [{ ...ORDER, order_id }] });
    await visit('Requests');
    const [search, only] = [page.getByRole('searchbox'), page.getByRole('checkbox', { name: 'Refused only' })];
    await search.fill('shop1_2');
    await only.check();
    await page.getByText('Nothing here has shop1_2').waitFor();
    await only.uncheck();
    await page.getByText('1 shown').waitFor();
    await row('shop1_2').getByRole('link', { name: 'withdrawAssets' }).click();
    await pane().getByRole('button', { name: 'Close' }).click();
    expect(await search.inputValue()).toBe('shop1_2'); // of the same visit
    await visit('Orders');
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    await visit('Requests');
    await page.getByText('2 shown').waitFor();
    expect([await search.inputValue(), await only.isChecked()]).toEqual(['', false]);
    const goTo = (hash: string): Promise<void> => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    await goTo('#/orders?q=shop1_1');
    await page.getByText('1 shown').waitFor();
    for (const text of ['%', '%E0%A4%A']) {
      await goTo(`#/requests?q=${text}`); // typed by hand
      await expect.poll(() => search.inputValue()).toBe(text);
      await page.getByText(`Nothing here has ${text}`).waitFor();
    }
  });

  it('leaves wallet IDs whole, whatever path somebody asks for', async () => {
    await shop.wallet.withdrawAssets({ requests: [ORDER] });
    const path = `/v1/svc/wallets/${String(shop.walletId)}/sender/transactions/shop1_20261120_000017/everything/that/is/not/there`;
    for (const asked of [path, path.replace(/\d{6}/, 'x'.repeat(300))]) await fetch(`${lab.sandbox.url}${asked}?t=1`);
    await page.getByText('3 shown').waitFor();
    const lines = `[...document.querySelectorAll('td a')].filter((a) => a.textContent === '${String(shop.walletId)}').map((a) => a.getClientRects().length)`;
    expect(await page.evaluate(lines)).toEqual([1]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });

  it('injects a fault, shows it until it has hit, and clears others', async () => {
    await visit('Faults');
    await page.getByLabel('Kind').selectOption('lost-answer');
    await page.getByLabel('Operation').selectOption('withdrawAssets');
    await page.getByRole('button', { name: 'Inject it' }).click();
    await page.getByRole('listitem').filter({ hasText: 'lost-answer for 1 more of withdrawAssets' }).waitFor();
    await expect(shop.wallet.withdrawAssets({ requests: [ORDER] })).rejects.toThrow();
    expect(lab.sandbox.overview().orders).toHaveLength(1);
    await lab.control.mine(); // something that the page hears of
    await page.getByText('None. Every request is answered as it should be.').waitFor();
    await page.getByLabel('Requests', { exact: true }).fill('3');
    await page.getByRole('button', { name: 'Inject it' }).click();
    await page.getByRole('button', { name: 'Clear them' }).click();
    await page.getByText('None. Every request').waitFor();
    await shop.wallet.getApiCodeStatus(); // is answered again
  });

  it('lets a scenario happen, and leads to what came of it', async (context) => {
    const { scenarios } = (await (await fetch(`${lab.sandbox.url}/_sandbox/summary`)).json()) as {
      scenarios: unknown[];
    };
    context.skip(scenarios.length === 0, 'this sandbox has none');
    await visit('Scenarios');
    await page.getByLabel('Amount').fill('0.25');
    await page.getByRole('button', { name: 'Let it happen withdrawal-failed' }).click();
    await said('withdrawal-failed has happened');
    const before = balance();
    expect(Number(before)).toBeLessThan(100); // the fee is spent
    expect(Number(before)).toBeGreaterThan(99.9);
    await page.locator('section').getByRole('link', { name: 'shop1_' }).click();
    await pane().getByText('transaction failed').waitFor();
    await pane().getByText('0.25 ETH').waitFor();
  });

  it('moves time and chain', async () => {
    await visit('Time');
    const { height } = lab.sandbox.overview();
    const now = lab.sandbox.now();
    await page.getByLabel('Minutes').fill('');
    await page.getByLabel('Hours').fill('2');
    await page.getByRole('button', { name: 'Advance', exact: true }).click();
    await said('Time has moved on');
    expect(lab.sandbox.now()).toBe(now + 2 * 3_600_000);
    await shop.wallet.withdrawAssets({ requests: [ORDER] });
    await page.getByRole('button', { name: 'Mine', exact: true }).click();
    await said('1 mined');
    expect(lab.sandbox.overview().height).toBe(height + 600 + 1);
    await page.getByRole('button', { name: 'Take them back' }).click();
    await said('1 taken back');
    await visit('Blocks');
    await row('The next one').filter({ hasText: '1 transaction' }).waitFor();
    await page.getByRole('button', { name: 'Run the clock' }).click();
    await page.getByRole('button', { name: 'Stop the clock' }).click();
    await said('The clock stands still');
  });

  it('works where control asks for a token, and pauses on request', async () => {
    await page.context().close();
    await lab.close();
    requests = []; // of another sandbox
    lab = await createLab({ controlToken: 'let me in & out' });
    shop = await lab.createWallet(ETH);
    page = await open({}, '?token=let%20me%20in%20%26%20out');
    await page.getByText('No request yet').waitFor();
    await shop.wallet.withdrawAssets({ requests: [ORDER] });
    await row('shop1_1').waitFor();
    await page.getByRole('button', { name: 'Live' }).click();
    expect(await page.getByRole('button', { name: 'Live' }).getAttribute('aria-pressed')).toBe('false');
    await shop.wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: 'shop1_2' }] });
    await page.getByRole('button', { name: 'Live' }).click();
    await row('shop1_2').waitFor();
  });

  it('shows names as they are, never as markup', async () => {
    await visit('Wallets');
    await row('<b>Shop</b>').waitFor();
    expect(await page.locator('main b').count()).toBe(0);
  });

  it('is used by the keyboard alone', async () => {
    for (const order_id of ['shop1_1', 'shop1_2', 'shop1_3'])
      await shop.wallet.withdrawAssets({ requests: [{ ...ORDER, order_id }] });
    const focused = (): Promise<string> => page.evaluate("document.activeElement?.textContent.trim() ?? ''");
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('Tab');
    expect(await focused()).toBe('Skip to the content');
    const { height } = lab.sandbox.overview();
    await press('Tab');
    expect(await focused()).toBe('Mine a block');
    await press('Enter');
    await said('A block is mined');
    expect(lab.sandbox.overview().height).toBe(height + 1);
    await page.getByRole('navigation').getByRole('link', { name: 'Orders' }).focus();
    await press('Enter');
    await row('shop1_3').waitFor();
    await page.getByRole('link', { name: 'shop1_3' }).focus();
    await press('ArrowDown', 'ArrowDown');
    expect(await focused()).toBe('shop1_1');
    await press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('H2');
    expect(await focused()).toBe('shop1_1');
    await press('Escape');
    await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('A');
    expect(await focused()).toBe('shop1_1');
    expect(await pane().count()).toBe(0);
    await shop.wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: 'shop1_4' }] });
    await page.getByRole('link', { name: 'shop1_4' }).focus();
    await press('Enter');
    await pane().getByRole('button', { name: 'Resend it' }).focus();
    await press('Enter');
    await said('shop1_4 has another transaction');
    await pane().getByText('by another transaction').waitFor();
    expect(await focused()).toBe('Resend it');
    await pane().getByRole('button', { name: 'Let it fail' }).focus();
    await press('Enter');
    await pane().getByText('transaction failed').waitFor(); // and the button has gone with what it did
    await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('H2');
    expect(await focused()).toBe('shop1_4');
  });

  describe.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 375],
    ['dark', 375],
  ] as const)('in %s, %i pixels wide', (colorScheme, width) => {
    it('is accessible, and no wider than the window, in all its parts', async () => {
      await lab.control.mine();
      await shop.wallet.withdrawAssets({ requests: [ORDER, { ...ORDER, order_id: `shop1_${'x'.repeat(40)}` }] });
      await lab.control.mine();
      await shop.wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: 'shop1_3', amount: '5000' }] });
      await lab.control.deposit({ walletId: shop.walletId, amount: '1' });
      await expect(shop.wallet.withdrawAssets({ requests: [{ ...ORDER, address: ADDRESS }] })).rejects.toThrow();
      const tab = await open({ colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' });
      const names = await tab.getByRole('navigation').getByRole('link').allInnerTexts();
      expect(names.length).toBeGreaterThan(4);
      const found: unknown[] = [];
      const look = async (name: string): Promise<void> => {
        const violations = await seriousViolations(tab);
        const tooWide = await tab.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        if (violations.length > 0 || tooWide > 0) found.push({ name, violations, tooWide });
      };
      for (const link of await tab.getByRole('navigation').getByRole('link').all()) {
        await link.click();
        const heading = await tab.getByRole('heading', { level: 1 }).innerText();
        await look(heading);
        const first = tab.getByRole('table').first().getByRole('link').first();
        if ((await first.count()) === 0) continue;
        await first.click();
        await tab.getByRole('complementary').getByRole('heading', { level: 2 }).waitFor();
        for (const summary of await tab.locator('summary').all()) await summary.click();
        await look(`${heading}, opened`);
      }
      expect(found).toEqual([]);
    });
  });
});
