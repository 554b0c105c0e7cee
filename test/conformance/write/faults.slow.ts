/** A pack over a network that fails, and against a service that does otherwise than it says. The books of the sandbox are the judge. */
import { expect, test } from 'vitest';
import type { Sandbox } from '@wallet-operations/sandbox';
import { startPaying, verdictsOf, type Came, type Instead, type Paying } from './paying.ts';

const PROVED = ['withdrawal: proved', 'balance: proved'];
const sends = (service: Paying): number => service.writes().filter((name) => name === 'withdrawAssets').length;

test('a withdrawal is sent once, and proved by two reads', async () => {
  const service = await startPaying();
  const result = await service.write();
  expect(result).toMatchObject({ exitCode: 0, stderr: '' });
  expect(verdictsOf(result)).toEqual(PROVED);
  expect(result.stdout).toContain('The ledger counts 0.25 of at most 0.6 ETH.');
  expect(service.paid()).toMatchObject({ orders: 1, total: 0.25 });
});

test('the product’s own segment is in every path', async () => {
  const service = await startPaying({ product: 'custody' });
  expect(verdictsOf(await service.write(undefined, { whitelist_entry: true }))).toEqual([
    'whitelist entry: proved',
    ...PROVED,
  ]);
});

test('a withdrawal with a memo is proved once the memo shows', async () => {
  const service = await startPaying();
  let reads = 0;
  service.on.answer = async ({ operationId }) => {
    if (operationId !== 'getWithdrawalState' || sends(service) === 0 || ++reads > 2) return undefined;
    const [order] = service.sandbox.overview().orders;
    const body = { order_id: order?.orderId, address: 'rrrrrrrrrrrrrrrrrrrrBZbvji', amount: '0.25', memo: '' };
    return Promise.resolve({ status: 200, body });
  };
  const result = await service.write(['--yes-spend', '0.25 XRP'], {
    ...{ wallet: String(service.tagged.walletId), currency: 'XRP', address: 'rrrrrrrrrrrrrrrrrrrrBZbvji', memo: '71' },
    ...{ wallet_prefix: 'shop2_', order_id_prefix: 'shop2_conform_' },
  });
  expect(verdictsOf(result)).toEqual(PROVED);
  expect(reads).toBeGreaterThan(2);
  expect(sends(service)).toBe(1);
});

test('the cap holds over all runs of a ledger, to the last digit', async () => {
  const service = await startPaying();
  const amount = '0.200000000000000001';
  const changes = { amount, at_most: '0.400000000000000001' };
  const args = ['--yes-spend', `${amount} ETH`];
  expect(verdictsOf(await service.write(args, changes))).toEqual(PROVED);
  const { exitCode, stderr } = await service.write(args, changes); // one unit too much
  expect(exitCode).toBe(2);
  expect(stderr).toContain('has no room for 0.200000000000000001 ETH more');
  expect(service.paid().orders).toBe(1);
  expect(verdictsOf(await service.write(args, { ...changes, at_most: '0.400000000000000002' }))).toEqual(PROVED);
  expect(service.paid().orders).toBe(2);
  expect((await service.write(args, { ...changes, at_most: '0.4' })).exitCode).toBe(2);
  expect(service.paid().orders).toBe(2);
});

/** What happens to the one request that pays; the verdict of this run and of the next; and how often it is paid. */
const FAULTS: readonly (readonly [
  kind: Parameters<Sandbox['control']['injectFault']>[0]['kind'],
  first: readonly string[],
  next: readonly string[],
  orders: number,
])[] = [
  ['lost-answer', PROVED, PROVED, 2],
  ['reset', PROVED, PROVED, 2],
  ['truncate', PROVED, PROVED, 2],
  ['bad-gateway-after', PROVED, PROVED, 2],
  ['slow', PROVED, PROVED, 2],
  ['lost-request', ['withdrawal: unclear'], ['withdrawal: unclear'], 0],
  ['bad-gateway', ['withdrawal: unclear'], ['withdrawal: unclear'], 0],
];

test('what an answer says that is too large to be read is looked up', async () => {
  const service = await startPaying();
  const large = `{"results": [${' '.repeat(17 * 1024 * 1024)}]}`;
  service.on.answer = ({ operationId }) =>
    operationId === 'withdrawAssets' ? { status: 200, body: large } : undefined;
  const result = await service.write();
  expect(verdictsOf(result)).toEqual(PROVED);
  expect(sends(service)).toBe(1);
  expect(service.paid()).toMatchObject({ orders: 1, total: 0.25 });

  service.on.answer = ({ operationId }) =>
    operationId === 'getWithdrawalState' ? { status: 200, body: large } : undefined;
  expect((await service.write()).effects[0]).toMatchObject({ verdict: 'not sent' });
  expect(sends(service)).toBe(1);
});

