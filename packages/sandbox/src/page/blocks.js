/** Blocks, and what waits for the next one. */
import { chip, el, facts, hash, inWords, moment, part } from './dom.js';
import { listView } from './list.js';
import { orderLink, walletLink } from './orders.js';

const contents = (items, more) =>
  items.length === 0
    ? el('p', { class: 'soft' }, 'Nothing.')
    : el(
        'div',
        { class: 'card list' },
        el(
          'table',
          {},
          el(
            'thead',
            {},
            el(
              'tr',
              {},
              ['What', 'State', 'Amount', 'Wallet', 'Transaction'].map((each) => el('th', { scope: 'col' }, each)),
            ),
          ),
          el(
            'tbody',
            {},
            items.map((item) =>
              el(
                'tr',
                {},
                el(
                  'td',
                  {},
                  item.order === undefined ? `Deposit to ${item.walletId}` : orderLink(item.order, item.orderId),
                ),
                el('td', {}, chip(inWords(item.stage))),
                el('td', { class: 'number' }, `${item.amount} ${item.asset}`),
                el('td', {}, walletLink(item.walletId)),
                el('td', {}, hash(item.txid, 'transaction')),
              ),
            ),
          ),
        ),
        more > 0 ? el('p', { class: 'more' }, `and ${more} more`) : '',
      );

/** How far a block is from being final, in words. */
const depth = ({ confirmations }) => (confirmations === 1 ? 'the tip' : `${confirmations} blocks deep`);

/** The next block, of which only what waits for it is known. */
const next = ({ waiting }) => ({ height: 'next', count: waiting.contents.length + waiting.more, ...waiting });

export const blocks = listView({
  name: 'blocks',
  title: 'Blocks',
  about: 'The latest blocks that hold anything, and what waits for the next. All currencies share one chain.',
  path: 'blocks',
  searchHint: 'height or hash',
  none: 'No block with a transaction yet.',
  keyOf: ({ height }) => height,
  itemsOf: (body, q) => (q === '' ? [next(body), ...body.items] : body.items),
  columns: [
    [
      'Block',
      ({ height }) => el('a', { href: `#/blocks/${height}` }, height === 'next' ? 'The next one' : height),
      'first',
    ],
    ['Holds', ({ count }) => `${count} ${count === 1 ? 'transaction' : 'transactions'}`],
    ['Depth', (block) => (block.height === 'next' ? chip('to come', 'wait') : depth(block)), 'end'],
    ['Time', ({ time }) => (time === undefined ? '' : moment(time))],
    ['Hash', ({ hash: text }) => hash(text, 'block hash', false)],
  ],
  detailPath: (height) => (height === 'next' ? 'blocks?limit=1' : `blocks/${height}`),
  pick: (body, key) => (key === 'next' ? next(body) : body),
  detail: (block) => {
    if (block.height === 'next') return ['The next block', part('It will hold', contents(block.contents, block.more))];
    return [
      `Block ${block.height}`,
      facts({ Time: moment(block.time), Hash: hash(block.hash, 'block hash'), Depth: depth(block) }),
      part('Holds', contents(block.contents, block.more)),
    ];
  },
});
