/** A ledger that is taken from a run at any moment: what the run advises keeps whoever follows it from paying more than the cap. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startPaying, verdictsOf, WORD, type Paying, type Result } from './paying.ts';

/** Room for one withdrawal. */
const ONE = { at_most: '0.25' };

const write = (service: Paying): Promise<Result> => service.write(['--yes-spend', WORD], ONE);

/** A report, whatever its lines. */
const flat = ({ stdout }: Result): string => stdout.replace(/\s+/g, ' ');

/** When it happens, by what has come to the service. */
const MOMENTS = [
  ['while the order is on its way', 'withdrawAssets'],
  ['while the order is looked for', 'getWithdrawalState'],
  ['while the balance is looked at', 'listWalletBalances'],
] as const;

const TAKEN: readonly (readonly [what: string, take: (ledger: string) => void, says: string, first: string])[] = [
  [
    'moved',
    (ledger) => {
      renameSync(ledger, `${ledger}.1`);
    },
    'ledger.jsonl was moved or taken away',
    'Put it back under its name first, and do not run again without it',
  ],
  [
    'taken away',
    (ledger) => {
      rmSync(ledger);
    },
    'ledger.jsonl was moved or taken away',
    'Put it back under its name first, and do not run again without it',
  ],
  [
    'emptied',
    (ledger) => {
      truncateSync(ledger);
    },
    'ledger.jsonl was changed by another process',
    'Put back what it had said first, and do not run again without that',
  ],
];

const CASES = TAKEN.flatMap(([what, ...rest]) =>
  MOMENTS.map(([when, operationId]) => [what, when, operationId, ...rest] as const),
);

test.each(CASES)(
  'one that is %s %s: what was sent is told, it is to be put back first, and nothing more is paid',
  async (_, _when, operationId, take, says, first) => {
    const service = await startPaying();
    service.on.answer = (came) => {
      const isTime = came.operationId === operationId && service.writes().length > 0;
      if (isTime && existsSync(service.ledger)) take(service.ledger);
      return undefined;
    };
    const result = await write(service);
    expect(result.exitCode).toBe(2);
    expect(result.stderr).toContain(says);
    const said = flat(result);
    expect(said).toContain(says);
    expect(said).toContain(first);
    const [order = ''] = service.paid().ids;
    expect(order).toMatch(/^shop1_conform_/);
    expect(said).toContain(`Orders that were sent: ${order} of 0.25 ETH.`);
    expect(said).toContain('take the 0.25 ETH that it counts off at_most');
    expect(said).not.toMatch(/Run the same once more|fault of the pack/i);

    service.on.answer = () => undefined;
    const again = await write(service); // as somebody who did not read that
    expect(again).toMatchObject({ exitCode: 2, stdout: '' });
    expect(again.stderr).toMatch(/Nothing was sent\. .*put that back/is);
    expect(service.paid()).toMatchObject({ orders: 1, total: 0.25 });
  },
);

test('one that is moved and put back has what became of the order', async () => {
  const service = await startPaying();
  service.on.answer = ({ operationId }) => {
    if (operationId === 'withdrawAssets') renameSync(service.ledger, `${service.ledger}.1`);
    return undefined;
  };
  await write(service);
  service.on.answer = () => undefined;
  renameSync(`${service.ledger}.1`, service.ledger);
  expect(service.lines().at(-1)).toMatchObject({ of: 1, outcome: 'proved' });
  expect((await write(service)).stderr).toContain('has no room for 0.25 ETH more');
  expect(service.paid().orders).toBe(1);
});

test.each([
  [
    'an order that shows too late',
    { status: 404, body: { error_code: 304, error: 'Wallet ID invalid' } },
    'withdrawal: not seen',
  ],
  ['an order of which nothing is known', { status: 502, body: {} }, 'withdrawal: not seen'],
] as const)('one that is moved while a run waits for %s is to be put back first', async (_, answer, verdict) => {
  const service = await startPaying();
  service.on.answer = ({ operationId }) => {
    if (operationId !== 'getWithdrawalState' || service.writes().length === 0) return undefined;
    if (existsSync(service.ledger)) renameSync(service.ledger, `${service.ledger}.1`);
    return answer;
  };
  const result = await write(service);
  expect(result.exitCode).toBe(2);
  expect(flat(result)).toContain(`${verdict.replace(/(.*): (.*)/, '$2: $1')} (write 1)`);
  expect(flat(result)).toContain('Put it back under its name first');
  expect(flat(result)).not.toContain('Run the same once more');
});

