/** A part of the page that is a list to search, with one of its rows open beside it. */
import { get } from './api.js';
import { el, head } from './dom.js';

const PAGE = 50;

/**
 * Makes such a part. `columns` are [heading, row → content, class]; `keyOf` names a row in addresses; `detail` shows one that is open, and
 * keeps in a set what was opened within it, for when it is shown anew; `only` is [label, row → whether it is one], for a list
 * that is given as it is; `actions` makes, once for each that is opened, what can be done to it: what is typed there stays while the rest is shown anew.
 */
export function listView({
  name,
  title,
  about,
  path,
  searchHint,
  columns,
  keyOf,
  detail,
  detailPath,
  pick = (body) => body,
  actions,
  none,
  only,
  itemsOf = (body) => body.items,
  nextOf = (body) => body.next,
  queryOf = (q, limit) => ({ q, limit }),
}) {
  const state = {
    search: '',
    isOnly: false,
    count: PAGE,
    open: undefined,
    detailShown: '',
    opened: new Set(),
    asked: 0,
    shown: 0,
  };
  const search = el('input', {
    type: 'search',
    placeholder: searchHint,
    oninput: () => {
      state.search = search.value;
      state.count = PAGE;
      later();
    },
  });
  const check = el('input', {
    type: 'checkbox',
    onchange: () => {
      state.isOnly = check.checked;
      state.count = PAGE;
      later();
    },
  });
  let timer;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void view.show(), 200);
  };
  const body = el('tbody');
  const table = el(
    'table',
    { 'aria-labelledby': 'title', onkeydown: walk },
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        columns.map(([heading, , kind]) => el('th', { scope: 'col', class: kind }, heading)),
      ),
    ),
    body,
  );
  const foot = el('div', { class: 'more' });
  const empty = el('p', { class: 'empty', hidden: true });
  const pane = el('aside', {
    class: 'card pane',
    'aria-labelledby': 'opened',
    onkeydown: (event) => event.key === 'Escape' && close(),
  });
  const split = el('div', { class: 'split' }, el('div', { class: 'card list' }, table, empty, foot));
  const isPressed = () => split.matches(':active'); // what is pressed must be there when it is let go, or nothing is done
  const rows = new Map();
  const close = () => {
    location.hash = `#/${name}`;
  };

  function showRows({ found, q, limit }) {
    const items = itemsOf(found, q, limit);
    const keys = new Set(items.map((item) => keyOf(item)));
    for (const [key, row] of rows)
      if (!keys.has(key)) {
        row.element.remove();
        rows.delete(key);
      }
    const isFirst = body.childElementCount === 0;
    items.forEach((item, i) => {
      const key = keyOf(item);
      const text = JSON.stringify(item);
      let row = rows.get(key);
      if (row?.text !== text) {
        const hasFocus = row?.element.contains(document.activeElement);
        const element = el(
          'tr',
          { class: row || isFirst ? '' : 'new', 'aria-current': key === state.open ? 'true' : undefined },
          columns.map(([, show, kind]) => el('td', { class: kind }, show(item))),
        );
        row?.element.replaceWith(element);
        if (hasFocus) element.querySelector('a')?.focus();
        rows.set(key, (row = { element, text }));
      }
      if (body.children[i] !== row.element) body.insertBefore(row.element, body.children[i] ?? null);
    });
    table.hidden = items.length === 0;
    empty.hidden = items.length > 0;
    empty.textContent =
      state.search === '' && !state.isOnly
        ? none
        : `Nothing here ${state.search === '' ? 'is so' : `has ${state.search}`}.`;
    const next = nextOf(found, q, limit);
    foot.hidden = items.length === 0;
    const isMore = next !== null && next !== undefined;
    const words = `${items.length} shown${isMore ? ', and there are more' : ''}`;
    if (foot.textContent.startsWith(words)) return;
    foot.replaceChildren(words);
    if (isMore)
      foot.append(
        el(
          'button',
          {
            type: 'button',
            onclick: async () => {
              const at = items.length;
              state.count += PAGE;
              await view.show();
              body.children[at]?.querySelector('a')?.focus();
            },
          },
          'Show more',
        ),
      );
  }

  function markOpen(key) {
    for (const [each, { element }] of rows)
      if (each === key) element.setAttribute('aria-current', 'true');
      else element.removeAttribute('aria-current');
  }

  async function showDetail() {
    const key = state.open;
    if (key === undefined) return;
    const answer = await get(detailPath ? detailPath(key) : `${path}/${key}`);
    const found = answer && pick(answer, key);
    if (key !== state.open) return;
    const text = JSON.stringify(found);
    if (text === state.detailShown) return;
    if (isPressed()) return later();
    const isNew = state.detailShown === '';
    state.detailShown = text;
    const stay = document.activeElement?.dataset?.stay;
    const wasInside = pane.contains(document.activeElement);
    const [heading, ...content] = found
      ? detail(found, state.opened)
      : ['There is none', el('p', {}, 'It was never taken, holds nothing, or a reset or the chain has taken it away.')];
    if (isNew) {
      pane.replaceChildren(
        el(
          'header',
          {},
          el('h2', { id: 'opened', tabindex: '-1' }),
          el('button', { type: 'button', class: 'quiet', onclick: close }, 'Close'),
        ),
        el('div', { class: 'stack shown' }),
        ...(found && actions ? [actions(found)].flat() : []),
      );
    }
    if (found) {
      markOpen(keyOf(found));
      for (const form of pane.querySelectorAll('form')) form.renew?.(found);
    }
    pane.querySelector('#opened').replaceChildren(heading);
    pane
      .querySelector('.shown')
      .replaceChildren(...content.flat().filter((child) => child !== '' && child !== undefined));
    if (isNew && state.isAsked) pane.querySelector('#opened').focus({ preventScroll: false });
    else if (wasInside && stay && !pane.contains(document.activeElement))
      // what had it may be gone, as what can be done to an order once it is done
      (pane.querySelector(`[data-stay="${CSS.escape(stay)}"]`) ?? pane.querySelector('#opened')).focus();
  }

  const view = {
    name,
    title,
    /** Puts it on the page. */
    mount(main) {
      main.replaceChildren(
        head(
          title,
          about,
          only ? el('label', { class: 'check' }, check, only[0]) : '',
          el('label', { class: 'search' }, `Search ${title.toLowerCase()}`, search),
        ),
        split,
      );
    },
    /** Shows what has a text. */
    search(text) {
      search.value = state.search = text;
    },
    /** Lets go of what was looked for. */
    forget() {
      clearTimeout(timer);
      search.value = state.search = '';
      check.checked = state.isOnly = false;
      state.count = PAGE;
    },
    /** Opens a row, or none. */
    open(key) {
      const before = state.open;
      state.isAsked = state.isMounted;
      state.open = key;
      state.detailShown = '';
      state.opened.clear();
      split.classList.toggle('open', key !== undefined);
      markOpen(key);
      if (key === undefined) {
        pane.remove();
        if (before !== undefined) rows.get(before)?.element.querySelector('a')?.focus();
      } else split.append(pane);
      state.isMounted = true;
    },
    /** Shows it as it is now. */
    async show() {
      const { search: q, isOnly, count: limit } = state;
      const asked = ++state.asked;
      const found = await get(path, queryOf(q, limit, isOnly));
      if (q !== state.search || isOnly !== state.isOnly || asked < state.shown) return; // what was asked for later is here already
      if (isPressed()) return later();
      state.shown = asked;
      if (found) showRows({ found: isOnly ? found.filter(only[1]) : found, q, limit });
      await showDetail();
    },
    unmount() {
      state.isMounted = false;
    },
  };
  return view;
}

/** The items that have a text anywhere, for lists that the sandbox does not search itself. */
export const having = (items, text) =>
  text === '' ? items : items.filter((item) => JSON.stringify(item).toLowerCase().includes(text.toLowerCase()));

/** Up and down lead from row to row. */
function walk(event) {
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key];
  const next = step && event.target.closest('tr')?.[step]?.querySelector('a');
  if (!next || event.target.tagName !== 'A') return;
  event.preventDefault();
  next.focus();
}

/** The link of a row, which opens it. A click anywhere in the row does the same. */
document.addEventListener('click', ({ target }) => {
  if (target.closest('a, button, input, label') || String(getSelection()) !== '') return;
  target.closest('tbody tr')?.querySelector('a')?.click();
});
