/** The servers that are set side by side, each as a process of its own with its own defaults, as its users start it. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { commandFile } from '../../../scripts/lib/tool.ts';
import { freePort } from '../../free-port.ts';
import { DOCUMENT, exchangeOf } from '../document.ts';
import { onServersCore } from './cores.ts';

/** How a server is started at a port. */
export type Command = (port: number) => readonly string[];

/** What a bare server is given to answer. */
const ROUTES = JSON.stringify(
  ['getVaultBalance', 'withdrawAssets'].map(exchangeOf).map(({ method, template, answer }) => ({
    method,
    url: template.replace(/\{(\w+)\}/g, ':$1'),
    answer,
  })),
);

const prism: Command = (port) => [
  commandFile('@stoplight/prism-cli', 'prism'),
  ...['mock', DOCUMENT, '--port', String(port)],
];

/** The servers of others. */
export const others = {
  Prism: prism,
  'Prism, without its log': (port) => [...prism(port), '--verboseLevel', 'silent'],
  'Scalar mock server': (port) => [join(import.meta.dirname, 'scalar.js'), String(port), DOCUMENT],
  Mockoon: (port) => [
    commandFile('@mockoon/cli', 'mockoon-cli', import.meta.url),
    ...['start', '--data', DOCUMENT, '--port', String(port)],
  ],
  'bare Fastify': (port) => [join(import.meta.dirname, 'fastify.js'), String(port), ROUTES],
} satisfies Record<string, Command>;

/** Ours, as they are published. */
export const mock =
  (folder: string): Command =>
  (port) => [join(folder, 'mock', 'cli.js'), '--port', String(port)];
export const sandbox =
  (folder: string, ...options: string[]): Command =>
  (port) => [join(folder, 'sandbox', 'cli.js'), '--port', String(port), ...UNHURRIED, ...options];

/** Nothing but what is asked of it, and no limit to how often. */
const UNHURRIED = ['--stopped', '--calls', '1000000000'];

const TELLS_CPU = pathToFileURL(join(import.meta.dirname, 'cpu.js')).href;

/** An interrupted benchmark leaves nothing behind. */
const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** A server that runs. */
export interface Running {
  readonly port: number;
  readonly child: ChildProcess;
  /** Milliseconds from its start to its first answer. */
  readonly startTime: number;
  /** Seconds of the processor that it has used, its own and the system's. */
  readonly cpu: () => Promise<number>;
  /** Megabytes that it holds in memory. */
  readonly memory: () => number;
  /** Ends it, and resolves when it is gone. */
  readonly stop: () => Promise<void>;
}

/** Starts a server, and resolves when it has answered a first request. All that it prints is read, as a terminal would. */
export async function start(command: Command, request: Buffer): Promise<Running> {
  const port = await freePort();
  const started = performance.now();
  const [program, ...args] = onServersCore(['--import', TELLS_CPU, ...command(port)]);
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  let printed = '';
  for (const output of [child.stdout, child.stderr])
    output?.on('data', (chunk) => {
      printed = `${printed}${String(chunk)}`.slice(-2000);
    });
  const exited = once(child, 'exit');
  children.add(child);
  while (!(await answers(port, request))) {
    if (child.exitCode !== null) throw new Error(`It ended before it answered: ${command(port).join(' ')}\n${printed}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return {
    port,
    child,
    startTime: performance.now() - started,
    cpu: () =>
      new Promise((resolve) => {
        const told = (message: unknown): void => {
          if (typeof message !== 'object' || message === null || !('cpu' in message)) return; // a server may tell of itself, too
          child.off('message', told);
          resolve(Number(message.cpu) / 1e6);
        };
        child.on('message', told).send('cpu');
      }),
    memory: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024,
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
      children.delete(child);
    },
  };
}

/** Whether anything comes back. */
function answers(port: number, request: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(request));
    const end = (answered: boolean) => (): void => {
      socket.destroy();
      resolve(answered);
    };
    socket.once('data', end(true)).once('error', end(false)).once('end', end(false));
  });
}
