// The site of all releases as its readers see it: pages that were built before there was a choice of versions have one, and old ones say so.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { executable } from '../chromium.ts';
import { Visitor, type Visit } from './browser.ts';
import { Page } from './page.ts';
import { seriousViolations } from './violations.ts';

const SCRIPT = join(import.meta.dirname, '..', '..', 'scripts', 'docs-site.ts');

describe.runIf(executable !== undefined)('the site of three releases', () => {
  let folder: string;
  let visitor: Visitor;

  beforeAll(async () => {
    const page = await Page.build();
    folder = mkdtempSync(join(tmpdir(), 'wallet-site-'));
    for (const version of ['v1.0.0', 'v1.1.0', 'v1.2.0-rc.1']) {
      const own = join(folder, 'releases', version);
      cpSync(page.folder, own, { recursive: true });
      rmSync(join(own, 'guides'), { recursive: true });
      mkdirSync(join(own, 'guides'));
      const head = '<title>Old</title><link rel="canonical" href="https://elsewhere.example/">';
      const name = version === 'v1.0.0' ? 'removed' : 'authentication';
      writeFileSync(
        join(own, 'guides', `${name}.html`),
        `<html><head>${head}</head>\n<body class="x"><h1>A</h1></body></html>`,
      );
    }
    page[Symbol.dispose]();
    const old = join(folder, 'releases', 'v1.0.0', 'openapi.json');
    const document = JSON.parse(readFileSync(old, 'utf8')) as { paths: Record<string, unknown> };
    delete document.paths['/v1/svc/wallets/{WALLET_ID}/apisecret'];
    writeFileSync(old, JSON.stringify(document));
    const args = [SCRIPT, '--releases', join(folder, 'releases'), '--out', join(folder, 'site')];
    execFileSync(process.execPath, args, { stdio: 'inherit' });
    visitor = await Visitor.start(join(folder, 'site'));
  });

  afterAll(async () => {
    await visitor.close();
    rmSync(folder, { recursive: true });
  });

  const at = (path: string, options = {}): Promise<Visit> => visitor.open(options, `${visitor.url}${path}`);

  test.each([
    ['1.0.0/', 'This is version 1.0.0. The latest is 1.1.0.'],
    ['1.2.0-rc.1/', 'This is a trial, version 1.2.0-rc.1. The latest is 1.1.0.'],
    ['1.1.0/', undefined],
    ['latest/', undefined],
  ])('%s says what it is', async (path, said) => {
    const { tab, complaints } = await at(path);
    const bar = tab.getByRole('navigation', { name: 'Versions' });
    expect(await bar.isVisible()).toBe(true);
    expect(await bar.locator('p').allInnerTexts()).toEqual(said === undefined ? [] : [said]);
    expect((await bar.boundingBox())?.y).toBe(0);
    expect(await tab.getAttribute('link[rel=canonical]', 'href')).toBe('../latest/');
    expect(complaints).toEqual([]);
  });

  test.each([
    ['1.1.0/#/api-codes/getapicodestatus', '1.2.0-rc.1', '1.2.0-rc.1/#/api-codes/getapicodestatus'],
    ['1.1.0/#/api-codes/getapicodestatus', '1.0.0', '1.0.0/#/api-codes'], // is not there yet
  ])('from %s to %s the reader stays where that is', async (from, version, to) => {
    const { tab } = await at(from);
    await tab.getByText('Version 1.1.0', { exact: true }).click();
    await tab.getByRole('navigation', { name: 'Versions' }).getByRole('link', { name: version }).click();
    await expect.poll(() => tab.url()).toBe(`${visitor.url}${to}`);
  });

  test('pages beside the main one have it, too, and those that a version lacks lead to its start', async () => {
    const page = await fetch(`${visitor.url}1.2.0-rc.1/guides/authentication.html`).then((answer) => answer.text());
    expect([...page.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      '../../latest/guides/authentication.html',
      '../../1.2.0-rc.1/guides/authentication.html',
      '../../1.1.0/guides/authentication.html',
      '../../1.0.0/',
      '../../changelog.html',
    ]);
    expect(page.match(/rel="canonical"[^>]*/g)).toEqual([
      'rel="canonical" href="../../latest/guides/authentication.html"',
    ]);
  });

  test.each(['light', 'dark'] as const)('axe finds nothing serious in the bar, in %s', async (colorScheme) => {
    for (const path of ['1.0.0/', 'latest/']) {
      const { tab } = await at(path, { colorScheme });
      await tab.getByText(/^Version /).click();
      expect(await seriousViolations(tab, '.versions')).toEqual([]);
    }
  });

  test.each([1280, 375])('the bar fits into %i pixels', async (width) => {
    const { tab } = await at('1.0.0/', { viewport: { width, height: 700 } });
    expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
});
