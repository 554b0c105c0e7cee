/** The workbench: its parts, the way between them, and what is shown as it happens. */
import { getSummary, listen, onChange, run } from './api.js';
import { blocks } from './blocks.js';
import { callbacks } from './callbacks.js';
import { chip, el, moment } from './dom.js';
import { faults } from './faults.js';
import { inbox } from './inbox.js';
import { orders } from './orders.js';
import { requests } from './requests.js';
import { scenarios } from './scenarios.js';
import { wrong } from './say.js';
import { time } from './time.js';
import { wallets } from './wallets.js';

const VIEWS = [requests, orders, callbacks, wallets, inbox, blocks, faults, scenarios, time];
const byId = (id) => document.getElementById(id);
const counts = new Map();
let view;
let summary;
let isLive = true;
let shownAt = 0;

byId('nav').append(
  ...VIEWS.map(({ name, title }) => {
    const count = el('span', { class: 'count', hidden: true });
    counts.set(name, count);
    return el('li', {}, el('a', { href: `#/${name}` }, title, count));
  }),
);

/** A part of the address as it was meant; one that was typed by hand may be no encoded text. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Shows what the address says. */
async function go() {
  const [, name = '', key, search] = /^#\/(\w+)(?:\/([^?]+))?(?:\?q=(.*))?$/.exec(location.hash) ?? [];
  const next = VIEWS.find((each) => each.name === name) ?? VIEWS[0];
  for (const link of byId('nav').querySelectorAll('a'))
    if (link.hash === `#/${next.name}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  if (next !== view) {
    view?.unmount();
    view = next;
    view.forget?.();
    view.open(undefined);
    view.unmount();
    view.mount(byId('main'));
    scrollTo(0, 0);
  }
  document.title = `${next.title} – Sandbox`;
  if (search !== undefined) view.search?.(decoded(search));
  view.open(key);
  await show();
}

async function show() {
  try {
    await showSummary();
    await view?.show();
  } catch (error) {
    wrong(error.message);
  }
}

const badge = (name, n, what) => {
  const element = counts.get(name);
  if (!element) return;
  element.hidden = n === 0;
  element.replaceChildren(n >= 1000 ? '999+' : String(n), el('span', { class: 'hidden' }, ` ${what}`));
};

async function showSummary() {
  summary = await getSummary();
  shownAt = performance.now();
  moment.today = new Date(summary.now).toISOString().slice(0, 10);
  tick();
  byId('running').replaceChildren(chip(summary.isRunning ? 'running' : 'standing still'));
  byId('height').textContent = String(summary.height);
  byId('stop-or-run').textContent = summary.isRunning ? 'Stop the clock' : 'Run the clock';
  badge('orders', summary.waitingOrders, 'wait for funds');
  badge('callbacks', summary.dueCallbacks, 'to be sent');
  badge('faults', summary.faults.length, 'injected');
  counts.get('scenarios').closest('li').hidden = summary.scenarios.length === 0;
}

/** The clock goes on between two looks at it. */
function tick() {
  if (!summary) return;
  const now = summary.now + (summary.isRunning ? performance.now() - shownAt : 0);
  const iso = new Date(now).toISOString();
  const clock = byId('clock');
  clock.textContent = `${iso.slice(0, 19).replace('T', ' ')} UTC`;
  clock.setAttribute('datetime', iso);
}

byId('mine').onclick = () => run('mine', {}, 'A block is mined');
byId('minute').onclick = () => run('advance', { minutes: 1 }, 'A minute has passed');
byId('stop-or-run').onclick = () =>
  summary?.isRunning ? run('stopClock', {}, 'The clock stands still') : run('runClock', {}, 'The clock runs');
byId('live').onclick = ({ currentTarget }) => {
  isLive = !isLive;
  currentTarget.setAttribute('aria-pressed', String(isLive));
  if (isLive) void show();
};

onChange(show);
addEventListener('hashchange', go);
setInterval(tick, 1000);
void go();
listen(() => isLive);
