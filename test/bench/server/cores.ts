/** Keeps the servers that are measured and what drives them on cores of their own, where that can be had. */
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Whether there are two cores, and a command that binds processes to them. */
const canPin = availableParallelism() > 1 && process.platform === 'linux' && hasTaskset();

function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The command that runs a program of Node on the servers' core. */
export const onServersCore = (args: readonly string[]): readonly [command: string, ...args: string[]] =>
  canPin ? ['taskset', '-c', '0', process.execPath, ...args] : [process.execPath, ...args];

/** Moves this process to the other cores. */
export function leaveServersCore(): void {
  if (canPin)
    execFileSync('taskset', ['-a', '-c', '-p', `1-${String(availableParallelism() - 1)}`, String(process.pid)], {
      stdio: 'ignore',
    });
}
