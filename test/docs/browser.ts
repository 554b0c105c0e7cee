// The docs page in a real browser that reaches nothing else.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type BrowserContextOptions, type Page as Tab } from 'playwright-core';
import sirv from 'sirv';
import { executable } from '../chromium.ts';

/** A tab, and what went wrong or out in it. */
export interface Visit {
  readonly tab: Tab;
  /** Errors on the console or thrown, and requests to other servers. */
  readonly complaints: string[];
  /** Goes to a place on the page, such as `/authentication`, as a link would. */
  readonly go: (route: string) => Promise<void>;
}

/** A browser that reaches the page and nothing else. */
export class Visitor {
  /** Address of the page. */
  readonly url: string;
  readonly #browser: Browser;
  readonly #close: () => Promise<void>;

  private constructor(url: string, browser: Browser, close: () => Promise<void>) {
    this.url = url;
    this.#browser = browser;
    this.#close = close;
  }

  /**
   * Starts the browser and a server for the page.
   *
   * @param folder - where index.html is
   */
  static async start(folder: string): Promise<Visitor> {
    const server = createServer(sirv(folder));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const browser = await chromium.launch({
      ...(executable !== undefined && { executablePath: executable }),
      args: ['--no-sandbox'], // or it does not start as root in a container
    });
    const close = async (): Promise<void> => {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    };
    return new Visitor(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`, browser, close);
  }

  /**
   * Opens the page in a tab with no history, and waits until it is alive.
   *
   * @param address - default: the page
   */
  async open(options: BrowserContextOptions = {}, address = this.url): Promise<Visit> {
    const { tab, complaints } = await this.empty(options);
    await tab.goto(address);
    await tab.waitForFunction(
      () => document.querySelector('#redoc')?.hasChildNodes() && /light|dark/.test(document.documentElement.className),
    );
    const go = async (route: string): Promise<void> => {
      await tab.evaluate(async (hash) => {
        location.hash = hash;
        for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame); // until it has scrolled there
      }, `#${route}`);
    };
    return { tab, complaints, go };
  }

  /** Opens a tab with no history and nothing in it yet. */
  async empty(options: BrowserContextOptions = {}): Promise<Pick<Visit, 'tab' | 'complaints'>> {
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const tab = await context.newPage();
    tab.setDefaultTimeout(30_000); // two pages that come alive at once on two cores
    const complaints: string[] = [];
    await context.route(
      ({ protocol, origin }) => !['data:', 'blob:', 'file:'].includes(protocol) && `${origin}/` !== this.url,
      async (route) => {
        complaints.push(`request to ${route.request().url()}`);
        await route.abort();
      },
    );
    tab.on('pageerror', ({ message }) => complaints.push(message));
    tab.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    tab.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
    return { tab, complaints };
  }

  async close(): Promise<void> {
    await this.#close();
  }
}
