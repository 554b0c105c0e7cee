/** Scenarios: what happens to wallets, let happen by name. */
import { getSummary, run, whole } from './api.js';
import { copyButton, el, facts, head } from './dom.js';
import { field, inputOf } from './forms.js';
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

/** Where, how much, and of what; all may be left out. */
const FIELDS = [
  { name: 'walletId', label: 'Wallet', hint: 'the first that fits', read: whole },
  { name: 'amount', label: 'Amount', hint: 'a little' },
  { name: 'tokenId', label: 'Token ID', hint: 'of ERC721 and ERC1155 wallets' },
];

/** Each by its name, and what it is where the sandbox says so. */
const line = ({ name, what }) =>
  el(
    'li',
    {},
    el('div', {}, el('strong', {}, name), el('div', { class: 'soft' }, what)),
    el('button', { type: 'submit', value: name }, 'Let it happen', el('span', { class: 'hidden' }, ` ${name}`)),
  );

async function happen(event) {
  event.preventDefault();
  const { submitter, target } = event;
  const scenario = submitter.value;
  submitter.disabled = true;
  const found = await run('trigger', { scenario, ...inputOf(target, FIELDS) }, `${scenario} has happened`);
  submitter.disabled = false;
  submitter.focus();
  if (found === undefined) return;
  results.prepend(result(found));
  results.firstChild.scrollIntoView({ block: 'nearest' });
  while (results.children.length > 5) results.lastChild.remove();
}

const all = (named) => [
  el(
    'form',
    { class: 'card chosen', onsubmit: happen },
    el('div', { class: 'fields' }, FIELDS.map(field)),
    el('ul', { class: 'lines' }, named.map(line)),
  ),
  results,
];

export const scenarios = {
  name: 'scenarios',
  title: 'Scenarios',
  mount(main) {
    main.replaceChildren(
      head('Scenarios', 'What happens to wallets, from beginning to end, at once. Time moves on as far as each needs.'),
      el('div', { class: 'beside', id: 'scenarios' }),
    );
  },
  open: () => undefined,
  unmount: () => undefined,
  async show() {
    const { scenarios: named } = await getSummary();
    const place = document.getElementById('scenarios');
    if (place?.childElementCount === 0) place.replaceChildren(...all(named));
  },
};
