// Rules that one field's line cannot hold, as values and bodies that a request schema must accept or refuse.

export interface Samples {
  readonly accepts: readonly unknown[];
  readonly refuses: readonly unknown[];
}

/** A sign, an exponent, a point without digits on both sides, and other digits are no decimal number of this interface. */
const notNumbers = [
  ...['-1', '+1', '-0', '1e5', '1E5', '1e-5', '.5', '5.', '1.', '0x', '٣', '1.0.0', '1.23.4', '.0', '\n1'],
  ...['abc', '1,5', ' 1', '1 ', 'x1', '1x', '0x10', '.', '1..2', '--1', '1\n'],
];

/** Leading zeros and any number of digits are. */
const whole = ['0', '1', '9', '00', '007', '90', '1'.repeat(60)];
const decimals = [...whole, '0.5', '00.50', '1.9', '0.0', '9.09', `${'9'.repeat(40)}.${'0'.repeat(40)}`];

/** Amounts and balances are decimal strings; a callback's are counted in the smallest unit. */
export const amounts: Readonly<Record<string, Samples>> = {
  amount: { accepts: [...decimals, '12345678901234567890.000000000000000001'], refuses: ['', ...notNumbers] },
  amountOrEmpty: { accepts: ['', '1200', ...decimals], refuses: notNumbers },
  units: { accepts: [...whole, '1500000000000000000'], refuses: ['', '0.5', '1.0', ...notNumbers] },
};

/** Single fields of request bodies, by place. */
export const values: Readonly<Record<string, Samples>> = {
  // must not contain backslash or slash
  'withdrawAssets body requests[].order_id': {
    accepts: ['A', 'PREFIX_1', 'PREFIX-1.2', 'PREFIX 1', 'x'.repeat(255)],
    refuses: ['PREFIX/1', '/', 'PREFIX\\1', '\\', 'PREFIX_1/', 'x'.repeat(256)],
  },
  // ABI_method:hex_parameters; the address is a contract's when contract_abi is non-empty, so it may be empty
  'withdrawAssets body requests[].contract_abi': {
    accepts: [
      ...[
        'm:',
        'mint:',
        'mint:0x',
        'mint:00ff',
        'mint:00FF',
        'mint:0x00fF',
        'mint:0X0a',
        'mint:0123456789abcdefABCDEF',
      ],
      ...['safeMint:0000000000000000000000000000000000000000000000000000000000000001', 'mint:0', 'mint(uint256):9A'],
      '',
    ],
    refuses: [
      ...[
        ':',
        'mint',
        ':00ff',
        'mint:xyz',
        'mint:00ff:',
        '00ff',
        'a:b:00',
        'mint:00fg',
        'mint:00FG',
        'mint:0x0x00',
        'mint:0y00',
      ],
      ...['mint:00 ff', 'mint: 00ff', 'mint:00ff\n', 'mint:-1'],
    ],
  },
};

const order = { order_id: 'PREFIX_1', address: 'an address', amount: '1.5' };
const withdraw = (more: object): object => ({ requests: [{ ...order, ...more }] });
const times = (count: number, value: unknown): unknown[] => Array.from({ length: count }, () => value);

/** Whole request bodies, by operation. */
export const bodies: Readonly<Record<string, Samples>> = {
  withdrawAssets: {
    accepts: [
      withdraw({}),
      { requests: [order, { ...order, order_id: 'PREFIX_2' }], ignore_black_list: true },
      withdraw({ block_average_fee: 1 }),
      withdraw({ block_average_fee: 100 }),
      withdraw({ manual_fee: 1 }),
      withdraw({ manual_fee: 2000 }),
      withdraw({ from_address: 'a delegated address', from_address_index: 0 }),
      withdraw({
        contract_abi: 'mint:00ff',
        token_id: '7',
        memo: 'm',
        user_id: 'u',
        message: 'm',
        ignore_gas_estimate_fail: true,
      }),
    ],
    refuses: [
      // no orders found in body
      {},
      { requests: [] },
      // the two fees exclude each other, and have bounds
      withdraw({ block_average_fee: 1, manual_fee: 1 }),
      withdraw({ block_average_fee: 0 }),
      withdraw({ block_average_fee: 101 }),
      withdraw({ manual_fee: 0 }),
      withdraw({ manual_fee: 2001 }),
      // a delegated wallet needs the index, any other wallet refuses the address
      withdraw({ from_address: 'a delegated address' }),
      withdraw({ amount: 1.5 }),
      withdraw({ amount: '' }),
      withdraw({ from_address: 'a delegated address', from_address_index: '0' }),
    ],
  },
  createDepositAddresses: {
    accepts: [{ count: 1 }, { count: 1000 }, { count: 2, memos: ['1', '2'] }, { count: 2, labels: ['a', 'b'] }],
    refuses: [{}, { count: 1001 }, { count: '1' }, { count: 1.5 }, { count: 1, memos: [1] }, { memos: ['1'] }],
  },
  getCallbacksById: {
    accepts: [{ ids: [90000000001] }, { ids: times(100, 1) }],
    refuses: [{}, { ids: times(101, 1) }, { ids: ['1'] }, { ids: 1 }],
  },
  addWhitelistEntries: {
    accepts: [
      { items: [{ address: 'a' }] },
      { items: [{ address: 'a', memo: 'm', user_id: 'u'.repeat(255) }, { address: 'b' }] },
    ],
    refuses: [
      {},
      { items: [{}] },
      { items: [{ address: 'a', user_id: 'u'.repeat(256) }] },
      { items: { address: 'a' } },
    ],
  },
  checkWhitelistEntry: {
    accepts: [{ address: 'a' }, { address: 'a', memo: 'm', user_id: 'u'.repeat(255) }],
    refuses: [{}, { memo: 'm' }, { address: 'a', user_id: 'u'.repeat(256) }],
  },
  getDelegatedBalances: {
    // both spellings are the interface's; more than ten addresses are cut, not refused
    accepts: [
      { addresses: ['a'] },
      { address: ['a'] },
      { addresses: times(10, 'a') },
      { addresses: ['a', ...times(10, 'b')] },
    ],
    refuses: [{}, { addresses: ['a'], address: ['a'] }, { addresses: 'a' }, { address: 'a' }],
  },
};
