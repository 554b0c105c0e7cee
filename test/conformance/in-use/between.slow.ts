/** What one of a user's wallets pays to another, and what a wallet of a token or of memos has that others do not. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLab } from '../../sandbox/lab.ts';
import { differencesIn } from '../harness.ts';
import type { Change } from '../variants/behind.ts';
import {
  all,
  asSigned,
  callbacks,
  each,
  json,
  recordsOf,
  SOMEBODY,
  walletIdOf,
  type Fields,
} from '../variants/changes.ts';
import { createWorld, USDT, type World } from '../world.ts';
import { conformTo, factIn, worldOf } from './setup.ts';

describe('three orders that are paid to deposit addresses of another wallet', () => {
  async function paidBetween(): Promise<World> {
    const { sandbox, control, createWallet, close } = await createLab();
    onTestFinished(close);
    const shop = await createWallet({ kind: 'withdrawal', currency: 'ETH', prefix: 'shop_', balance: '100' });
    const till = await createWallet({ kind: 'deposit', currency: 'ETH', balance: '10' });
    const { addresses } = await till.wallet.createDepositAddresses({ count: 3 });
    await control.advance({ minutes: 1 });
    for (const [i, address] of addresses.entries()) {
      await shop.wallet.withdrawAssets({
        requests: [{ order_id: `shop_${String(i)}`, address, amount: `${String(i)}.5` }],
      });
      await control.advance({ minutes: 5 });
    }
    return worldOf(sandbox);
  }

  /** Changes callbacks of what came in. */
  const got = (change: (record: Fields) => void): Change =>
    callbacks((record) => {
      if (record.order_id === '') change(record);
    });

  test('nothing differs', async () => {
    expect(differencesIn(await conformTo(await paidBetween(), {}))).toEqual([]);
  });

  test('a fee may be taken off what was paid: then the amounts do not agree, and do not differ', async () => {
    const less = got((record) => (record.amount = String(BigInt(String(record.amount)) - 21_000_000_007n)));
    const result = await conformTo(await paidBetween(), less);
    expect(differencesIn(result)).toEqual([]);
    expect(factIn(result, 'listCallbacks', 'value', 'amount')?.verdict).toBe('not observable');
  });

  test.each<[about: string, change: (record: Fields) => void]>([
    ['amount', (record) => (record.amount = `${String(record.amount)}0`)],
    ['block_height', (record) => (record.block_height = Number(record.block_height) + 1)],
    ['chain_at', (record) => (record.chain_at = Number(record.chain_at) - 8 * 3600)],
  ])('%s is another for who got them', async (about, change) => {
    const result = await conformTo(await paidBetween(), got(change));
    expect(factIn(result, 'listCallbacks', 'value', about)?.verdict).toBe('differs');
  });
});

describe('twelve orders each of a coin and of its token, in turn', () => {
  async function ofTwo(): Promise<World> {
    const { sandbox, control, createWallet, close } = await createLab();
    onTestFinished(close);
    const coin = await createWallet({ kind: 'withdrawal', currency: 'ETH', prefix: 'coin_', balance: '100' });
    const parentId = coin.walletId;
    const token = await createWallet({
      ...{ kind: 'withdrawal', currency: 'ETH', prefix: 'token_', balance: '100', parentId, token: USDT },
    });
    for (let i = 0; i < 12; i++) {
      for (const [prefix, { wallet }] of Object.entries({ coin, token }))
        await wallet.withdrawAssets({
          requests: [{ order_id: `${prefix}_${String(i)}`, address: SOMEBODY, amount: '1.5' }],
        });
      await control.advance({ minutes: 5 });
    }
    return worldOf(sandbox);
  }

  /** The wallet of one place has the history of another. */
  const exchanged = (place: number, other: number): Change => {
    let history: Fields | undefined;
    return {
      answer({ status, body }, request, { wallets }) {
        const { operationId, query } = request;
        if (operationId !== 'listWithdrawalHistory' || status !== 200 || query.size > 2) return undefined;
        if (walletIdOf(request) === wallets[other]?.walletId) history = body;
        return walletIdOf(request) === wallets[place]?.walletId ? json(200, history) : undefined;
      },
    };
  };

  test('nothing differs', async () => {
    expect(differencesIn(await conformTo(await ofTwo(), {}))).toEqual([]);
  });

  test('the history of the one that is that of the other lacks its own', async () => {
    const result = await conformTo(await ofTwo(), exchanged(1, 0));
    expect(factIn(result, 'listWithdrawalHistory', 'value', 'txid')?.verdict).toBe('differs');
  });
});

