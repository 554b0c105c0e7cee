/** Services that answer open points in their own way, as an operator's answers make them. */
import { sandboxVariant } from './behind.ts';
import type { Variant } from './variant.ts';

interface Answered {
  readonly id: string;
  readonly value: unknown;
}

/** A sandbox under answers, each of which reads show. */
const answered = (name: string, ...answers: readonly Answered[]): Variant => ({
  name,
  start: () => sandboxVariant(answers),
  expected: answers.map(({ id, value }) => ({ point: id, verdict: 'contradicted', value })),
});

const CURRENCIES = { BTC: 0, LTC: 2, DOGE: 3, ETH: 60, XRP: 144, XLM: 148, EOS: 194, TRX: 195, SOL: 501, BNB: 714 };
const LATE_STATES = { failed: 5, cancelled: 8, dropped: 10, transactionFailed: 11 };

export const variants: readonly Variant[] = [
  answered('wallet kinds are numbered in tens', {
    id: 'wallet-type',
    value: { vault: 10, deposit: 20, withdrawal: 30, depositWithdrawal: 40, delegated: 50 },
  }),
  answered('two kinds of wallets have each other’s numbers', {
    id: 'wallet-type',
    value: { vault: 0, deposit: 3, withdrawal: 2, depositWithdrawal: 5, delegated: 6 },
  }),
  // No wallet and no price tells the names of the others: they stay as they are.
  answered('ETH and XRP have numbers of a market of their own', {
    id: 'currency-numbers',
    value: { ...CURRENCIES, ETH: 1027, XRP: 52 },
  }),
  answered('deposits and withdrawals have each other’s type', {
    id: 'callback-type',
    value: { deposit: 2, withdrawal: 1, collect: 3, airdrop: 4 },
  }),
  answered('in pool and in chain have each other’s state', {
    id: 'callback-state',
    value: { processing: 1, inPool: 3, inChain: 2, ...LATE_STATES },
  }),
  answered('processing is told in tens', { id: 'processing-state', value: { inPool: 10, inChain: 20, done: 30 } }),
  answered('confirmed and resent have numbers of two digits', {
    id: 'withdrawal-state',
    value: { confirmed: 40, resent: 60 },
  }),
  answered(
    'both envelopes have other names',
    { id: 'price-envelope', value: { records: 'rates' } },
    { id: 'wallet-balance-envelope', value: { total: 'count', records: 'items' } },
  ),
  answered('t is in milliseconds', { id: 'request-time', value: { unit: 'milliseconds', window: 300 } }),
  answered('t is good for 45 seconds', { id: 'request-time', value: { unit: 'seconds', window: 45 } }),
  answered('a nonce is wanted', { id: 'checksum', value: { scheme: 'sorted-sha256', nonce: 'nonce' } }),
  answered('a page of the vault counts itself', { id: 'vault-count', value: 'the page' }),
  answered('a delegated wallet is not asked about withdrawals', {
    id: 'withdrawal-kinds',
    value: ['withdrawal', 'deposit-withdrawal'],
  }),
  answered('a withdrawal wallet has deposit addresses', {
    id: 'deposit-kinds',
    value: ['deposit', 'withdrawal', 'deposit-withdrawal', 'delegated'],
  }),
  answered(
    'an operator answers seven points at once',
    { id: 'request-time', value: { unit: 'milliseconds', window: 120 } },
    { id: 'wallet-type', value: { vault: 4, deposit: 1, withdrawal: 2, depositWithdrawal: 3, delegated: 5 } },
    { id: 'currency-numbers', value: { ...CURRENCIES, ETH: 61 } },
    { id: 'processing-state', value: { inPool: 1, inChain: 2, done: 3 } },
    { id: 'wallet-balance-envelope', value: { total: 'total_count', records: 'wallets' } },
    { id: 'price-envelope', value: { records: 'prices_by_currency' } },
    { id: 'vault-count', value: 'the page' },
  ),
  {
    name: 'codes are good for a year',
    start: () => sandboxVariant([{ id: 'api-code-lifetime', value: 365 }]),
    // What is left of a code's life is more than the whole life that is assumed. How much has passed, nobody shows.
    expected: [{ point: 'api-code-lifetime', verdict: 'contradicted' }],
  },
];