test.each(FAULTS)('%s', async (kind, first, next, orders) => {
  const service = await startPaying();
  await service.sandbox.control.injectFault({
    kind,
    operationId: 'withdrawAssets',
    ...(kind === 'slow' && { delay: 200 }),
  });
  const one = await service.write();
  expect(verdictsOf(one)).toEqual(first);
  expect(one.exitCode).toBe(first === PROVED ? 0 : 1);
  expect(sends(service)).toBe(1);
  expect(service.paid().orders).toBe(Math.min(orders, 1));
  const two = await service.write();
  expect(verdictsOf(two)).toEqual(next);
  expect(sends(service)).toBe(first === PROVED ? 2 : 1); // what is open is not sent again, and nothing in its place
  expect(service.paid()).toMatchObject({ orders, total: orders * 0.25 });
});

test('what is open counts, whatever became of it, and is told once it shows', async () => {
  const service = await startPaying();
  let isShown = false;
  const hides = ({ operationId, body }: Came): Instead => {
    if (operationId === 'withdrawAssets') return { status: 500, body: '<h1>oops</h1>' };
    const isLater = operationId === 'getWithdrawalState' && sends(service) > 0 && !isShown;
    return isLater && body === '' ? { status: 404, body: { error_code: 304, error: 'Wallet ID invalid' } } : undefined;
  };
  service.on.answer = hides; // carried out, answered by a 500, and not shown for a long time
  const one = await service.write();
  expect(verdictsOf(one)).toEqual(['withdrawal: unclear']);
  expect(one.stdout).toContain('The ledger counts 0.25 of at most 0.6 ETH.');
  expect(one.stdout).toContain('within 60 s');
  isShown = true;
  const two = await service.write();
  expect(verdictsOf(two)).toEqual(['withdrawal: proved']);
  expect(sends(service)).toBe(1);
  expect(service.paid()).toMatchObject({ orders: 1, total: 0.25 });
});

test('what is accepted and not shown in time is not seen, and stops what would follow', async () => {
  const service = await startPaying();
  service.on.answer = ({ operationId }) =>
    operationId === 'getWithdrawalState' && sends(service) > 0
      ? { status: 404, body: { error_code: 304, error: 'Wallet ID invalid' } }
      : undefined;
  expect(verdictsOf(await service.write())).toEqual(['withdrawal: not seen']);
  expect(verdictsOf(await service.write())).toEqual(['withdrawal: not seen']);
  expect(sends(service)).toBe(1);
});

test('a refusal has its row, is looked up until the wait is over, and counts all the same', async () => {
  const service = await startPaying();
  const address = '0xAF0DfAcE54EF64c958E6713fE821a23Ae7Ddc48f';
  await service.sandbox.control.blacklist({ address, causes: ['mixer'] });
  const refused = await service.write(undefined, { address });
  expect(verdictsOf(refused)).toEqual(['withdrawal: refused']);
  expect(refused.exitCode).toBe(1);
  expect(refused.stdout).toContain('by the row address_blacklisted');
  expect(refused.stdout).toContain('The ledger counts 0.25 of at most 0.6 ETH.');
  expect(service.paid().orders).toBe(0);
  expect(verdictsOf(await service.write())).toEqual(PROVED);
});

const NOT_FOUND = { status: 404, body: { error_code: 304, error: 'Wallet ID invalid' } };

test.each([
  ['fails', () => ({ status: 502, body: {} })],
  ['does not have it the first time', (asked: number) => (asked > 1 ? undefined : NOT_FOUND)],
  ['never has it', () => NOT_FOUND],
])('whoever refuses and pays is paid no more than the cap, where a lookup behind it %s', async (_, lookup) => {
  const service = await startPaying();
  let asked: number | undefined;
  service.on.answer = ({ operationId }) => {
    if (operationId === 'withdrawAssets') {
      asked = 0;
      return { status: 403, body: { error: 'Forbidden. Call too frequently (300 calls/minute)' } };
    }
    return operationId === 'getWithdrawalState' && asked !== undefined ? lookup(++asked) : undefined;
  };
  for (let run = 0; run < 5; run++) {
    asked = undefined;
    await service.write();
  }
  expect(service.paid().orders).toBeGreaterThan(0);
  expect(service.paid().total).toBeLessThanOrEqual(0.6);
});

