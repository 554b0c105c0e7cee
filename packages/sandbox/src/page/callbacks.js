/** Callbacks: what was sent, in which bytes, how often, and what came back; sent again on request. */
import { whole } from './api.js';
import { chip, code, codes, el, facts, hash, moment, part } from './dom.js';
import { action } from './forms.js';
import { having, listView } from './list.js';
import { orderOfLink, walletLink } from './orders.js';

/** As many as the sandbox gives at once. */
const MOST = 1000;

const delivery = ({ deliveredAt, nextAt, attempts }) => {
  if (nextAt !== null) return chip(attempts.length > 0 || deliveredAt !== null ? 'due again' : 'due', 'wait');
  if (deliveredAt !== null) return chip('delivered', 'good');
  return attempts.length > 0 ? chip('given up', 'bad') : chip('only to be read');
};

const counted = (n) => `${n} ${n === 1 ? 'attempt' : 'attempts'}`;

/** What it tells of. */
export const ofWhat = ({ walletId, orderId, tells = 'deposit' }) =>
  orderId === '' ? `a ${tells}` : orderOfLink(walletId, orderId);

/** Bytes as they went, with their headers and signature. */
export const letter = ({ headers, body }) => [
  part('Headers', codes(headers)),
  part('Body, to the byte', code(body, 'body')),
];

const attempt = (sent, i) =>
  el(
    'details',
    {},
    el(
      'summary',
      { 'data-stay': `attempt ${i + 1}` },
      `Attempt ${i + 1} `,
      moment(sent.at),
      ' ',
      chip(sent.result, sent.result === '200' ? 'good' : 'bad'),
    ),
    el(
      'div',
      { class: 'stack' },
      facts({ To: sent.url && el('code', {}, sent.url) }),
      sent.body === '' ? '' : letter(sent),
    ),
  );

export const callbacks = listView({
  name: 'callbacks',
  title: 'Callbacks',
  about: 'What the service told the wallets’ owners, signed, again on schedule until a 200 acknowledges it.',
  path: 'callbacks',
  searchHint: 'serial, order, wallet, transaction, result',
  none: 'No callback yet. They come when a withdrawal or a deposit is in a block.',
  keyOf: ({ serial }) => serial,
  queryOf: (q, limit) => ({ latest: q === '' ? Math.min(MOST, limit + 1) : MOST }),
  itemsOf: (body, q, limit) => having(body, q).slice(0, limit),
  nextOf: (body, q, limit) => (having(body, q).length > limit ? 'more' : null),
  columns: [
    ['Serial', ({ serial }) => el('a', { href: `#/callbacks/${serial}` }, serial), 'code first'],
    ['Delivery', delivery, 'end'],
    ['Of', ofWhat],
    ['Wallet', ({ walletId }) => walletLink(walletId)],
    [
      'Attempts',
      ({ attempts }) => (attempts.length === 0 ? 'none yet' : `${counted(attempts.length)}, ${attempts.at(-1).result}`),
      'why',
    ],
    ['Next', ({ nextAt }) => (nextAt === null ? '' : moment(nextAt)), 'less'],
  ],
  detail: (callback) => [
    callback.serial,
    el('p', { class: 'row' }, delivery(callback)),
    facts({
      'Tells of': ofWhat(callback),
      Wallet: walletLink(callback.walletId),
      Transaction: hash(callback.txid, 'transaction'),
      Caused: moment(callback.time),
      Delivered: callback.deliveredAt !== null && moment(callback.deliveredAt),
      'Next attempt': callback.nextAt !== null && moment(callback.nextAt),
    }),
    part(counted(callback.attempts.length), callback.attempts.map(attempt)),
  ],
  actions: ({ serial }) =>
    el(
      'div',
      { class: 'row' },
      action('Redeliver', 'redeliver', { serial: whole(serial) }, `Callback ${serial} is sent again`, {
        class: 'main',
      }),
      el('a', { href: '#/faults' }, 'Disturb deliveries'),
    ),
});
