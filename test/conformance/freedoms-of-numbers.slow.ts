/** Which number stands for which state or type is the service's own: whatever else its records are, none gets a name that nobody saw. */
import { expect, test } from 'vitest';
import { differencesIn, namesIn, type Result } from './harness.ts';
import { conformBehind, conformTo, factIn, ofOneWallet } from './in-use/setup.ts';
import {
  all,
  asSigned,
  callbacks,
  each,
  json,
  recordsOf,
  requery,
  row,
  SOMEBODY,
  type Fields,
} from './variants/changes.ts';
import type { World } from './world.ts';

const [HISTORY, VAULT] = ['listWithdrawalHistory', 'listVaultHistory'];

/** A sandbox of one wallet that withdraws, one order after the other, the last of which fails in the chain. */
async function ofWithdrawals(): Promise<World> {
  const world = await ofOneWallet('withdrawal', ['withdrawal', 'withdrawal', 'withdrawal']);
  const { control } = world.sandbox;
  await control.trigger({ scenario: 'withdrawal-failed', callback: true });
  await control.advance({ hours: 1 });
  return world;
}

/** What is said of a point, behind its verdict. */
function pointIn({ report }: Result, id: string): string {
  const { verdict = 'none', evidence = '' } = report.points[id] ?? {};
  return `${verdict}: ${evidence}`;
}

test('a withdrawal of the web that failed is no deposit that is in the chain', async () => {
  const result = await conformTo(
    await ofWithdrawals(),
    all(
      callbacks((record) => {
        if (record.state === 11) record.order_id = '';
      }),
      each(HISTORY, 'transactions', (record) => {
        if (record.state === 2) record.source = '';
      }),
    ),
  );
  expect(pointIn(result, 'callback-state')).toMatch(/^confirmed: inChain 3, transactionFailed 11/);
  expect(differencesIn(result)).toEqual([]);
});

test('one that the history does not have is none either, where orders have its type', async () => {
  const result = await conformTo(await ofWithdrawals(), {
    answer({ status, body }, { operationId }) {
      if (status !== 200) return undefined;
      if (operationId === 'listCallbacks')
        for (const record of recordsOf(body, 'notifications')) if (record.state === 11) record.order_id = '';
      if (operationId !== HISTORY) return undefined;
      const { transactions } = body as { transactions: Fields[] };
      return json(200, { ...(body as object), transactions: transactions.filter(({ state }) => state !== 2) });
    },
  });
  expect(pointIn(result, 'callback-state')).not.toMatch(/^contradicted/);
});

test('a state that the history says to be a success is no failure, whatever number it has', async () => {
  const result = await conformBehind(
    each('listWithdrawalStates', 'transactions', (record) => {
      if (record.state === 4) record.state = 11;
    }),
  );
  expect(pointIn(result, 'withdrawal-state')).toMatch(/^contradicted: .*confirmed 11/);
  expect(factIn(result, HISTORY, 'value', 'state')?.verdict).not.toBe('differs');
});

test('what a delegated address pays to another of the service is no deposit for its own wallet', async () => {
  const result = await conformBehind({
    answer({ status, body }, { operationId }, { wallets }) {
      if (status !== 200) return undefined;
      if (operationId === 'listWallets') {
        const { walletId } = wallets.find(({ kind }) => kind === 'delegated') ?? {};
        const [first] = recordsOf(body, 'wallets');
        const { wallets: others, total } = body as { wallets: Fields[]; total: number };
        // a wallet of such addresses may have one itself
        const own = { ...first, wallet_id: walletId, address: SOMEBODY };
        return json(200, { ...(body as object), wallets: [...others, own], total: total + 1 });
      }
      if (operationId === HISTORY) {
        const { transactions } = body as { transactions: Record<string, unknown>[] };
        // it is listed once it is final
        const kept = transactions.filter(({ amount, out }) => amount !== '0.5' || out !== true);
        return json(200, { ...(body as object), transactions: kept, total_count: kept.length });
      }
      if (operationId !== 'listCallbacks') return undefined;
      const records = recordsOf(body, 'notifications');
      const deposits = records.filter(({ type }) => type === 1);
      for (const record of records)
        if (record.order_id === 'shop3_1') {
          record.order_id = '';
          record.to_address = deposits.find((one) => one.to_address !== record.from_address)?.to_address;
        }
      return undefined;
    },
  });

  expect(pointIn(result, 'callback-type')).not.toMatch(/^contradicted/);
});

test('what is told of deposits hangs on the number that they have', async () => {
  const withdrawals = Array<'withdrawal'>(7).fill('withdrawal');
  const world = await ofOneWallet('deposit-withdrawal', ['deposit', 'deposit', ...withdrawals], { checksum: asSigned });
  /** Most of what leaves was sent from the web. */
  const fromWeb = ({ txid }: Fields): boolean => /[0-9a-b]$/.test(String(txid));
  const numbers = new Map([
    [1, 4],
    [2, 1],
    [4, 2],
  ]); // by those of the document
  const result = await conformTo(
    world,
    all(
      callbacks((record) => {
        if (record.type === 2 && fromWeb(record)) record.order_id = '';
        record.type = numbers.get(Number(record.type)) ?? record.type;
      }),
      each(HISTORY, 'transactions', (record) => {
        if (record.out === true && fromWeb(record)) record.source = '';
      }),
      requery('listCallbacks', (query) => {
        const [asked] = [...numbers].find(([, own]) => String(own) === query.get('type')) ?? [];
        if (asked !== undefined) query.set('type', String(asked));
      }),
    ),
  );
  expect(namesIn(result)).toEqual(['callback-type']);
});

test('a number beyond 32 bits is told of once, by its point', async () => {
  const result = await conformBehind(
    each(VAULT, 'transaction_item', (record) => (record.txno = Number(record.txno) + 3_000_000_000)),
  );
  expect(namesIn(result)).toEqual(['int-width']);
});

test('nothing says that no two transactions of a vault have one txno', async () => {
  const result = await conformBehind(each(VAULT, 'transaction_item', (record) => (record.txno = 7)));
  expect(differencesIn(result)).toEqual([]);
});

test('the total of balances may be that of the page: its envelope is not shown', async () => {
  const result = await conformBehind({
    answer({ status, body }, { operationId }) {
      if (operationId !== 'listWalletBalances' || status !== 200) return undefined;
      return json(200, { ...(body as object), total: recordsOf(body, 'wallet_balances').length });
    },
  });
  expect(differencesIn(result)).toEqual([]);
});

test('whose code may not ask for prices may be told so before anything else', async () => {
  const result = await conformBehind({
    instead: ({ operationId, headers }, { readOnly }) =>
      operationId === 'getCurrencyPrices' && headers['x-api-code'] !== readOnly.apiCode
        ? row(403, 385, 'API Secret not valid')
        : undefined,
  });
  expect(namesIn(result)).toEqual(['price-api-code']);
});

test('all orders of one wallet may have been made elsewhere', async () => {
  const result = await conformBehind(
    each(HISTORY, 'transactions', (record) => {
      if (record.memo === '71') record.source = '';
    }),
  );
  expect(differencesIn(result)).toEqual([]);
  expect(factIn(result, HISTORY, 'value', 'source')?.verdict).toBe('not observable');
});
