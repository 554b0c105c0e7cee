/** Orders: what became of each, step by step, and what can be made of it. */
import { knows, whole } from './api.js';
import { chip, el, facts, hash, inWords, moment, part } from './dom.js';
import { action } from './forms.js';
import { listView } from './list.js';

/** Signs of the steps; what is not here is neutral. */
const STEPS = {
  confirmed: 'good',
  'in block': 'good',
  failed: 'bad',
  dropped: 'bad',
  cancelled: 'bad',
  'taken back': 'bad',
};
const toneOf = ({ what, text }) => STEPS[what] ?? (what === 'attempt' ? (/: 200$/.test(text) ? 'good' : 'bad') : '');

/** Steps as a list in order of time. */
export const timeline = (events) =>
  el(
    'ol',
    { class: 'timeline' },
    events.map((event) =>
      el(
        'li',
        { class: toneOf(event) },
        event.at === null ? el('span', { class: 'time' }, event.block ? `#${event.block}` : '—') : moment(event.at),
        el(
          'div',
          {},
          el('strong', {}, event.what[0].toUpperCase() + event.what.slice(1)),
          ' ',
          event.block && event.at !== null ? el('a', { href: `#/blocks/${event.block}` }, event.block) : '',
          event.block && event.at !== null ? ' ' : '',
          el('span', { class: 'soft' }, event.text),
          event.serial
            ? [' ', el('a', { href: `#/callbacks/${event.serial}` }, event.what === 'callback' ? event.serial : 'open')]
            : '',
          event.what === 'broadcast' ? el('div', {}, hash(event.txid, 'transaction')) : '',
        ),
      ),
    ),
  );

/** The link to an order. */
export const orderLink = (id, text) => el('a', { href: `#/orders/${id}` }, text);

/** The link to an order by its wallet and the caller's ID. */
export const orderOfLink = (walletId, orderId) =>
  el('a', { href: `#/orders/${walletId}/${encodeURIComponent(orderId)}` }, orderId);

/** The link to a wallet. */
export const walletLink = (id) =>
  el('a', { href: `#/wallets/${id}`, class: /^\d{1,20}$/.test(id) ? 'whole' : undefined }, id); // a path may have anything in its place

/** What can be made of an order whose transaction is in the pool: label, command, what to say then. */
const MADE = [
  ['Let it fail', 'failOrder', 'has failed, and its amount is back'],
  ['Resend it', 'resendOrder', 'has another transaction'],
  ['Let it be dropped', 'dropOrder', 'is dropped, and amount and fee are back'],
  ['Hold it back', 'holdOrder', 'is left out of blocks'],
];

const inPool = ({ walletId, orderId }) => {
  const input = { walletId: whole(walletId), orderId };
  return el(
    'div',
    { class: 'row' },
    MADE.filter(([, command]) => knows(command)).map(([label, command, done]) =>
      action(label, command, input, `${orderId} ${done}`),
    ),
  );
};

export const orders = listView({
  name: 'orders',
  title: 'Orders',
  about: 'Withdrawals that the service has taken, the latest first.',
  path: 'orders',
  searchHint: 'order ID, address, transaction, wallet',
  none: 'No order yet. Copy a signed withdrawal from a wallet, and paste it into a shell.',
  keyOf: ({ id }) => id,
  columns: [
    ['Order', ({ id, orderId }) => orderLink(id, orderId), 'code first'],
    ['State', ({ stage }) => chip(inWords(stage)), 'end'],
    ['Amount', ({ amount, asset }) => `${amount} ${asset}`, 'number'],
    ['To', ({ address }) => hash(address, 'address', false)],
    ['Wallet', ({ walletId }) => walletLink(walletId)],
    ['Requested', ({ createTime }) => moment(createTime), 'less'],
  ],
  detail: (order) => [
    order.orderId,
    el('p', {}, chip(inWords(order.stage)), el('span', { class: 'soft' }, ` state ${order.state} of the interface`)),
    facts({
      Amount: `${order.amount} ${order.asset}`,
      To: hash(order.address, 'address'),
      Memo: order.memo,
      From: hash(order.fromAddress, 'sending address'),
      Fee: `${order.fee} ${order.feeAsset}`,
      'Token ID': order.tokenId,
      Call: order.contractAbi && el('code', {}, order.contractAbi),
      Message: order.message,
      Wallet: walletLink(order.walletId),
      'Service’s ID': order.id,
      Requests: el('a', { href: `#/requests?q=${encodeURIComponent(order.orderId)}` }, 'that name it'),
    }),
    order.isInPool ? inPool(order) : '',
    part('Timeline', timeline(order.timeline)),
  ],
});
