/** How long each server takes from its start to its first answer. */
import { compare, inTurn, own } from '../compare.ts';
import type { Bench, Comparison } from '../suite.ts';
import { ANYBODY, balance } from './requests.ts';
import { mock, others, sandbox, start, type Command } from './servers.ts';

export default async function starting(bench: Bench): Promise<Comparison[]> {
  const timed = (command: Command) => async (): Promise<number> => {
    const { startTime, stop } = await start(command, balance(ANYBODY));
    await stop();
    return startTime;
  };
  const series = await inTurn(bench, 'starting', 7, {
    Prism: timed(others.Prism),
    'Scalar mock server': timed(others['Scalar mock server']),
    Mockoon: timed(others.Mockoon),
    'bare Fastify': timed(others['bare Fastify']),
    'our mock': timed(mock(bench.folder)),
    'our sandbox': timed(sandbox(bench.folder)),
  });
  const claims = { 'our mock': own(0.5), 'our sandbox': own(0.5) };
  return [compare({ title: 'From start to first answer', unit: 'ms', better: 'less' }, series, claims)];
}
