/** Scenarios: what happens to wallets, let happen by name. */
import { getSummary, whole } from './api.js';
import { copyButton, el, facts } from './dom.js';
import { form } from './forms.js';
import { orderOfLink, walletLink } from './orders.js';

const results = el('div', { class: 'stack', 'aria-live': 'polite' });

/** What it did, step by step, and where to look. */
function result({ scenario, walletId, did, orderId, txid, address, apiCode, secret }) {
  return el(
    'section',
    { class: 'card result' },
    el('h2', {}, scenario),
    el(
      'ol',
      {},
      did.map((step) => el('li', {}, step)),
    ),
    facts({
      Wallet: walletLink(walletId),
      Order: orderId && orderOfLink(walletId, orderId),
      Transaction: txid && el('span', {}, el('code', {}, txid), ' ', copyButton(txid, 'transaction')),
      Address: address && el('code', {}, address),
      'API code': apiCode && el('span', {}, el('code', {}, apiCode), ' ', copyButton(apiCode, 'API code')),
      Secret: secret && copyButton(secret, 'secret'),
    }),
  );
}

const trigger = (name) =>
  el(
    'section',
    { class: 'card' },
    el('h2', {}, name),
    form({
      command: 'trigger',
      fixed: { scenario: name },
      button: el('span', {}, 'Let it happen', el('span', { class: 'hidden' }, `: ${name}`)),
      done: `${name} has happened`,
      fields: [
        { name: 'walletId', label: 'Wallet', hint: 'one that fits', read: whole },
        { name: 'amount', label: 'Amount', hint: 'a little' },
      ],
      after: (found) => {
        results.prepend(result(found));
        results.firstChild.scrollIntoView({ block: 'nearest' });
        while (results.children.length > 5) results.lastChild.remove();
      },
    }),
  );

export const scenarios = {
  name: 'scenarios',
  title: 'Scenarios',
  mount(main) {
    main.replaceChildren(
      el(
        'div',
        { class: 'head' },
        el(
          'div',
          {},
          el('h1', { id: 'title' }, 'Scenarios'),
          el('p', {}, 'What happens to wallets, from beginning to end, at once. Time moves on as far as each needs.'),
        ),
      ),
      results,
      el('div', { class: 'columns', id: 'scenarios' }),
    );
  },
  open: () => undefined,
  unmount: () => undefined,
  async show() {
    const { scenarios: named } = await getSummary();
    const columns = document.getElementById('scenarios');
    if (columns?.childElementCount === 0) columns.replaceChildren(...named.map(trigger));
  },
};
