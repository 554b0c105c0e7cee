/** The processes: started, killed, told to end, stopped and continued. */
import { fork, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Task } from './task.ts';

/** Some processes of one kind. */
export interface Fleet {
  /** Makes them as many as there have to be. */
  readonly fill: () => void;
  /** Kills one of those that work by now, as soon as there is one; the next takes its place at once. */
  readonly kill: (chance: number) => Promise<void>;
  /** Tells one to end, and starts another beside it. */
  readonly deploy: (chance: number) => Promise<void>;
  /** Stops one for so long, then lets it go on. */
  readonly freeze: (chance: number, milliseconds: number) => Promise<void>;
  /** Tells all to end, and waits for that. */
  readonly end: () => Promise<void>;
  /** What one of them did that nobody told it to. */
  readonly problems: readonly string[];
  readonly counts: Record<'started' | 'killed' | 'ended', number>;
}

/** Milliseconds after which one that was told to end has to have ended: its grace, and what it needs for its last words. */
const ENDS_WITHIN = 45_000;

/** Makes it. Nothing is started yet. What its processes say is written into the folder. */
export function createFleet(program: string, size: number, task: Task, folder: string): Fleet {
  const problems: string[] = [];
  const counts = { started: 0, killed: 0, ended: 0 };
  /** Those that have begun to work. */
  const ready = new WeakSet<ChildProcess>();
  /** At work, or about to; those that were told to end, or are stopped, are not among them. */
  const working = new Set<ChildProcess>();
  const all = new Set<ChildProcess>();
  const expected = new WeakSet<ChildProcess>();
  let isOver = false;

  const fill = (): void => {
    while (!isOver && working.size < size) start();
  };
  function start(): void {
    const log = join(folder, `worker-${String(++counts.started)}.log`);
    const output = openSync(log, 'a');
    const child = fork(join(import.meta.dirname, program), [JSON.stringify(task)], {
      stdio: ['ignore', output, output, 'ipc'],
    });
    closeSync(output);
    child.once('message', () => ready.add(child));
    working.add(child);
    all.add(child);
    child.once('exit', (code, signal) => {
      working.delete(child);
      all.delete(child);
      const isReady = ready.has(child);
      if (isReady && !(expected.has(child) && (code === 0 || signal === 'SIGKILL')))
        problems.push(`a worker ended with ${String(code ?? signal)}, which nobody told it to: ${lastWords(log)}`);
      // One that could not even start, since the database was away, is started again a little later.
      setTimeout(fill, isReady || expected.has(child) ? 0 : 500);
    });
  }
  /** On a busy machine it takes long until one works: to kill those that do not would kill nothing. */
  const take = async (chance: number): Promise<ChildProcess> => {
    for (;;) {
      const some = [...working].filter((child) => ready.has(child));
      const one = some[Math.floor(chance * some.length)];
      if (one) {
        working.delete(one);
        return one;
      }
      fill();
      await sleep(50);
    }
  };
  const kill = (child: ChildProcess): void => {
    expected.add(child);
    child.kill('SIGKILL');
    counts.killed++;
  };
  const toldToEnd = (child: ChildProcess): Promise<void> => {
    expected.add(child);
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        problems.push('a worker that was told to end has not');
        child.kill('SIGKILL');
      }, ENDS_WITHIN);
      child.once('exit', () => {
        clearTimeout(late);
        counts.ended++;
        resolve();
      });
      child.kill('SIGTERM');
    });
  };

  return {
    problems,
    counts,
    fill,
    async kill(chance) {
      kill(await take(chance));
      fill();
    },
    async deploy(chance) {
      void toldToEnd(await take(chance));
      fill();
    },
    async freeze(chance, milliseconds) {
      const one = await take(chance);
      one.kill('SIGSTOP');
      setTimeout(() => {
        one.kill('SIGCONT');
        if (all.has(one) && !isOver) working.add(one);
      }, milliseconds);
    },
    async end() {
      isOver = true;
      await Promise.all([...all].map((child) => (child.kill('SIGCONT'), toldToEnd(child))));
    },
  };
}

/** What a process has said last. */
const lastWords = (log: string): string => readFileSync(log, 'utf8').slice(-2000);
