// The first paint of the docs page beside that of the page that Redoc makes of the same document, with nothing of ours.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { executable } from '../chromium.ts';
import { Visitor } from './browser.ts';
import { Page } from './page.ts';

const ROUNDS = 7;
/** What no reader notices, and what a busy machine adds to one or the other: single loads of one page differ by more. */
const MARGIN = { times: 1.25, milliseconds: 100 };

const CLI = join(createRequire(import.meta.url).resolve('@redocly/cli/package.json'), '..', 'bin', 'cli.js');

describe.runIf(executable !== undefined)('the first paint', () => {
  let page: Page;
  let folder: string;
  let ours: Visitor;
  let bare: Visitor;

  beforeAll(async () => {
    page = await Page.build();
    folder = mkdtempSync(join(tmpdir(), 'wallet-bare-'));
    mkdirSync(join(folder, 'page'));
    const args = ['build-docs', join(page.folder, 'openapi.yaml'), '--inlineBundle', '--output', 'page/index.html'];
    execFileSync(process.execPath, [CLI, ...args], { cwd: folder, stdio: 'ignore' });
    ours = await Visitor.start(page.folder);
    bare = await Visitor.start(join(folder, 'page'));
  });

  afterAll(async () => {
    await ours.close();
    await bare.close();
    page[Symbol.dispose]();
    rmSync(folder, { recursive: true });
  });

  test('is no slower than that of a bare page', async () => {
    const times = { ours: [] as number[], bare: [] as number[] };
    for (let round = 0; round <= ROUNDS; round++) {
      const [mine, plain] = [await firstPaint(ours), await firstPaint(bare)];
      if (round === 0) continue; // the browser itself is still cold
      times.ours.push(mine);
      times.bare.push(plain);
    }
    const [mine, plain] = [median(times.ours), median(times.bare)];
    console.log(`First contentful paint: ${mine.toFixed(0)} ms, of a bare page ${plain.toFixed(0)} ms`);
    expect(mine).toBeLessThan(plain * MARGIN.times + MARGIN.milliseconds);
  });
});

/** In a context without cache; undisturbed by what else a visit looks at. */
async function firstPaint(visitor: Visitor): Promise<number> {
  const { tab } = await visitor.empty();
  await tab.goto(visitor.url, { waitUntil: 'commit' }); // what comes alive after the first paint is not waited for
  const paint = await tab.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          for (const { name, startTime } of list.getEntries())
            if (name === 'first-contentful-paint') resolve(startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
  await tab.context().close();
  return paint;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
