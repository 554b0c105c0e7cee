// Runs the command of an npm package as a child process: no shell, so it is the same on every platform, and no network.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** What a tool left behind. */
export interface ToolResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

const ENVIRONMENT = {
  ...process.env,
  NODE_ENV: 'production', // anything else changes the styles in the docs page
  NO_COLOR: '1', // the output is parsed
  FORCE_COLOR: undefined,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

/**
 * Runs a command to its end, whatever its exit code.
 *
 * @param packageName - the npm package that has the command
 * @param command - the command's name in the package's `bin`
 */
export async function runTool(
  packageName: string,
  command: string,
  args: readonly string[],
  options: { cwd: string; signal: AbortSignal },
): Promise<ToolResult> {
  const child = spawn(process.execPath, [commandFile(packageName, command), ...args], {
    ...options,
    env: ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const result = { exitCode: 0, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (result.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (result.stderr += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => {
      resolve({ ...result, exitCode: exitCode ?? 1 });
    });
  });
}

/**
 * The file of a command.
 *
 * @param from - URL of the module by whose place the package is looked for
 */
export function commandFile(packageName: string, command: string, from = import.meta.url): string {
  const manifest = findPackageJSON(packageName, from);
  if (manifest === undefined) throw new Error(`${packageName} is not installed: run npm ci`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: string | Record<string, string> };
  const file = typeof bin === 'string' ? bin : bin[command]; // a package with one command may name it no further
  if (file === undefined) throw new Error(`${packageName} has no command ${command}`);
  return join(dirname(manifest), file);
}
