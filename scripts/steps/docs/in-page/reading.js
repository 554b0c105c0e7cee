// Runs in the docs page: what keyboards and screen readers need and Redoc leaves out. Redoc draws parts anew at any time, so all of it is
// looked at again after each change.
(() => {
  const NAME = document.title;
  const TRIGGER = '[data-testid="search-trigger"]';
  const DIALOG = '[data-testid="search-dialog"]';
  const LAYOUT = '[data-component-name="Sidebar/SidebarActions"] span:has(> [data-component-name="Tooltip/Tooltip"])';

  /** What a part is, by its selector. */
  const PARTS = Object.entries({
    '.menu-content': { role: 'navigation', 'aria-label': 'Contents' },
    main: { id: 'content', tabindex: '-1' },
    [TRIGGER]: { role: 'button', tabindex: '0', 'aria-haspopup': 'dialog', 'aria-keyshortcuts': 'Control+K' },
    [LAYOUT]: { role: 'button', tabindex: '0', 'aria-label': 'Panels side by side or stacked' },
    [DIALOG]: { role: 'dialog', 'aria-modal': 'true', 'aria-label': 'Search' },
    [`${DIALOG} input`]: { 'aria-label': 'Search docs' },
    [`${DIALOG} header button`]: { 'aria-label': 'Clear', tabindex: '0' },
  });

  /** @type {HTMLElement | null} */
  let dialog = null;
  let openedAt = '';

  /** Where the reader is, such as /authentication/the-checksum. */
  const place = () => decodeURIComponent(location.hash).split('#')[1] || '/';
  const section = (of = place()) => document.querySelector(`[data-section-id="${CSS.escape(of)}"]`);
  /** What the sidebar calls a place. */
  const named = (/** @type {string} */ of) =>
    document.querySelector(`.menu-content a[href="#${CSS.escape(of)}"] [data-text]`)?.getAttribute('data-text');

  function mend() {
    for (const [selector, attributes] of PARTS)
      for (const part of document.querySelectorAll(selector))
        for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value);
    for (const choice of document.querySelectorAll('button[aria-label^="Example"]'))
      choice.setAttribute('aria-label', `Example: ${choice.textContent}`);
    for (const item of document.querySelectorAll('[data-active]'))
      item
        .closest('a')
        ?.setAttribute('aria-current', item.getAttribute('data-active') === 'true' ? 'location' : 'false');

    // Where the page was rendered before it is alive, its links lack the # without which only a click works.
    for (const link of document.querySelectorAll('.menu-content a[href^="/"]'))
      link.setAttribute('href', `#${link.getAttribute('href') ?? ''}`);

    // The title is that of the place, and its heading the first of all.
    const at = place();
    const names = at === '/' ? [] : [named(at), named(at.slice(0, at.lastIndexOf('/')))];
    document.title = [...names.filter(Boolean), NAME].join(' – ');
    for (const heading of document.querySelectorAll('main :is(h1, h2, h3, h4, h5)')) {
      const own = heading.closest('[data-section-id]');
      const below = own?.querySelector('h1, h2, h3') === heading ? 0 : heading.tagName === 'H5' ? 2 : 1;
      heading.setAttribute('aria-level', String((own === section() ? 1 : 2) + below));
    }

    // Whoever leaves the search goes on with what it found, or where it was opened.
    const open = /** @type {HTMLElement | null} */ (document.querySelector(DIALOG));
    if (open && !dialog) openedAt = at;
    if (!open && dialog) {
      const next = /** @type {HTMLElement | null} */ (document.querySelector(at === openedAt ? TRIGGER : 'main'));
      next?.focus({ preventScroll: true });
    }
    dialog = open;
  }

  document.addEventListener('keydown', (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if ([' ', 'Enter'].includes(event.key) && target.matches(`${TRIGGER}, ${LAYOUT}`)) {
      event.preventDefault();
      target.click();
    }
    if (event.key !== 'Tab' || !dialog) return;
    const inside = /** @type {NodeListOf<HTMLElement>} */ (dialog.querySelectorAll('input, a[href], button'));
    const [from, to] = event.shiftKey ? [inside[0], inside[inside.length - 1]] : [inside[inside.length - 1], inside[0]];
    if (document.activeElement !== from) return;
    event.preventDefault();
    to?.focus();
  });

  const skip = document.createElement('a');
  skip.className = 'skip-link';
  skip.href = '#content';
  skip.textContent = 'Skip to the text';
  skip.addEventListener('click', (event) => {
    event.preventDefault();
    document.querySelector('main')?.focus({ preventScroll: true });
  });
  document.body.prepend(skip);

  new MutationObserver(mend).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['data-active', 'href'],
  });
  addEventListener('hashchange', mend);
  mend();
})();
