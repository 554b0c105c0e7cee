// What axe finds on the docs page, whoever's it is.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page as Tab } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The serious and critical violations, each with the element that it is about.
 *
 * @param part - selector of what is looked at
 */
export async function seriousViolations(tab: Tab, part = 'html'): Promise<string[]> {
  if (!(await tab.evaluate(() => 'axe' in globalThis))) await tab.evaluate(AXE);
  // axe notes what lies where once, and looks texts up in it later: of a text that has moved since it tells the colours of what was there
  for (;;) {
    const before = await rectangles(tab);
    const violations = await violationsNow(tab, part);
    if (violations.length === 0 || before === (await rectangles(tab))) return violations;
  }
}

/** Where everything is, as a text to compare. */
const rectangles = (tab: Tab): Promise<string> =>
  tab.evaluate("JSON.stringify([...document.querySelectorAll('*')].map((element) => element.getBoundingClientRect()))");

async function violationsNow(tab: Tab, part: string): Promise<string[]> {
  // no rule that is on by default reads what it would load: style sheets, sounds and films
  const { violations } = await tab.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(part)}, { resultTypes: ["violations"], preload: false })`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary = '' }) => ({ id, html, failureSummary })))
    .map(({ id, html, failureSummary }) => `${id}: ${html.slice(0, 120)} ${failureSummary}`);
}
