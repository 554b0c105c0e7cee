/** Several processes with one API code: equal reads of one second have one checksum, and the service takes all but one for replays. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { startSandbox, type Sandbox, type WalletAccess } from '@wallet-operations/sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

interface Told {
  readonly failures: readonly string[];
  readonly seconds: number;
}

let sandbox: Sandbox;
let access: WalletAccess;
beforeEach(async () => {
  sandbox = await startSandbox({ seeded: false, limits: { callsPerMinute: 100_000 } });
  access = await sandbox.control.createWallet({ kind: 'deposit', currency: 'ETH' });
});
afterEach(() => sandbox.close());

async function read(times: number): Promise<Told> {
  const { walletId, apiCode, secret } = access;
  const parameters = [sandbox.url, walletId, apiCode, secret, times].map(String);
  const { stdout } = await promisify(execFile)(execPath, [join(import.meta.dirname, 'reader.ts'), ...parameters]);
  return JSON.parse(stdout) as Told;
}

describe('equal reads in a row, as fast as they go, are all answered', () => {
  it('in eight processes, 20 in each', async () => {
    const told = await Promise.all(Array.from({ length: 8 }, () => read(20)));
    expect(told.flatMap(({ failures }) => failures)).toEqual([]);
  });

  it('in one process, 100, without waiting for another second', async () => {
    const { failures, seconds } = await read(100);
    expect(failures).toEqual([]);
    expect(seconds).toBeLessThan(10);
  });
});
