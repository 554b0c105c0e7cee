/** Servers side by side, and what each makes of the same requests. */
import { inTurn } from '../compare.ts';
import type { Bench } from '../suite.ts';
import { callersOf } from './control.ts';
import { costOf, type Cost } from './cost.ts';
import { drive, times } from './drive.ts';
import { ANYBODY, balance, type Access } from './requests.ts';
import { start, type Command, type Running } from './servers.ts';

const ROUNDS = 9;
const QUICK_ROUNDS = 5;
const MILLISECONDS = 600;
const QUICK_MILLISECONDS = 300;
const QUICK_LEAST = 200;
/** Before the first round: an engine that has not yet compiled what runs most uses several times as much of the processor. Prism needs all of them. */
const WARM = 12_000;

/** Something of each server. */
export type OfEach<Name extends string, T> = Record<Name, T>;

/** Servers that run. */
export interface Rates<Name extends string> {
  /** What each makes of requests, of the sandbox as its vault or its payer makes them: the rounds of each. */
  readonly measured: (
    what: string,
    as: 'vault' | 'payer',
    make: (access: Access) => Buffer,
  ) => Promise<OfEach<Name, Cost[]>>;
  /** Megabytes that each holds. */
  readonly memory: () => OfEach<Name, number[]>;
}

/** Starts servers, has them measured, and ends them. The time of a sandbox stands still: some five minutes later it takes no `t` any more. */
export async function sideBySide<Name extends string, T>(
  bench: Bench,
  commands: Readonly<Record<Name, Command>>,
  measure: (rates: Rates<Name>) => Promise<T>,
): Promise<T> {
  const names = Object.keys(commands) as Name[];
  const running = new Map<Name, Running>();
  const callers = new Map<Name, Readonly<Record<'vault' | 'payer', Access>>>();
  try {
    for (const name of names) {
      bench.progress(`starting ${name}`);
      const server = await start(commands[name], balance(ANYBODY));
      running.set(name, server);
      if (name.startsWith('our sandbox')) callers.set(name, await callersOf(server.port));
    }
    const ofEach = <Each>(make: (server: Running, name: Name) => Each): OfEach<Name, Each> =>
      Object.fromEntries(Array.from(running, ([name, server]) => [name, make(server, name)])) as OfEach<Name, Each>;
    return await measure({
      async measured(what, as, make) {
        const nextOf = (name: Name) => (): Buffer => make(callers.get(name)?.[as] ?? ANYBODY);
        for (const [name, { port }] of running) {
          bench.progress(`${what}: warming up ${name}`);
          await drive(port, times(bench.quick ? WARM / 8 : WARM, nextOf(name)));
        }
        const milliseconds = bench.quick ? QUICK_MILLISECONDS : MILLISECONDS;
        // the steady promises are held to in a hurry, too
        return inTurn(
          { ...bench, quick: false },
          what,
          bench.quick ? QUICK_ROUNDS : ROUNDS,
          ofEach(
            (server, name) => () => costOf(server, milliseconds, nextOf(name), bench.quick ? QUICK_LEAST : undefined),
          ),
        );
      },
      memory: () => ofEach((server) => [server.memory()]),
    });
  } finally {
    await Promise.all(Array.from(running.values(), ({ stop }) => stop()));
  }
}

/** One figure of all rounds. */
export const figures = <Name extends string>(
  series: OfEach<Name, readonly Cost[]>,
  figure: keyof Cost,
): OfEach<Name, number[]> =>
  Object.fromEntries(
    Object.entries<readonly Cost[]>(series).map(([name, loads]) => [name, loads.map((load) => load[figure])]),
  ) as OfEach<Name, number[]>;
