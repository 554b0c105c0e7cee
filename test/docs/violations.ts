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
  // no rule that is on by default reads what it would load: style sheets, sounds and films
  const { violations } = await tab.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(part)}, { resultTypes: ["violations"], preload: false })`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary = '' }) => ({ id, html, failureSummary })))
    .map(({ id, html, failureSummary }) => `${id}: ${html.slice(0, 120)} ${failureSummary}`);
}
