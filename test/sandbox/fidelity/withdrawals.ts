/** Refusals of withdrawals. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NewWallet } from '@wallet-operations/sandbox';
import { ADDRESS, ETH, ORDER, type Lab } from '../lab.ts';
import { failed, INVALID_PARAMETER, type Expected, type Program } from './program.ts';

export const ADDRESSES = {
  BNB: 'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2',
  EOS: 'exchangeacct',
  XLM: 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN',
  XRP: 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh',
};

/** One withdrawal, from a wallet made for it. */
const withdrawing = (
  expected: Expected,
  order: object, // which may be one that no type allows
  wallet: Partial<NewWallet> = {},
  before: (lab: Lab) => Promise<unknown> = () => Promise.resolve(),
): Program => ({
  expected,
  prepare: async (lab) => {
    const made = await lab.createWallet({ ...ETH, ...wallet });
    await before(lab);
    return () => made.wallet.withdrawAssets({ requests: [{ ...ORDER, ...order }] });
  },
});

const withMemo = (currency: keyof typeof ADDRESSES, memo: string, expected: Expected): Program =>
  withdrawing(expected, { address: ADDRESSES[currency], amount: '1', memo }, { currency });

/** A delegated wallet with one address, and a withdrawal that names it wrongly. */
const delegated = (expected: Expected, sender: (address: string) => object): Program => ({
  expected,
  prepare: async (lab) => {
    const { wallet } = await lab.createWallet({ kind: 'delegated', currency: 'ETH', prefix: 'shop1_' });
    const { addresses } = await wallet.createDepositAddresses({ count: 1 });
    return () => wallet.withdrawAssets({ requests: [{ ...ORDER, ...sender(addresses[0] ?? '') }] });
  },
});

