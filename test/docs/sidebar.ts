// The sidebar of the docs page, followed link by link.
import type { Page as Tab } from 'playwright-core';

/** A link of the sidebar, and the heading that it brought up; undefined if none of its name came into sight. */
export interface Landing {
  readonly route: string;
  readonly label: string;
  readonly heading: string | undefined;
}

/** Clicks every link of the sidebar, those too that appear once their group is opened. */
export function followSidebar(tab: Tab): Promise<Landing[]> {
  return tab.evaluate(async () => {
    const PATIENCE = 10_000; // ms: a page that other work slows down draws a large part late
    const landings: Landing[] = [];
    const routeOf = (link: Element): string => (link.getAttribute('href') ?? '').replace(/^#/, '');
    const next = (): HTMLElement | undefined =>
      [...document.querySelectorAll<HTMLElement>('[data-component-name="Menu/MenuItem"] > a')].find(
        (link) => !landings.some(({ route }) => route === routeOf(link)),
      );
    for (let link = next(); link; link = next()) {
      const route = routeOf(link);
      const label = (link.querySelector('[data-text]')?.getAttribute('data-text') ?? '').trim();
      const end = performance.now() + PATIENCE;
      link.click();
      let heading: string | undefined;
      while (heading === undefined && performance.now() < end) {
        await new Promise(requestAnimationFrame);
        const inSight = [...document.querySelectorAll('h1, h2, h3')].filter((one) => {
          const { top } = one.getBoundingClientRect();
          return top > -5 && top < innerHeight / 2;
        });
        heading = inSight.map(({ textContent }) => textContent.trim()).find((text) => text.startsWith(label));
      }
      landings.push({ route, label, heading });
      const group = link.closest('.menu-item-type-group');
      while (group && group.querySelectorAll('a').length < 2 && performance.now() < end)
        await new Promise(requestAnimationFrame); // until its links are there
    }
    return landings;
  });
}
