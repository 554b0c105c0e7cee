/** A ledger that another process has a hand in: what that has paid stays counted, and no two have it at a time. */
import { execFile } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { OWN, startPaying, WORD, type Paying, type Result } from './paying.ts';

const CLI = join(import.meta.dirname, '../../../packages/conformance/src/cli.ts');
const execFileAsync = promisify(execFile);

/** A report, whatever its lines. */
const flat = ({ stdout }: Result): string => stdout.replace(/\s+/g, ' ');

/** Lines of a second process, which has paid. */
const linesOfAnother = (service: Paying, write: number): string => {
  const order = { order_id: 'shop1_conform_another', address: OWN, amount: '0.25' };
  const intent = { operationId: 'withdrawAssets', wallet: String(service.payer.walletId), order };
  return [
    { write, at: '', ...intent },
    { of: write, at: '', outcome: 'proved' },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
};

test.each([
  ['before the order is sent', 'getWithdrawalState', 1, 0],
  ['while the order is on its way', 'withdrawAssets', 2, 1],
] as const)(
  'one that another process adds a payment to %s is to be kept, and both are counted',
  async (_, operationId, other, own) => {
    const service = await startPaying();
    let isDone = false;
    service.on.request = (came) => {
      if (came.operationId === operationId && !isDone) {
        isDone = true;
        appendFileSync(service.ledger, linesOfAnother(service, other));
      }
      return undefined;
    };
    const result = await service.write(['--yes-spend', WORD], { at_most: '5' });
    expect(result.exitCode).toBe(2);
    const said = flat(result);
    expect(said).toContain('ledger.jsonl was changed by another process');
    expect(said).toContain('Keep it as it is, with all of its lines, put no earlier copy in its place');
    expect(said).not.toMatch(/put back what it had/i);
    const total = String((own + 1) * 0.25);
    expect(said).toContain(`take the ${total} ETH that it counts off at_most`);
    expect(said).toContain(`The ledger counts ${total} of at most 5 ETH.`);
    expect(service.paid().orders).toBe(own);

    const next = await service.write(['--yes-spend', WORD], { at_most: total }); // as it is
    expect(next.stderr).toContain('has no room for 0.25 ETH more');
    expect(service.lines().filter((line) => 'write' in line)).toHaveLength(own + 1);
  },
);

test('one of which a line is changed, and none is longer, is to be put back', async () => {
  const service = await startPaying();
  service.on.request = ({ operationId }) => {
    if (operationId === 'getWithdrawalState')
      writeFileSync(service.ledger, readFileSync(service.ledger, 'utf8').replace('"ETH"', '"BTC"'));
    return undefined;
  };
  const result = await service.write();
  expect(flat(result)).toContain('Put back what it had said first');
  expect(service.writes()).toEqual([]);
});

/** Who may read a file that is another's, and may not write it: root may write all. */
const NOBODY = process.getuid?.() === 0 ? 65_534 : undefined;

test.skipIf(process.platform === 'win32')(
  'one whose lock cannot be written is in nobody’s use, and nothing is sent',
  async () => {
    const service = await startPaying();
    await service.write();
    const config = service.configure({ at_most: '5' });
    chmodSync(`${service.ledger}.lock`, 0o444);
    if (NOBODY !== undefined) {
      chmodSync(service.folder, 0o777);
      chownSync(service.ledger, NOBODY, NOBODY);
    }
    const before = service.came.length;
    const args = ['write', '--config', config, '--ledger', service.ledger, '--yes-spend', WORD];
    const env = { ...process.env, ...service.environment, NODE_DISABLE_COMPILE_CACHE: '1' };
    const child = execFileAsync(process.execPath, [CLI, ...args], {
      env,
      ...(NOBODY !== undefined && { uid: NOBODY, gid: NOBODY }),
    });
    const outcome: unknown = await child.catch((error: unknown) => error);
    expect(outcome).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/ledger\.jsonl\.lock cannot be locked, for it cannot be written: EACCES/) as string,
    });
    expect(service.came).toHaveLength(before);
  },
  60_000,
);
