/** The audit finds books that do not add up, and says where: here in data files that somebody has changed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { createLab, ETH, ORDER, USDT } from './lab.ts';

/** What the audit finds in a state of wallets 1 to 3, ETH, delegated ETH and single tokens of that, once `sql` was done to its file. */
async function problemsAfter(sql: (address: string) => string): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-audit-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const data = join(folder, 'state.db');
  const lab = await createLab({ data });
  const eth = await lab.createWallet({ ...ETH, walletId: 1 });
  await eth.wallet.withdrawAssets({ requests: [ORDER] });
  await lab.control.deposit({ walletId: 1, amount: '0.5' });
  await lab.control.mine();
  const delegated = await lab.createWallet({ kind: 'delegated', currency: 'ETH', walletId: 2 });
  const { addresses } = await delegated.wallet.createDepositAddresses({ count: 1 });
  const [address = ''] = addresses;
  await lab.control.fund({ walletId: 2, amount: '1', address });
  const token = { ...USDT, decimals: 0, standard: 'erc1155' } as const;
  await lab.createWallet({ kind: 'delegated', currency: 'ETH', walletId: 3, parentId: 2, token });
  await lab.control.fund({ walletId: 3, amount: '5', address, tokenId: '7' });
  await lab.close();
  const db = new DatabaseSync(data);
  db.exec(sql(address));
  db.close();
  const again = await createLab({ data });
  const { problems } = await again.control.audit();
  await again.close();
  return problems.map((problem) => problem.replaceAll(address, 'ADDRESS'));
}

const PLACE = 'wallet 2 address ADDRESS';

it.each<[string, (address: string) => string, string[]]>([
  ['nothing where nothing was changed', () => '', []],
  [
    'a balance that its entries do not say',
    () => "UPDATE balances SET confirmed = '99' WHERE wallet_id = 1",
    ['wallet 1 has 99, its entries say 98499559000000000000'],
  ],
  [
    'an entry that changed no balance',
    () => "INSERT INTO entries (wallet_id, address, amount, cause, ref) VALUES (1, '', '-1', 'fee', 0)",
    ['wallet 1 has 98499559000000000000, its entries say 98499558999999999999'],
  ],
  [
    'an unconfirmed balance that its deposits do not say',
    () => "UPDATE balances SET unconfirmed = '3' WHERE wallet_id = 1",
    ['wallet 1 has 3 unconfirmed, its deposits say 500000000000000000'],
  ],
  [
    'deposits that are not final and not in the balance',
    () => "UPDATE deposits SET amount = '1' WHERE wallet_id = 1",
    ['wallet 1 has 500000000000000000 unconfirmed, its deposits say 1'],
  ],
  [
    'a balance below nothing',
    () => `UPDATE balances SET confirmed = '-2' WHERE wallet_id = 1; DELETE FROM entries WHERE wallet_id = 1;
      INSERT INTO entries (wallet_id, address, amount, cause, ref) VALUES (1, '', '-2', 'fee', 0)`,
    ['wallet 1 is overdrawn'],
  ],
  [
    'an unconfirmed balance below nothing',
    () => "UPDATE balances SET unconfirmed = '-1' WHERE wallet_id = 1; UPDATE deposits SET amount = '-1'",
    ['wallet 1 is overdrawn'],
  ],
  [
    'an address that has what its entries do not say',
    (address) => `UPDATE balances SET confirmed = '9' WHERE wallet_id = 2 AND address = '${address}'`,
    [`${PLACE} has 9, its entries say 1000000000000000000`],
  ],
  [
    'entries of an address that has no balance',
    (address) => `DELETE FROM balances WHERE address = '${address}' AND wallet_id = 2`,
    [`${PLACE} has nothing, its entries say 1000000000000000000`],
  ],
  [
    'entries of a wallet that has no balance',
    () => 'DELETE FROM balances WHERE wallet_id = 1',
    ['wallet 1 has nothing, its entries say 98499559000000000000'],
  ],
  [
    'more single tokens than there are',
    () => "UPDATE tokens SET amount = '6' WHERE wallet_id = 3",
    ['wallet 3 has 5, but 6 single tokens', 'wallet 3 address ADDRESS has 5, but 6 single tokens'],
  ],
  [
    'tokens of a delegated wallet that none of its addresses has',
    (address) => `UPDATE tokens SET amount = '4' WHERE wallet_id = 3 AND address = '${address}'`,
    ['token 7 of wallet 3 is -1 more on its addresses than in the wallet'],
  ],
])('finds %s', async (_, sql, problems) => {
  expect(await problemsAfter(sql)).toEqual(problems);
});
