/** Requests: each with its answer, and why it was that one. */
import { chip, code, codes, el, facts, moment, part, pretty } from './dom.js';
import { having, listView } from './list.js';
import { orderOfLink, walletLink } from './orders.js';

/** As many as the sandbox gives at once. */
const KEPT = 1000;

/** The status that the caller saw. */
const answered = ({ status }) =>
  status === 0 ? chip('no answer', 'bad') : chip(String(status), status >= 400 ? 'bad' : 'good');

const nameOf = ({ method, operationId, path }) => [el('span', { class: 'method' }, method), ' ', operationId ?? path];

const refused = ({ status }) => status === 0 || status >= 400;

/** The reason, and in words what is behind it; of what was carried out the orders. */
function whyOf({ reason, why, fault, walletId, orderIds }) {
  if (reason || why || fault)
    return el(
      'div',
      { class: 'clip' },
      reason ? el('strong', {}, reason, ' ') : '',
      why,
      fault ? ` fault: ${fault}` : '',
    );
  if (orderIds.length === 0) return '';
  const [first] = orderIds;
  return el('div', {}, orderOfLink(walletId, first), orderIds.length > 1 ? ` and ${orderIds.length - 1} more` : '');
}

/** What to hold the own code against, where the checksum was wrong. */
const toSign = ({ toSign: text, headers }) =>
  part(
    'What should have been signed',
    code(text, 'text to sign'),
    el(
      'p',
      { class: 'soft' },
      'With the secret of the API code in the place of ***. The checksum that came, ',
      el('code', {}, headers['x-checksum'] ?? 'none'),
      ', is not that of this text.',
    ),
  );

export const requests = listView({
  name: 'requests',
  title: 'Requests',
  about: 'What callers sent, what they were answered, and why. The latest thousand since the start.',
  path: 'requests',
  searchHint: 'operation, reason, wallet, order, words',
  none: 'No request yet. Copy a signed call from a wallet, and paste it into a shell.',
  keyOf: ({ number }) => String(number),
  only: ['Refused only', refused],
  queryOf: (q, limit, isOnly) => ({ latest: q === '' && !isOnly ? Math.min(KEPT, limit + 1) : KEPT }),
  itemsOf: (body, q, limit) => having(body, q).slice(0, limit),
  nextOf: (body, q, limit) => (having(body, q).length > limit ? 'more' : null),
  columns: [
    ['Time', ({ at }) => moment(at)],
    ['Request', (each) => el('a', { href: `#/requests/${each.number}` }, nameOf(each)), 'first'],
    ['Answer', answered, 'end'],
    ['Wallet', ({ walletId }) => (walletId === undefined ? '' : walletLink(walletId))],
    ['Why', whyOf, 'why'],
  ],
  detail: (request) => [
    el('span', {}, nameOf(request)),
    el('p', { class: 'row' }, answered(request), request.reason ? el('strong', {}, request.reason) : ''),
    request.toSign === undefined ? request.why && part('Why', el('p', {}, request.why)) : toSign(request),
    facts({
      At: moment(request.at),
      Took: `${request.milliseconds} ms`,
      Wallet: request.walletId && walletLink(request.walletId),
      Path: el('code', {}, request.path),
      Query: request.query && el('code', {}, request.query),
      Fault: request.fault,
      Orders:
        request.orderIds.length > 0 &&
        el(
          'ul',
          { class: 'plain' },
          request.orderIds.map((id) => el('li', {}, orderOfLink(request.walletId, id))),
        ),
      Callbacks:
        request.callbacks.length > 0 &&
        el(
          'ul',
          { class: 'plain' },
          request.callbacks.map((serial) => el('li', {}, el('a', { href: `#/callbacks/${serial}` }, serial))),
        ),
    }),
    part('Headers', codes(request.headers)),
    request.body === '' ? '' : part(bodyTitle(request), code(pretty(request.body), 'body')),
    request.answer === '' ? '' : part('Answer', code(pretty(request.answer), 'answer')),
  ],
});

const bodyTitle = ({ body, bodyLength }) =>
  bodyLength === undefined || bodyLength > 16_384 ? `Body, its first ${body.length} characters` : 'Body';
