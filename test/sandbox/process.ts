/** The sandbox as a process of its own, which can be killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../packages/sandbox/src/cli.ts', import.meta.url));

/** A running process. */
export interface SandboxProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Sends a control command. */
  readonly control: (command: string, input?: object) => Promise<unknown>;
  /** Kills it as a power switch would, and resolves when it is gone. */
  readonly kill: (signal?: NodeJS.Signals) => Promise<void>;
}

/** Starts it on a free port, and resolves when it listens. */
export async function startProcess(...options: string[]): Promise<SandboxProcess> {
  const child = spawn(process.execPath, [CLI, '--port', '0', '--quiet', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const url = await Promise.race([
    firstUrl(child),
    exited.then(() => Promise.reject(new Error('The sandbox ended before it listened.'))),
  ]);
  return {
    url,
    child,
    async control(command, input = {}) {
      const response = await fetch(`${url}/_sandbox/${command}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
      const body = await response.json();
      if (!response.ok) throw new Error(JSON.stringify(body));
      return body;
    },
    async kill(signal = 'SIGKILL') {
      child.kill(signal);
      await exited;
    },
  };
}

async function firstUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The sandbox has no output.');
  const lines = createInterface(child.stdout);
  const [line] = (await once(lines, 'line')) as [string];
  child.stdout.resume();
  return line.replace(/^Sandbox\s+/, '');
}
