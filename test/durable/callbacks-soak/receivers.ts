/** The receivers: processes that are started, killed, and started again. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Said, Task, Told } from './task.ts';

/** Some of one kind. */
export interface Receivers {
  /** Where each is, or was when it was killed; those that have never listened are not among them. */
  readonly urls: () => readonly string[];
  /** Resolves once all of them listen. */
  readonly ready: () => Promise<void>;
  /** Kills one that listens; the next takes its place at once. */
  readonly kill: (chance: number) => Promise<void>;
  /** Has one catch up, and kill itself while it handles so many. */
  readonly interrupt: (handling: number) => Promise<void>;
  /** Has one of them catch up. @returns what it did */
  readonly catchUp: () => Promise<Readonly<Record<string, number>>>;
  readonly end: () => Promise<void>;
  readonly killed: () => number;
}

interface Place {
  url: string | undefined;
  child: ChildProcess;
  listens: Promise<void>;
}

/** Milliseconds within which one that is told to end has to have ended. */
const ENDS_WITHIN = 20_000;

/** Starts them. What they say is written into the folder. */
export function startReceivers(program: string, size: number, task: Task, folder: string): Receivers {
  let started = 0;
  let killed = 0;
  let isOver = false;
  const places: Place[] = Array.from({ length: size }, () => start({}));

  function start(place: Partial<Place>): Place {
    const log = join(folder, `receiver-${String(++started)}.log`);
    const output = openSync(log, 'a');
    const child = fork(join(import.meta.dirname, program), [JSON.stringify(task)], {
      stdio: ['ignore', output, output, 'ipc'],
    });
    closeSync(output);
    const ended = once(child, 'exit').then(([code, signal]) => {
      if (signal === 'SIGKILL' || isOver) return;
      throw new Error(`A receiver ended with ${String(code)}: ${readFileSync(log, 'utf8').slice(-2000)}`);
    });
    const listens = Promise.race([
      once(child, 'message').then(([said]) => {
        place.url = `http://127.0.0.1:${String((said as { port: number }).port)}/`;
      }),
      ended,
    ]);
    listens.catch(() => undefined);
    return Object.assign(place, { child, listens, url: place.url });
  }

  return {
    urls: () => places.flatMap(({ url }) => url ?? []),
    ready: async () => {
      await Promise.all(places.map(({ listens }) => listens));
    },
    async kill(chance) {
      const place = places[Math.floor(chance * size)];
      if (!place) throw new RangeError('There is no such receiver.');
      await place.listens;
      const exit = once(place.child, 'exit');
      place.child.kill('SIGKILL');
      killed++;
      await exit; // a folder of PGlite is free by then
      start(place);
    },
    async interrupt(handling) {
      const [place] = places;
      await place?.listens;
      if (!place) return;
      const told = Promise.race([once(place.child, 'exit'), once(place.child, 'message')]);
      place.child.send({ dieAt: handling } satisfies Told);
      await told;
      if (place.child.signalCode === null) return; // there was less to do
      killed++;
      start(place);
    },
    async catchUp() {
      const [place] = places;
      await place?.listens;
      const told = place && once(place.child, 'message');
      place?.child.send({} satisfies Told);
      const [said] = (await told) as [Said];
      return 'caughtUp' in said ? said.caughtUp : {};
    },
    async end() {
      isOver = true;
      await Promise.all(
        places.map(async ({ child }) => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          const exit = once(child, 'exit');
          child.kill('SIGTERM');
          const late = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN);
          await exit;
          clearTimeout(late);
        }),
      );
    },
    killed: () => killed,
  };
}