/** A withdrawal that an approval endpoint which misbehaves is asked about. */
const approvedBy = (expected: Program['expected'], status: number, body: string): Program => ({
  expected,
  prepare: async (lab) => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(status, { connection: 'close' }).end(body);
    });
    const { wallet } = await lab.createWallet({ ...ETH, approvalUrl: await listening(server) });
    return async () => {
      try {
        return await wallet.withdrawAssets({ requests: [ORDER] });
      } finally {
        server.close();
      }
    };
  },
});

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/approve`;
}

const order = (message: string): Expected => failed(`order_id: shop1_1 - ${message}`);

export const withdrawals: Readonly<Record<string, Program>> = {
  malformed_body: withdrawing(INVALID_PARAMETER, { manual_fee: 10, block_average_fee: 10 }),
  request_limit_exceeded: {
    expected: [400, { error_code: 112, error: 'Invalid parameter', message: 'maximum request limit exceeded' }],
    options: { limits: { withdrawalsPerCall: 2 } },
    prepare: async (lab) => {
      const { wallet } = await lab.createWallet(ETH);
      const requests = ['1', '2', '3'].map((n) => ({ ...ORDER, order_id: `shop1_${n}` }));
      return () => wallet.withdrawAssets({ requests });
    },
  },
  no_orders: {
    expected: [
      400,
      { error_code: 955, error: 'There is no content in your withdrawal request, please check your input' },
    ],
    prepare: async (lab) => {
      const { wallet } = await lab.createWallet(ETH);
      return () => wallet.withdrawAssets({ requests: [] });
    },
  },
  order_id_prefix_mismatch: withdrawing(failed('order_id must start with shop1_'), { order_id: 'shop2_1' }),
  order_id_prohibited_character: withdrawing(
    failed('order_id: shop1_2026/1 - the character backslash or slash is prohibited'),
    { order_id: 'shop1_2026/1' },
  ),
  invalid_order_id: withdrawing(failed('order_id: shop1_ is invalid'), { order_id: 'shop1_' }),
  order_id_too_long: withdrawing([400, { error_code: 944, error: 'The max length of order id is 255 chars' }], {
    order_id: `shop1_${'1'.repeat(250)}`,
  }),
  memo_required: withdrawing(order('memo is required'), { address: ADDRESSES.BNB }, { currency: 'BNB' }, (lab) =>
    lab.control.requireMemo({ address: ADDRESSES.BNB }),
  ),
  destination_tag_required: withdrawing(
    order('destination tag is required'),
    { address: ADDRESSES.XRP },
    { currency: 'XRP' },
    (lab) => lab.control.requireMemo({ address: ADDRESSES.XRP }),
  ),
  invalid_block_average_fee: withdrawing(order('invalid block_average_fee'), { block_average_fee: 101 }),
  invalid_manual_fee: withdrawing(order('invalid manual_fee'), { manual_fee: 2001 }),
  from_address_required: delegated(order('from_address is required'), () => ({})),
  from_address_index_required: delegated(order('from_address_index is required'), (from_address) => ({ from_address })),
  from_address_index_mismatch: delegated(order('from_address_index not match'), (from_address) => ({
    from_address,
    from_address_index: 7n,
  })),
  invalid_from_address: delegated(order('invalid from_address'), () => ({
    from_address: ADDRESS,
    from_address_index: 0n,
  })),
  from_address_not_supported: withdrawing(order('from_address not support'), {
    from_address: ADDRESS,
    from_address_index: 0n,
  }),
  duplicated_entry: {
    expected: [400, { error_code: 399, error: 'Duplicated entry: shop1_1' }],
    prepare: async (lab) => {
      const { wallet } = await lab.createWallet(ETH);
      await wallet.withdrawAssets({ requests: [ORDER] });
      return () => wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: 'shop1_2' }, ORDER] });
    },
  },
  bnb_memo_too_long: withMemo('BNB', 'm'.repeat(257), [
    400,
    { error_code: 945, error: 'The max length of BNB memo is 256 chars' },
  ]),
  eos_memo_too_long: withMemo('EOS', 'm'.repeat(129), [
    400,
    { error_code: 946, error: 'The max length of EOS memo is 128 chars' },
  ]),
  xrp_destination_tag_too_long: withMemo('XRP', '1'.repeat(21), [
    400,
    { error_code: 947, error: 'The max length of XRP destination tag is 20 chars' },
  ]),
  xlm_memo_too_long: withMemo('XLM', 'm'.repeat(21), [
    400,
    { error_code: 948, error: 'The max length of XLM memo is 20 chars' },
  ]),
  destination_tag_not_integer: withMemo('XRP', 'alice', [
    400,
    { error_code: 818, error: 'Destination Tag must be integer' },
  ]),
  authentication_callback_unreachable: {
    expected: ({ sandbox }) => failed(`connect ECONNREFUSED 127.0.0.1:${String(closedPorts.get(sandbox.port))}`),
    prepare: async (lab) => {
      const server = createServer();
      const approvalUrl = await listening(server);
      closedPorts.set(lab.sandbox.port, Number(new URL(approvalUrl).port));
      await new Promise((resolve) => server.close(resolve));
      const { wallet } = await lab.createWallet({ ...ETH, approvalUrl });
      return () => wallet.withdrawAssets({ requests: [ORDER] });
    },
  },
  authentication_callback_failed: approvedBy(failed('HTTP resp failed 502, body: Bad Gateway'), 502, 'Bad Gateway'),
  authentication_callback_unrecognized: approvedBy(
    failed('Unrecognized response: {"approved":true}, OK expected'),
    200,
    '{"approved":true}',
  ),
  ip_not_in_acl: withdrawing(failed('request IP (127.0.0.1) not in ACL'), {}, { acl: ['198.51.100.7'] }),
  invalid_amount: withdrawing(failed('invalid amount 1.5abc'), { amount: '1.5abc' }),
  invalid_amount_decimals: withdrawing(
    failed('invalid amount decimals 0.1234567'),
    {
      amount: '0.1234567',
      address: ADDRESSES.XRP,
    },
    { currency: 'XRP' },
  ),
  address_blacklisted: withdrawing(
    [
      403,
      {
        error_code: 827,
        error: 'Outgoing address in black list, abort transaction',
        blacklist: { [ADDRESS]: ['sanctions', 'mixer'] },
      },
    ],
    {},
    {},
    (lab) => lab.control.blacklist({ address: ADDRESS, causes: ['sanctions', 'mixer'] }),
  ),
  policy_not_found: withdrawing(
    [404, { error_code: 312, error: 'Policy not found', message: 'no active withdrawal policy found' }],
    {},
    { hasPolicy: false },
  ),
};

/** Ports where nothing listens, by the sandbox that is led there. */
const closedPorts = new Map<number, number>();
