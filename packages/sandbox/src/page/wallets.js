/** Wallets: what they hold, how to call the service for them, and what their owner may set. */
import { get, whole } from './api.js';
import { chip, code, copy, copyButton, el, facts, hash, inWords, moment, part } from './dom.js';
import { form } from './forms.js';
import { listView } from './list.js';
import { wrong } from './say.js';
import { walletLink } from './orders.js';

/** A secret is shown when it is asked for, and then until it is hidden: `opened` has the names of those that are shown. */
function secret(text, what, opened) {
  const shown = el('code');
  const toggle = el('button', {
    type: 'button',
    class: 'quiet',
    'data-stay': `show ${what}`,
    onclick: () => {
      if (!opened.delete(what)) opened.add(what);
      show();
    },
  });
  const show = () => {
    shown.textContent = opened.has(what) ? text : '••••••••';
    toggle.textContent = opened.has(what) ? 'Hide' : 'Show';
    toggle.setAttribute('aria-label', `${toggle.textContent} ${what}`);
  };
  show();
  return el('span', {}, shown, ' ', toggle, copyButton(text, what));
}

/** Choose an operation, and copy it signed: it is signed when it is asked for, so that its t is fresh. */
function calls({ walletId, calls: operations }) {
  const select = el(
    'select',
    {},
    operations.map((each) => el('option', {}, each)),
  );
  const shown = el('div', { class: 'stack' });
  const sign = async () => {
    try {
      return await get(`sign/${walletId}`, { operation: select.value });
    } catch (error) {
      return void wrong(error.message);
    }
  };
  const asCurl = async () => {
    const call = await sign();
    if (call) await copy(call.curl, `${call.operationId} as curl`);
  };
  const show = async () => {
    const call = await sign();
    if (!call) return;
    shown.replaceChildren(
      code(call.curl, 'curl command'),
      facts({
        Signed: call.signed && el('code', {}, call.signed),
        'Good until': call.goodUntil === null ? 'it is sent' : moment(call.goodUntil),
      }),
      el('p', { class: 'soft' }, 'It works once: the service refuses a checksum that it has seen.'),
    );
  };
  return part(
    'Call the service',
    el(
      'div',
      { class: 'row' },
      el('label', {}, 'Operation', select),
      el('button', { type: 'button', class: 'main', onclick: asCurl }, 'Copy as curl'),
      el('button', { type: 'button', onclick: show }, 'Show it'),
    ),
    shown,
  );
}

const listOf = (text) => text.split(/[\s,]+/).filter((each) => each !== '');

/** What the fields of the settings have. */
const settingsIn = ({ settings }) => ({
  ...settings,
  acl: settings.acl.join(' '),
  addressLimit: settings.addressLimit ?? '',
});

function settings(wallet) {
  const { walletId } = wallet;
  const now = settingsIn(wallet);
  return form({
    command: 'setWallet',
    valuesIn: settingsIn,
    fixed: { walletId: whole(walletId) },
    done: `The settings of wallet ${walletId} are kept`,
    button: 'Keep the settings',
    fields: [
      {
        name: 'callbackUrl',
        label: 'Callbacks go to',
        value: now.callbackUrl,
        isWide: true,
        keepsEmpty: true,
        hint: 'http://127.0.0.1:3000/callbacks; empty: nowhere',
      },
      {
        name: 'approvalUrl',
        label: 'Withdrawals are approved by',
        value: now.approvalUrl,
        isWide: true,
        keepsEmpty: true,
        hint: 'empty: nobody is asked',
      },
      {
        name: 'acl',
        label: 'Withdrawals come from these IP addresses',
        value: now.acl,
        isWide: true,
        keepsEmpty: true,
        read: listOf,
        hint: 'empty: all',
      },
      {
        name: 'addressLimit',
        label: 'Most deposit addresses',
        kind: 'number',
        value: now.addressLimit,
        emptyIs: null,
        hint: 'as any wallet',
      },
      { name: 'hasPolicy', label: 'Has a policy', kind: 'check', value: now.hasPolicy },
      { name: 'whitelistOnly', label: 'Whitelist only', kind: 'check', value: now.whitelistOnly },
      { name: 'failsBalance', label: 'Balance list fails', kind: 'check', value: now.failsBalance },
    ],
  });
}

const opening = (title, ...content) => el('details', {}, el('summary', { 'data-stay': title }, title), ...content);