/** A wallet of the rich world, which is known. */
const walletOf = async ({ sandbox, wallets }: World, place: number) => {
  const found = (await sandbox.control.wallets()).find(({ walletId }) => walletId === wallets[place]?.walletId);
  if (!found) throw new Error(`there is no wallet ${String(place)}`);
  return found;
};

test('addresses with memos are those that deposits with them are paid to', async () => {
  const world = await createWorld({ checksum: asSigned });
  const { control } = world.sandbox;
  const both = await walletOf(world, 1);
  if (both.kind !== 'deposit-withdrawal') throw new Error(`wallet 1 is of kind ${both.kind}`);
  await control.deposit({ walletId: both.walletId, address: both.address, memo: '102', amount: '3' });
  await control.advance({ minutes: 3 });
  const result = await conformTo(
    world,
    each('listDepositAddresses', 'wallet_address', (record, request) => {
      if (walletIdOf(request) === both.walletId) record.address = 'rrrrrrrrrrrrrrrrrrrrBZbvji';
    }),
  );
  expect(factIn(result, 'listDepositAddresses', 'value', 'address')).toMatchObject({
    verdict: 'differs',
    evidence: 'address is another than the one that deposits with the same memo were paid to',
  });
});

test.each<[what: string, operationId: string, about: string, change: Change]>([
  [
    'who sends a token is the same in the history and in callbacks',
    'listWithdrawalHistory',
    'from_address',
    each('listWithdrawalHistory', 'transactions', (record, request, { wallets }) => {
      if (walletIdOf(request) === wallets[5]?.walletId && record.out === true) record.from_address = SOMEBODY;
    }),
  ],
  [
    'callbacks of a token name no other currency',
    'listCallbacks',
    'currency',
    callbacks((record) => {
      if (record.currency === 'USDT') record.currency = 'BTC';
    }),
  ],
])('%s', async (_, operationId, about, change) => {
  const world = await createWorld({ checksum: asSigned });
  const { walletId } = await walletOf(world, 5);
  for (let i = 0; i < 2; i++) {
    await world.sandbox.control.trigger({ scenario: 'withdrawal', walletId });
    await world.sandbox.control.advance({ hours: 1 });
  }
  expect(factIn(await conformTo(world, change), operationId, 'value', about)?.verdict).toBe('differs');
});

test('an order that is in no block, nor in the history, does not agree with callbacks that have it in one', async () => {
  const world = await createWorld({ checksum: asSigned });
  const unpack = (record: Fields): void => {
    if (record.order_id === 'shop1_14')
      Object.assign(record, { in_chain_block: 0, ...('state' in record && { state: 2 }) });
  };
  const result = await conformTo(
    world,
    all(each('getWithdrawalState', '', unpack), each('listWithdrawalStates', 'transactions', unpack), {
      answer({ status, body, headers }, { operationId }) {
        if (operationId !== 'listWithdrawalHistory' || status !== 200) return undefined;
        const transactions = recordsOf(body, 'transactions').filter(({ amount }) => amount !== '14.25');
        return { status, headers, body: { ...(body as Fields), transactions } };
      },
    }),
  );
  expect(factIn(result, 'getWithdrawalState', 'value', 'in_chain_block')?.verdict).toBe('not observable');
});
