/** What one answer of a whole run shows wrong by itself, or beside what never changes, differs, however right all others are. */
import { expect, onTestFinished, test } from 'vitest';
import { conform, differencesIn } from './harness.ts';
import { changedVariant, type Answer, type Passing } from './variants/behind.ts';
import { recordsOf, SOMEBODY, type Fields } from './variants/changes.ts';

/** What a run finds where one success of an operation is changed: the first, or the one behind so many, for which the change says that it was one. */
async function foundInOne(
  operation: string,
  skipped: number,
  change: (answer: Answer, request: Passing) => boolean,
): Promise<readonly string[]> {
  let [left, changed] = [skipped, 0];
  const running = await changedVariant({
    answer(answer, request) {
      if (request.operationId !== operation || answer.status !== 200 || changed > 0) return undefined;
      const body = structuredClone(answer.body) as Fields;
      const other = { ...answer, body };
      if (!change(other, request) || left-- > 0) return undefined;
      changed++;
      return other;
    },
  });
  onTestFinished(running.close);
  const result = await conform(running);
  expect(changed).toBe(1);
  return differencesIn(result);
}

test.each([
  ['listWithdrawalHistory', 'total_count', -1],
  ['listWithdrawalHistory', 'total_count', 1],
  ['listWallets', 'total', 2_000],
])('a total of %s that is wrong once: %s of %d', async (operation, name, total) => {
  const found = await foundInOne(operation, 0, ({ body }) => {
    const isMeant = Number((body as Fields)[name]) > 1;
    (body as Fields)[name] = total;
    return isMeant;
  });
  expect(found).toEqual([expect.stringMatching(new RegExp(`^${operation} value ${name}: `))]);
});

test.each([
  ['listWithdrawalHistory', 'transactions', 0],
  ['listWithdrawalHistory', 'transactions', 1],
  ['listWhitelistEntries', 'items', 0],
  ['listVaultHistory', 'transaction_item', 1],
])(
  'a page of %s that has one record more than was asked for, once: %s, behind %d',
  async (operation, list, skipped) => {
    const found = await foundInOne(operation, skipped, ({ body }, { query }) => {
      const records = recordsOf(body, list);
      const [first] = records;
      if (first) records.push(first);
      return records.length > Number(query.get('request_number') ?? Infinity);
    });
    expect(found.join('\n')).toContain(`${operation} bound request_number: `);
  },
);

const [DAY, HOUR] = [86_400, 3600];

test.each([
  ['listWithdrawalHistory', 'transactions', 'block_time', 9 * 365 * DAY],
  ['listCallbacks', 'notifications', 'chain_at', 9 * 365 * DAY],
  ['listCallbacks', 'notifications', 'broadcast_at', 3 * DAY],
  ['getCallbacksById', 'notifications', 'chain_at', 9 * 365 * DAY],
  ['getDepositCallback', 'notification', 'chain_at', 9 * 365 * DAY],
  ['listVaultHistory', 'transaction_item', 'create_time', 40 * DAY],
  ['listWithdrawalStates', 'transactions', 'create_time', 9 * 365 * DAY],
  ['getWithdrawalState', '', 'create_time', 9 * 365 * DAY],
  ['listWhitelistEntries', 'items', 'update_time', 9 * 365 * DAY],
  ['checkWhitelistEntry', '', 'update_time', 9 * 365 * DAY],
  ['getCurrencyPrices', '', 'last_refresh_success_time', 2 * HOUR],
])('%s tells of the future once: %s, %s', async (operation, list, name, seconds) => {
  const found = await foundInOne(operation, 0, ({ body }) => {
    const record = recordsOf(body, list).find((one) => Number(one[name]) > 0 || typeof one[name] === 'string');
    if (!record) return false;
    const time = Math.floor(Date.now() / 1000) + seconds;
    record[name] = typeof record[name] === 'string' ? new Date(time * 1000).toISOString().replace('.000', '') : time;
    return true;
  });
  expect(found.filter((line) => line.startsWith(`${operation} value ${name}: `))).toHaveLength(1);
});

test.each<[operation: string, list: string, name: string, skipped: number, told?: string]>([
  ['listCallbacks', 'notifications', 'amount', 0],
  ['listCallbacks', 'notifications', 'to_address', 1],
  ['getCallbacksById', 'notifications', 'amount', 1],
  ['listVaultHistory', 'transaction_item', 'create_time', 0],
  ['listVaultHistory', 'transaction_item', 'amount', 2],
  ['listWithdrawalStates', 'transactions', 'amount', 1, 'getWithdrawalState'], // whose order is held against it
  ['listWallets', 'wallets', 'decimals', 1],
  ['listWalletBalances', 'wallet_balances', 'currency_name', 2],
])(
  'what never changes of a record of %s is another once: %s, %s, behind %d',
  async (operation, list, name, skipped, told = operation) => {
    const found = await foundInOne(operation, skipped, ({ body }) => {
      const record = recordsOf(body, list).find((one) => (one[name] ?? '') !== '');
      if (!record) return false;
      const value = record[name];
      record[name] =
        name === 'create_time' ? Number(value) - HOUR : name === 'to_address' ? SOMEBODY : `7${String(value)}`;
      return true;
    });
    expect(found.join('\n')).toMatch(new RegExp(`^${told} value ${name}: `, 'm'));
  },
);

test.each([0, 1, 4])('a callback is listed twice, once: behind %d', async (skipped) => {
  const found = await foundInOne('listCallbacks', skipped, ({ body }) => {
    const records = recordsOf(body, 'notifications');
    const [first] = records;
    if (first) records.push(first);
    return records.length > 2;
  });
  expect(found.join('\n')).toContain('listCallbacks value serial: ');
});

test('an address that one answer alone has is lost', async () => {
  const found = await foundInOne('listDepositAddresses', 0, ({ body }) => {
    const records = recordsOf(body, 'wallet_address');
    const last = records.at(-1);
    if (last) last.address = SOMEBODY;
    return records.length > 500;
  });
  expect(found.join('\n')).toContain('listDepositAddresses value address: ');
});

test('an expiry that is past once differs', async () => {
  const found = await foundInOne('getApiCodeStatus', 2, ({ body }) => {
    (body as { valid: Fields }).valid.exp = 1_700_000_000;
    return true;
  });
  expect(found).toEqual([expect.stringMatching(/^expired-api-code: /)]);
});
