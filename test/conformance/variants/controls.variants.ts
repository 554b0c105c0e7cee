/** Services that do exactly as the document says, and look unusual. */
import { stringifyJson } from '@wallet-operations/json';
import { startSandbox } from '@wallet-operations/sandbox';
import { createWorld, type KnownWallet } from '../world.ts';
import { changedVariant, runningOf, sandboxVariant, type Change } from './behind.ts';
import { all, asSigned, json, recordsOf, repaged, type Fields } from './changes.ts';
import type { Running, Variant } from './variant.ts';

const START = Date.parse('2026-11-20T08:30:00Z');

/** Nothing may be found. */
const control = (name: string, start: () => Promise<Running>): Variant => ({ name, start, expected: [] });

/** A body as nobody's serialiser writes it: fields backwards, a line for each, tabs, and escapes that need not be. */
function written(value: unknown, indent = '\n'): string {
  const deeper = `${indent}\t`;
  if (Array.isArray(value))
    return value.length === 0
      ? '[ ]'
      : `[${value.map((item) => `${deeper}${written(item, deeper)}`).join(' ,')}${indent}]`;
  if (typeof value !== 'object' || value === null)
    return stringifyJson(value).replaceAll('/', '\\/').replaceAll('x', '\\u0078');
  const fields = Object.entries(value).reverse();
  const line = ([name, inner]: [string, unknown]): string =>
    `${deeper}${stringifyJson(name)} : ${written(inner, deeper)}`;
  return fields.length === 0 ? '{ }' : `{${fields.map(line).join(' ,')}${indent}}`;
}

const otherSpelling: Change = {
  answer: ({ status, body }) => ({
    status,
    headers: {
      'content-type': 'Application/JSON; Charset="UTF-8"',
      'x-served-by': 'edge-7',
      'cache-control': 'no-store',
    },
    body: `${written(body)}\r\n`,
  }),
};

/** Which record comes first, the interface does not say. */
const oldestFirst: Change = all(
  repaged('listWithdrawalHistory', { list: 'transactions', total: 'total_count', usual: 10, most: 500 }, (records) =>
    records.toReversed(),
  ),
  repaged(
    'listVaultHistory',
    { list: 'transaction_item', total: 'transaction_count', usual: 1000, most: 5000 },
    (records) => records.toReversed(),
  ),
  {
    answer: (answer, { operationId }) =>
      operationId === 'listCallbacks' && answer.status === 200
        ? json(200, { notifications: recordsOf(answer.body, 'notifications').toReversed() } satisfies Fields)
        : undefined,
  },
);

/** A wallet of each kind, in which nothing ever was. */
async function nothingYet(): Promise<Running> {
  const sandbox = await startSandbox({ running: false, seeded: false, startAt: START });
  const wallets: KnownWallet[] = [];
  for (const kind of ['withdrawal', 'deposit-withdrawal', 'delegated', 'deposit', 'vault'] as const)
    wallets.push(await sandbox.control.createWallet({ kind, currency: 'ETH' }));
  return runningOf({ sandbox, wallets, readOnly: await sandbox.control.createReadOnlyCode() });
}

/** More records than a page of the history takes, and as many callbacks. */
async function manyRecords(): Promise<Running> {
  const world = await createWorld();
  const { sandbox, wallets } = world;
  const idOf = (kind: KnownWallet['kind']): bigint => wallets.find((wallet) => wallet.kind === kind)?.walletId ?? 0n;
  const both = idOf('deposit-withdrawal');
  const { address = '' } = (await sandbox.control.wallets()).find(({ walletId }) => walletId === both) ?? {};
  for (let i = 1; i <= 620; i++)
    await sandbox.control.deposit({ walletId: both, address, memo: '102', amount: `0.${String(i).padStart(6, '0')}` });
  for (let i = 1; i <= 60; i++)
    await sandbox.control.addVaultTransaction({
      walletId: idOf('vault'),
      amount: String(i),
      outgoingAddress: '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62',
    });
  await sandbox.control.advance({ minutes: 3 });
  return runningOf(world);
}

/** Balances that could not be queried: they are empty, and their records say so. */
async function failedBalances(): Promise<Running> {
  const world = await createWorld();
  for (const { walletId, kind } of world.wallets)
    if (kind === 'vault' || kind === 'deposit') await world.sandbox.control.setWallet({ walletId, failsBalance: true });
  return runningOf(world);
}

export const variants: readonly Variant[] = [
  control('fields backwards, in other spelling', () => changedVariant(otherSpelling)),
  control('lists that begin with the oldest', () => changedVariant(oldestFirst, [], { checksum: asSigned })),
  control('wallets in which nothing ever was', nothingYet),
  control('many records', manyRecords),
  control('balances whose query failed', failedBalances),
  control('a product of another name', async () => ({
    ...(await sandboxVariant([], { product: 'custody' })),
    product: 'custody',
  })),
];
