/** Whether an answer of the sandbox costs the same, however many are connected. */
import { compare, inTurn, own } from '../compare.ts';
import type { Bench, Comparison } from '../suite.ts';
import { callersOf } from './control.ts';
import { leaveServersCore } from './cores.ts';
import { costOfEach } from './cost.ts';
import { drive, times } from './drive.ts';
import { ANYBODY, balance } from './requests.ts';
import { sandbox, start } from './servers.ts';

const ROUNDS = 15;
const NOTE =
  'Time of the processor, the sandbox’s own and the system’s, for each. Each waits for its answer: one alone wakes the process once for each, which costs most of it.';

export default async function connections(bench: Bench): Promise<Comparison[]> {
  leaveServersCore();
  const server = await start(sandbox(bench.folder), balance(ANYBODY));
  try {
    const { vault } = await callersOf(server.port);
    const requests = bench.quick ? 600 : 3000;
    const asked = (connections: number) => () =>
      costOfEach(server, requests, () =>
        drive(
          server.port,
          times(requests, () => balance(vault)),
          connections,
        ),
      );
    const costs = await inTurn(bench, 'connections', ROUNDS, {
      '32 connections': asked(32),
      '1 connection': asked(1),
      '256 connections': asked(256),
    });
    const heading = { title: 'A balance query, and the number of connections', unit: 'ms', better: 'less' } as const;
    const entries = { '32 connections': own(), '1 connection': own(), '256 connections': own(2) };
    return [compare({ ...heading, note: NOTE }, costs, entries)];
  } finally {
    await server.stop();
  }
}
