/** A machine whose clock is off: what the reads learn of the service's time holds for the write, which is sent once. */
import { expect, test } from 'vitest';
import { startPaying, verdictsOf } from './paying.ts';

const OFF = [
  ['behind', -600_000],
  ['ahead', 600_000],
] as const;

test.each(OFF)('with a clock that is ten minutes %s, each write is sent once, and taken', async (_, ahead) => {
  const service = await startPaying({ startAt: Date.now() }); // as the Date of its answers has it
  service.clock.ahead = ahead;
  expect(verdictsOf(await service.write(undefined, { whitelist_entry: true }))).toEqual([
    'whitelist entry: proved',
    'withdrawal: proved',
    'balance: proved',
  ]);
  expect(service.writes()).toEqual(['addWhitelistEntries', 'withdrawAssets']);
  expect(verdictsOf(await service.write())).toEqual(['withdrawal: proved', 'balance: proved']);
  expect(service.paid()).toMatchObject({ orders: 2, total: 0.5 });
});

test('with a clock that nothing corrects, nothing is sent, and the clock is named', async () => {
  const service = await startPaying(); // whose answers have the Date of another time
  service.clock.ahead = 600_000;
  const { exitCode, stdout } = await service.write();
  expect(exitCode).toBe(1);
  expect(stdout.replace(/\s+/g, ' ')).toMatch(
    /\(invalid_timestamp\)\. Look at the clock of this machine\. Nothing was/,
  );
  expect(service.writes()).toEqual([]);
  expect(service.lines()).toHaveLength(1);
});
