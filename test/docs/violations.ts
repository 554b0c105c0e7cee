// What axe finds on the docs page, without what lies inside Redoc and is not ours to mend.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page as Tab } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that Redoc's own controls break, and the controls that do. */
const INSIDE_REDOC: readonly (readonly [rule: string, html: RegExp])[] = [
  ['label-content-name-mismatch', /^<button [^>]*aria-label="Example"/], // the choice of an example, named otherwise than it reads
];

/** The serious and critical violations that we can mend, each with the element that it is about. */
export async function seriousViolations(tab: Tab): Promise<string[]> {
  await tab.evaluate(AXE);
  const { violations } = await tab.evaluate<AxeResults>('axe.run({ resultTypes: ["violations"] })');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary = '' }) => ({ id, html, failureSummary })))
    .filter(({ id, html }) => !INSIDE_REDOC.some(([rule, pattern]) => rule === id && pattern.test(html)))
    .map(({ id, html, failureSummary }) => `${id}: ${html.slice(0, 120)} ${failureSummary}`);
}