test('a row of the operation that is of no order is a refusal, too', async () => {
  const service = await startPaying();
  const body = { error_code: 312, error: 'Policy not found', message: 'no active withdrawal policy found' };
  service.on.request = ({ operationId }) => (operationId === 'withdrawAssets' ? { status: 404, body } : undefined);
  const { effects, stdout } = await service.write();
  expect(effects).toMatchObject([
    { verdict: 'refused', evidence: expect.stringContaining('by the row policy_not_found') as string },
  ]);
  expect(stdout).toContain('The ledger counts 0.25 of at most 0.6 ETH.');
  expect(service.lines().at(-1)).toMatchObject({ of: 1, outcome: 'refused' });
});

test('a service that refuses, and pays all the same, is not believed', async () => {
  const service = await startPaying();
  service.on.answer = ({ operationId }) =>
    operationId === 'withdrawAssets'
      ? {
          status: 400,
          body: { error_code: 703, error: 'Operation failed', message: 'order_id must start with shop1_' },
        }
      : undefined;
  for (const counted of ['0.25', '0.5']) {
    const one = await service.write();
    expect(one.exitCode).toBe(1);
    expect(verdictsOf(one)).toEqual(['withdrawal: differs', 'balance: proved']);
    expect(one.effects[0]?.evidence).toBe(
      'it was refused (order_id_prefix_mismatch), and getWithdrawalState has it all the same',
    );
    expect(one.stdout).toContain(`The ledger counts ${counted} of at most 0.6 ETH.`);
  }
  expect((await service.write()).exitCode).toBe(2); // for at_most leaves no room
  expect(service.paid()).toMatchObject({ orders: 2, total: 0.5 });
});

test('another withdrawal under its order_id ends every run of the ledger', async () => {
  const service = await startPaying();
  service.on.answer = async ({ operationId }) => {
    if (operationId !== 'getWithdrawalState' || sends(service) === 0) return undefined;
    const [order_id = ''] = service.paid().ids;
    const body = {
      order_id,
      address: 'another-address',
      amount: '7',
      memo: '',
      in_chain_block: 0,
      txid: '',
      create_time: '2026-11-20T08:30:00Z',
    };
    return Promise.resolve({ status: 200, body });
  };
  for (let run = 0; run < 3; run++) expect(verdictsOf(await service.write())).toEqual(['withdrawal: unclear']);
  expect(sends(service)).toBe(1);
  expect(service.lines().at(-1)).toMatchObject({ of: 1, outcome: 'conflict' });
});

test.each([
  ['call too frequently', 'Forbidden. Call too frequently (300 calls/minute)', 'call_too_frequently'],
  ['a wrong checksum', 'Forbidden. Checksum unmatch', 'checksum_unmatch'],
])(
  'what is refused before it is judged, %s, was not taken, is sent once, and counts all the same',
  async (_, error, row) => {
    const service = await startPaying();
    service.on.request = ({ operationId }) =>
      operationId === 'withdrawAssets' ? { status: 403, body: { error } } : undefined;
    const one = await service.write();
    expect(one.exitCode).toBe(1);
    expect(verdictsOf(one)).toEqual(['withdrawal: not taken']);
    expect(one.stdout.replace(/\s+/g, ' ')).toContain(
      `the service took no request to judge it (${row}): by the document it was not carried out`,
    );
    expect(one.stdout).toContain('The ledger counts 0.25 of at most 0.6 ETH.');
    expect(sends(service)).toBe(1);
    service.on.request = () => undefined;
    expect(verdictsOf(await service.write())).toEqual(PROVED);
    expect(service.paid().orders).toBe(1);
  },
);

test('a refusal is looked up until the wait is over, however the date is set meanwhile', async () => {
  const service = await startPaying();
  let lookups = 0;
  service.on.answer = async ({ operationId }) => {
    if (operationId === 'withdrawAssets') return { status: 400, body: { error_code: 112, error: 'Invalid parameter' } };
    if (operationId !== 'getWithdrawalState' || sends(service) === 0 || ++lookups > 3) return undefined;
    if (lookups === 1) await service.sandbox.control.advance({ seconds: 86_400 });
    return NOT_FOUND;
  };
  expect(verdictsOf(await service.write())).toEqual(['withdrawal: differs', 'balance: proved']);
  expect(lookups).toBe(4);
});
