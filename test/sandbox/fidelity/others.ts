/** Refusals of everything but withdrawals. */
import { openapiFetch } from '@wallet-operations/client';
import { ADDRESS, ETH, ORDER, USDT } from '../lab.ts';
import { failed, INVALID_PARAMETER, type Program } from './program.ts';
import { ADDRESSES } from './withdrawals.ts';

const UNKNOWN_TXID = `0x${'0'.repeat(64)}`;
const LONG_USER_ID = 'u'.repeat(256);

export const others: Readonly<Record<string, Program>> = {
  not_found: {
    expected: [404, { error_code: 304, error: 'Wallet ID invalid' }],
    prepare: async (lab) => {
      const { wallet } = await lab.createWallet(ETH);
      return () => wallet.getWithdrawalState({ ORDER_ID: 'shop1_never' });
    },
  },
  memo_count_mismatch: {
    expected: [403, { error_code: 112, error: 'Invalid parameter' }],
    prepare: async (lab) => {
      const { wallet } = await lab.createWallet({ kind: 'deposit', currency: 'XRP' });
      return () => wallet.createDepositAddresses({ count: 2, memos: ['1'] });
    },
  },
  address_limit_reached: {
    expected: [
      403,
      { error_code: 706, error: 'Exceed max allow wallet limitation, Upgrade your SKU to get more wallets' },
    ],
    options: { limits: { depositAddresses: 3 } },
    prepare: async (lab) => {
      const { wallet } = await lab.createWallet({ kind: 'deposit', currency: 'BTC' });
      await wallet.createDepositAddresses({ count: 2 });
      return () => wallet.createDepositAddresses({ count: 2 });
    },
  },
  mapped_wallet_not_allowed: {
    expected: [
      400,
      {
        error_code: 421,
        error:
          'Mapped(Token) wallet not allow to create deposit addresses, please create the deposit wallet in parent wallet, the address will be synced to mapped wallet automatically',
      },
    ],
    prepare: async (lab) => {
      const parent = await lab.createWallet({ kind: 'deposit', currency: 'ETH' });
      const mapped = await lab.createWallet({
        kind: 'deposit',
        currency: 'ETH',
        parentId: parent.walletId,
        token: USDT,
      });
      return () => mapped.wallet.createDepositAddresses({ count: 1 });
    },
  },
  insufficient_fund: {
    expected: [400, { error_code: 500, error: 'insufficient fund' }],
    prepare: async (lab) => {
      const { wallet } = await lab.createWallet({ kind: 'deposit', currency: 'ETH', balance: '0.001' });
      return () => wallet.createDepositAddresses({ count: 1 });
    },
  },
  body_not_parsed: {
    expected: failed('body.count must be <= 1000'),
    prepare: async (lab) => {
      const { wallet } = await lab.createWallet({ kind: 'deposit', currency: 'BTC' });
      return () => wallet.createDepositAddresses({ count: 1001 });
    },
  },
  invalid_time: {
    expected: INVALID_PARAMETER,
    prepare: async (lab) => {
      const { wallet } = await lab.createWallet(ETH);
      return () => wallet.listWithdrawalHistory({ from_time: 2, to_time: 1 });
    },
  },
  invalid_parameter: {
    expected: INVALID_PARAMETER,
    prepare: async (lab) => {
      const { wallet } = await lab.createWallet(ETH);
      return () => wallet.getCallbacksById({ ids: Array.from({ length: 101 }, (_, i) => BigInt(i)) });
    },
  },
  missing_parameter: {
    expected: INVALID_PARAMETER,
    prepare: async (lab) => {
      const { client, walletId } = await lab.createWallet(ETH);
      const path = { WALLET_ID: walletId };
      return async () => {
        const { error, response } = await openapiFetch(client).GET(
          '/v1/svc/wallets/{WALLET_ID}/sender/transactions/eventlog',
          {
            params: { path, query: {} as { txid: string } },
          },
        );
        if (error) throw Object.assign(new Error('refused'), { status: response.status, body: error });
      };
    },
  },
  txid_not_found: {
    expected: [400, { error_code: 112, error: 'Invalid parameter', message: `${UNKNOWN_TXID} not found` }],
    prepare: async (lab) => {
      const { wallet } = await lab.createWallet(ETH);
      return () => wallet.getWithdrawalEventLogs({ txid: UNKNOWN_TXID });
    },
  },
  txid_not_in_blockchain: {
    // made of the seed: it is the same in every run
    expected: [
      400,
      {
        error_code: 112,
        error: 'Invalid parameter',
        message: '0xac624d50d3e4d512cc4d075ce56641befdc1764dc2aed8ef2af2b17d1c42b30c not in blockchain',
      },
    ],
    prepare: async (lab) => {
      const { wallet } = await lab.createWallet(ETH);
      await wallet.withdrawAssets({ requests: [ORDER] });
      const { txid } = await wallet.getWithdrawalState({ ORDER_ID: ORDER.order_id });
      return () => wallet.getWithdrawalEventLogs({ txid });
    },
  },
  currency_not_supported: {
    expected: [400, { error_code: 303, error: 'Invalid currency' }],
    prepare: async (lab) => {
      const { wallet } = await lab.createWallet({ kind: 'withdrawal', currency: 'BTC' });
      return () => wallet.getWithdrawalEventLogs({ txid: UNKNOWN_TXID });
    },
  },
  invalid_address: {
    expected: failed('invalid address: 0x25d5CCebBE3312bFA782543E744F50B1Db0B'),
    prepare: async (lab) => {
      const { wallet } = await lab.createWallet(ETH);
      return () => wallet.addWhitelistEntries({ items: [{ address: '0x25d5CCebBE3312bFA782543E744F50B1Db0B' }] });
    },
  },
  invalid_user_id: {
    expected: failed(`invalid user id: ${LONG_USER_ID}`),
    prepare: async (lab) => {
      const { wallet } = await lab.createWallet(ETH);
      return () => wallet.addWhitelistEntries({ items: [{ address: ADDRESS, user_id: LONG_USER_ID }] });
    },
  },
  memo_not_supported: {
    expected: failed('this wallet does not support memo'),
    prepare: async (lab) => {
      const { wallet } = await lab.createWallet(ETH);
      return () => wallet.addWhitelistEntries({ items: [{ address: ADDRESS, memo: '1' }] });
    },
  },
  whitelist_entry_not_found: {
    expected: failed('not found'),
    prepare: async (lab) => {
      const { wallet } = await lab.createWallet({ kind: 'withdrawal', currency: 'XRP' });
      await wallet.addWhitelistEntries({ items: [{ address: ADDRESSES.XRP, memo: '1' }] });
      return () => wallet.checkWhitelistEntry({ address: ADDRESSES.XRP, memo: '2' });
    },
  },
};
