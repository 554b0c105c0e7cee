/** Deposits that come in, and become final, while a wallet is read. */
import { expect, test } from 'vitest';
import { differencesIn } from '../harness.ts';
import { read } from '../variants/reading.ts';
import { runningOf, type Passing } from '../variants/behind.ts';
import { each } from '../variants/changes.ts';
import { conformTo, conformWhile, factIn, seeded, worldOf } from './setup.ts';

const walletId = 635770n;

const isAsked =
  (name: string) =>
  ({ operationId }: Passing): boolean =>
    operationId === name;

test('deposits may be paid to an address that was made since the list of addresses was read', async () => {
  const sandbox = await seeded();
  const world = await worldOf(sandbox);
  const result = await conformWhile(world, isAsked('listCallbacks'), async () => {
    const { addresses } = await read(runningOf(world), walletId, 'addresses', '{"count":1}');
    const [address] = addresses as readonly string[];
    for (const amount of ['0.5', '0.6'])
      await sandbox.control.deposit({ walletId, amount, ...(address !== undefined && { address }) });
    await sandbox.control.advance({ seconds: 15 });
  });
  expect(differencesIn(result)).toEqual([]);
  expect(factIn(result, 'listCallbacks', 'value', 'to_address')?.verdict).toBe('agrees');
});

test('deposits to addresses that no list has differ, however often it is read', async () => {
  const sandbox = await seeded();
  for (let i = 0; i < 2; i++) await sandbox.control.trigger({ scenario: 'deposit', walletId });
  const strange = each('listCallbacks', 'notifications', (record) => {
    if (record.order_id === '') record.to_address = '0x000000000000000000000000000000000000dEaD';
  });
  const result = await conformTo(await worldOf(sandbox), strange);
  expect(factIn(result, 'listCallbacks', 'value', 'to_address')).toMatchObject({
    verdict: 'differs',
    evidence: 'to_address of most deposits of a wallet is none of its addresses',
  });
});

test('a deposit may become final between the list of callbacks and its own', async () => {
  const sandbox = await seeded();
  const { address = '' } = await sandbox.control.trigger({ scenario: 'deposit', walletId });
  await sandbox.control.deposit({ walletId, address, amount: '0.5' });
  const becomeFinal = () => sandbox.control.advance({ minutes: 4 });
  const result = await conformWhile(await worldOf(sandbox), isAsked('getDepositCallback'), becomeFinal);
  expect(differencesIn(result)).toEqual([]);
  expect(factIn(result, 'getDepositCallback', 'value', 'the same record')?.verdict).toBe('agrees');
});

test('a deposit of which no list ever has the callback differs', async () => {
  const sandbox = await seeded();
  await sandbox.control.trigger({ scenario: 'deposit', walletId });
  await sandbox.control.advance({ minutes: 4 });
  const change = each('getDepositCallback', 'notification', (record) => {
    record.serial = BigInt(record.serial as number | bigint) + 1_000_000n;
  });
  const result = await conformTo(await worldOf(sandbox), change);
  expect(differencesIn(result)).toEqual([
    'getDepositCallback value serial: serial is another than in a record that the list has',
  ]);
});
