/** The command as a process of its own: what it prints, and how it ends. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The path of the command. */
export const cli = fileURLToPath(new URL('../../packages/mutation/src/cli.ts', import.meta.url));

/** The path of a fixture. */
export const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

export interface Outcome {
  /** The exit code, or `killed` for a command that does not end. */
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs it; `node` are options of the engine. */
export function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  node: readonly string[] = [],
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const options = { env: { ...process.env, ...env }, timeout: 25_000, maxBuffer: 1e9 };
  execFile(process.execPath, [...node, cli, ...args], options, (error, stdout, stderr) => {
    resolve({ code: error?.killed ? 'killed' : (error?.code ?? 0), stdout, stderr });
  });
  return promise;
}
