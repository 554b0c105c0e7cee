/** What is the same order, in how many spellings a record may show it. */
import type { WithdrawalRequest } from '@wallet-operations/client';

/** Currencies that differ in their memo. */
export type Currency = 'ETH' | 'BNB' | 'EOS' | 'XRP' | 'XLM' | 'BTC' | 'LTC';

/** Whether two texts name one address: hex and bech32 may come in upper or lower case, others not. */
export const isSameAddress = (a: string, b: string): boolean =>
  a === b || (/^(0x|ltc1)/i.test(a) && a.toLowerCase() === b.toLowerCase());

/** A record as a lookup gives it. */
export type Record_ = Record<string, unknown>;

/** The record of an order as it was sent. */
export const recordOf = ({ order_id, address, amount, memo }: WithdrawalRequest): Record_ => ({
  order_id,
  address,
  amount,
  memo: memo ?? '',
  in_chain_block: 0,
  txid: '',
  create_time: '2026-11-20T08:30:00Z',
});

type Spell = (record: Record_, order: WithdrawalRequest, currency: Currency) => Record_;

/** Other spellings of the same. */
export const SPELLINGS: Readonly<Record<string, Spell>> = {
  'as it was sent': (record) => record,
  'address in lower case': (record) => ({ ...record, address: cased(record, (text) => text.toLowerCase()) }),
  'address in upper case': (record) => ({
    ...record,
    address: cased(record, (text) => text.toUpperCase().replace(/^0X/, '0x')),
  }),
  'amount with more zeros behind': withAmount((text) => (text.includes('.') ? `${text}00` : `${text}.0`)),
  'amount without zeros behind': withAmount((text) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)),
  'amount with zeros in front': withAmount((text) => `00${text}`),
  'amount with a sign': withAmount((text) => `+${text}`),
  'amount without a zero in front': withAmount((text) => text.replace(/^0+\./, '.')),
  'amount with an exponent': withAmount(scientific),
  'empty memo': (record, { memo }) => (memo ? record : { ...record, memo: '' }),
  'memo null': (record, { memo }) => (memo ? record : { ...record, memo: null }),
  'memo absent': (record, { memo }) => (memo ? record : without(record, 'memo')),
  'tag as a number has it': (record, { memo }, currency) =>
    currency === 'XRP' && memo && /^\d+$/.test(memo) ? { ...record, memo: String(BigInt(memo)) } : record,
};

/** Records that leave something out, or may mean two things, which nobody must read something into. */
export const GAPS: Readonly<Record<string, Spell>> = {
  'amount null': (record) => ({ ...record, amount: null }),
  'amount absent': (record) => without(record, 'amount'),
  'amount as a number': (record) => ({ ...record, amount: Number(record.amount) }),
  'memo null, whatever it was': (record) => ({ ...record, memo: null }),
  'memo absent, whatever it was': (record) => without(record, 'memo'),
  'address absent': (record) => without(record, 'address'),
  'amount of a token as 1': (record, { token_id }) => (token_id === undefined ? record : { ...record, amount: '1' }),
  'order_id absent': (record) => without(record, 'order_id'),
};

const without = (record: Record_, name: string): Record_ =>
  Object.fromEntries(Object.entries(record).filter(([each]) => each !== name));

function cased({ address }: Record_, change: (text: string) => string): string {
  const text = address as string;
  return isSameAddress(text, change(text)) ? change(text) : text;
}

function withAmount(change: (text: string) => string): Spell {
  return (record) => ({ ...record, amount: change(record.amount as string) });
}

/** 1.5 as 15e-1. */
function scientific(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  return `${(whole + fraction).replace(/^0+(?=.)/, '')}e-${String(fraction.length)}`;
}