test('one that is moved before anything is sent says so, and what is open since an earlier run', async () => {
  const service = await startPaying();
  await service.sandbox.control.injectFault({ kind: 'lost-request', operationId: 'withdrawAssets' });
  expect(verdictsOf(await write(service))).toEqual(['withdrawal: unclear']);
  const [{ order } = { order: undefined }] = service.lines().slice(1) as { order: { order_id: string } }[];
  service.on.request = ({ operationId }) => {
    if (operationId === 'listWallets') renameSync(service.ledger, `${service.ledger}.1`);
    return undefined;
  };
  const result = await write(service);
  expect(result.exitCode).toBe(2);
  expect(flat(result)).toContain(`Orders that were sent: ${String(order?.order_id)} of 0.25 ETH.`);
  expect(flat(result)).not.toContain('Run the same once more');

  const other = await startPaying();
  other.on.request = ({ operationId }) => {
    if (operationId === 'listWallets') rmSync(other.ledger);
    return undefined;
  };
  const nothing = flat(await write(other));
  expect(nothing).toContain('This run sent no order.');
  expect(nothing).not.toContain('off at_most');
});

test('one whose lock is taken away while the order is on its way has to stay, and finds the order', async () => {
  const service = await startPaying();
  service.on.answer = ({ operationId }) => {
    if (operationId === 'withdrawAssets') rmSync(`${service.ledger}.lock`);
    return undefined;
  };
  const result = await write(service);
  expect(result.exitCode).toBe(2);
  expect(flat(result)).toMatch(/lock was taken away.* See to it that no other run has it, and keep it where it is/);
  expect(service.lines()).toHaveLength(2); // another process may have it by now
  service.on.answer = () => undefined;
  expect(verdictsOf(await write(service))).toEqual(['withdrawal: proved']);
  expect(service.paid().orders).toBe(1);
});

test('one that others add a line to while the order is on its way is no success', async () => {
  const service = await startPaying();
  service.on.answer = ({ operationId }) => {
    if (operationId === 'withdrawAssets') appendFileSync(service.ledger, '\n');
    return undefined;
  };
  expect((await write(service)).exitCode).toBe(2);
});

test('none is begun where one was taken away, until its lock is taken away as well', async () => {
  const service = await startPaying();
  await write(service);
  const paid = readFileSync(service.ledger);
  rmSync(service.ledger);
  const { exitCode, stderr } = await write(service);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('there is the lock of one');
  expect(existsSync(service.ledger)).toBe(false);
  writeFileSync(service.ledger, paid);
  expect((await write(service)).stderr).toContain('has no room for 0.25 ETH more');
  expect(service.paid().orders).toBe(1);
  rmSync(service.ledger);
  rmSync(`${service.ledger}.lock`);
  expect((await write(service)).exitCode).toBe(0);
});

test('none is begun where a link leads to one that was taken away, beside its lock or without it', async () => {
  const service = await startPaying();
  await write(service);
  const data = join(service.folder, 'data');
  const real = join(data, 'real.jsonl');
  mkdirSync(data);
  renameSync(service.ledger, real);
  renameSync(`${service.ledger}.lock`, `${real}.lock`);
  symlinkSync('data/real.jsonl', service.ledger);
  expect((await write(service)).stderr).toContain('has no room for 0.25 ETH more');
  expect(existsSync(`${service.ledger}.lock`)).toBe(false); // it has one, whichever way leads to it

  renameSync(real, `${real}.bak`);
  for (const isLocked of [true, false]) {
    if (!isLocked) rmSync(`${real}.lock`);
    const { exitCode, stderr } = await write(service);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('is a link to a file that is not there');
    expect(existsSync(real)).toBe(false);
    expect(service.paid().orders).toBe(1);
  }
  writeFileSync(`${real}.lock`, '');
  const direct = await service.write(['--yes-spend', WORD, '--ledger', real], ONE);
  expect(direct.stderr).toContain('there is the lock of one');
  renameSync(`${real}.bak`, real);
  expect((await write(service)).stderr).toContain('has no room for 0.25 ETH more');
});

test('no report is written over the lock of one that a link leads to', async () => {
  const service = await startPaying();
  const real = join(service.folder, 'real.jsonl');
  await service.write(['--yes-spend', WORD, '--ledger', real]);
  symlinkSync(real, service.ledger);
  const { exitCode, stderr } = await service.write(['--yes-spend', WORD, '--transcript', `${real}.lock`]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('would write over');
});
