/** The built-in receiver: what came into it, for wallets whose owner has none yet. */
import { chip, el, facts, moment } from './dom.js';
import { letter, ofWhat } from './callbacks.js';
import { having, listView } from './list.js';
import { walletLink } from './orders.js';

/** As many as the sandbox gives at once. */
const ALL = 1000;

const keyOf = ({ serial, at }) => `${serial}-${at}`;
const verified = ({ isVerified }) =>
  isVerified ? chip('signature fits', 'good') : chip('signature does not fit', 'bad');

export const inbox = listView({
  name: 'inbox',
  title: 'Inbox',
  about:
    'Callbacks of wallets whose callback address is inbox. It acknowledges all of them, and checks their signatures.',
  path: 'inbox',
  searchHint: 'serial, order, wallet, words of a body',
  none: 'Nothing came. Set the callback address of a wallet to inbox, among its settings.',
  keyOf,
  queryOf: (q, limit) => ({ latest: q === '' ? Math.min(ALL, limit + 1) : ALL }),
  itemsOf: (body, q, limit) => having(body, q).slice(0, limit),
  nextOf: (body, q, limit) => (having(body, q).length > limit ? 'more' : null),
  columns: [
    ['Serial', (each) => el('a', { href: `#/inbox/${keyOf(each)}` }, each.serial), 'code first'],
    ['Signature', verified, 'end'],
    ['Of', ofWhat],
    ['Wallet', ({ walletId }) => walletLink(walletId)],
    ['Came', ({ at }) => moment(at)],
  ],
  detailPath: () => `inbox?latest=${ALL}`,
  pick: (body, key) => body.find((each) => keyOf(each) === key),
  detail: (each) => [
    each.serial,
    el('p', {}, verified(each)),
    facts({
      'Tells of': ofWhat(each),
      Wallet: walletLink(each.walletId),
      Came: moment(each.at),
      'Signed by': each.apiCode && el('span', {}, 'API code ', el('code', {}, each.apiCode)),
      Callback: el('a', { href: `#/callbacks/${each.serial}` }, 'with all its attempts'),
    }),
    letter(each),
  ],
});
