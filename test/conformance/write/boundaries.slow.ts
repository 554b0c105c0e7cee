/** A run that is killed before and after each thing that it does to its ledger or asks of the service: what it paid is always counted. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startPaying, WORD, type Paying } from './paying.ts';

const CLI = join(import.meta.dirname, '../../../packages/conformance/src/cli.ts');

/** Room for two withdrawals, and an entry of the whitelist besides. */
const CHANGES = { at_most: '0.5', whitelist_entry: true };

/** Kills the process at the so many-th boundary. */
const killedAt = (boundary: number): string => `
  import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
  let passed = 0;
  const pass = () => { if (++passed === ${String(boundary)}) process.kill(process.pid, 'SIGKILL'); };
  for (const name of ['appendFileSync', 'fsyncSync']) {
    const own = fs[name];
    fs[name] = (...given) => { pass(); const result = own(...given); pass(); return result; };
  }
  syncBuiltinESMExports();
  const send = globalThis.fetch;
  globalThis.fetch = async (...given) => { pass(); const answer = await send(...given); pass(); return answer; };`;

/** Runs it in a process of its own. @returns whether it was killed */
async function killed(service: Paying, boundary: number): Promise<boolean> {
  const args = ['write', '--config', service.configure(CHANGES), '--ledger', service.ledger];
  const more = ['--yes-spend', WORD, '--calls', '1000000', '--share', '100', '--wait', '0'];
  const before = `data:text/javascript,${encodeURIComponent(killedAt(boundary))}`;
  const child = spawn(process.execPath, ['--import', before, CLI, ...args, ...more], {
    env: { ...process.env, ...service.environment },
    stdio: 'ignore',
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal === 'SIGKILL';
}

test('whatever it was killed at, the next runs pay no more than the cap, and nothing that the ledger has not', async () => {
  let boundary = 0;
  for (let wasKilled = true; wasKilled;) {
    const service = await startPaying({ startAt: Date.now() });
    wasKilled = await killed(service, ++boundary);
    const open = service.writes().length;
    for (let run = 0; run < 4; run++) await service.write(undefined, CHANGES);
    const lines = service.lines().filter(({ write }) => write !== undefined);
    const orders = lines.flatMap(({ order }) => (order as { order_id: string } | undefined)?.order_id ?? []);
    const { ids, total } = service.paid();
    expect({ boundary, unknown: ids.filter((id) => !orders.includes(id)) }).toEqual({ boundary, unknown: [] });
    expect(total).toBeLessThanOrEqual(0.5);
    expect(service.writes().length).toBeLessThanOrEqual(lines.length);
    // what may have been sent by the one that was killed is not sent again
    expect(service.writes().slice(open).length).toBeLessThanOrEqual(3 - open);
  }
  expect(boundary).toBeGreaterThan(40);
}, 600_000); // some 50 boundaries, with five processes or runs each