function doings(wallet) {
  const { walletId, asset, address, addresses } = wallet;
  const fixed = { walletId: whole(walletId) };
  const amount = { name: 'amount', label: `Amount in ${asset}`, value: '1', isRequired: true };
  const to = {
    name: 'address',
    label: 'Address',
    value: wallet.kind === 'delegated' ? (addresses[0]?.address ?? '') : '',
    isWide: true,
    hint: address,
  };
  const tokenId = { name: 'tokenId', label: 'Token ID', hint: 'only where there is one' };
  return el(
    'div',
    { class: 'stack' },
    opening(
      'Fund',
      form({
        command: 'fund',
        fixed,
        fields: [amount, tokenId, ...(wallet.kind === 'delegated' ? [to] : [])],
        button: 'Fund',
        done: ({ amount: text }) => `${text} ${asset} are there`,
        isMain: true,
      }),
    ),
    opening(
      'Deposit from outside',
      form({
        command: 'deposit',
        fixed,
        fields: [amount, { name: 'memo', label: 'Memo' }, tokenId, { ...to, value: addresses[0]?.address ?? '' }],
        button: 'Deposit',
        done: ({ amount: text }) => `A deposit of ${text} ${asset} waits for the next block`,
        isMain: true,
      }),
    ),
    opening('Settings', settings(wallet)),
  );
}

const depositRows = (deposits, asset) =>
  el(
    'ul',
    { class: 'plain' },
    deposits.map((deposit) =>
      el(
        'li',
        {},
        chip(inWords(deposit.stage)),
        el('span', {}, ` ${deposit.amount} ${asset} `),
        deposit.block === '0' ? '' : el('a', { href: `#/blocks/${deposit.block}` }, `block ${deposit.block}`),
        ' ',
        hash(deposit.txid, 'transaction'),
      ),
    ),
  );

export const wallets = listView({
  name: 'wallets',
  title: 'Wallets',
  about: 'What they hold, their API codes and settings, and calls that are signed for you.',
  path: 'wallets',
  searchHint: 'ID, name, kind, currency, address',
  none: 'No wallet. Make one with POST /_sandbox/createWallet.',
  keyOf: ({ walletId }) => walletId,
  columns: [
    ['Wallet', ({ walletId }) => walletLink(walletId), 'first'],
    ['Name', ({ name }) => name],
    ['Kind', ({ kind }) => kind],
    ['Balance', ({ balance, asset }) => `${balance} ${asset}`, 'number end'],
    ['Unconfirmed', ({ unconfirmed }) => (unconfirmed === '0' ? '' : `+ ${unconfirmed}`), 'number'],
  ],
  detail: (wallet, opened) => [
    wallet.name,
    facts({
      Balance: `${wallet.balance} ${wallet.asset}`,
      Unconfirmed: wallet.unconfirmed === '0' ? '' : `${wallet.unconfirmed} ${wallet.asset}`,
      'Wallet ID': el('span', {}, wallet.walletId, ' ', copyButton(wallet.walletId, 'wallet ID')),
      Kind: `${wallet.kind}, on ${wallet.currency}`,
      Parent: wallet.parentId && walletLink(wallet.parentId),
      Contract: hash(wallet.tokenContract, 'contract'),
      Address: hash(wallet.address, 'address'),
      'Order prefix': el('code', {}, wallet.prefix),
      'API code': el('span', {}, el('code', {}, wallet.apiCode), ' ', copyButton(wallet.apiCode, 'API code')),
      Secret: secret(wallet.secret, 'secret', opened),
      Permission: chip(wallet.permitted ? 'permitted' : 'not permitted'),
      'Next API code': el(
        'span',
        {},
        el('code', {}, wallet.inactive.apiCode),
        ' ',
        copyButton(wallet.inactive.apiCode, 'next API code'),
      ),
      'Next secret': secret(wallet.inactive.secret, 'next secret', opened),
    }),
    wallet.deposits.length > 0 ? part('Latest deposits', depositRows(wallet.deposits, wallet.asset)) : '',
    wallet.addressCount > 0
      ? part(
          `Deposit addresses: ${wallet.addressCount}`,
          el(
            'ul',
            { class: 'plain' },
            wallet.addresses
              .slice(0, 5)
              .map(({ address, memo, label }) =>
                el('li', {}, hash(address, 'deposit address'), memo ? ` memo ${memo}` : '', label ? ` ${label}` : ''),
              ),
          ),
        )
      : '',
  ],
  actions: (wallet) => [calls(wallet), part('Change it', doings(wallet))],
});
