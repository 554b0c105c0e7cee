#!/usr/bin/env node
/** The sandbox on the command line. */
import module from 'node:module';
import { parseArgs } from 'node:util';
import { remedyOf } from './state/remedies.ts';

/** Older ones lack parts of Node.js that the sandbox stands on. This module is to be read by them all the same: that they can be told. */
const OLDEST = 24;

const USAGE = `Usage: wallet-sandbox [options]
       wallet-sandbox listen --forward-to URL [options]
       wallet-sandbox trigger NAME [--help]   lets something happen to a running sandbox

The wallet service in one process, with state: what is withdrawn is found again, moves into the simulated chain,
sends its callback and changes balances.

  --port N         port to listen on; 0 takes any free one (default 4020)
  --host ADDRESS   address to listen on (default 127.0.0.1)
  --data FILE      keep the state in this file (default: memory)
  --stopped        let time stand still until it is moved by hand
  --empty          start without wallets
  --seed TEXT      what addresses, codes and hashes are made of (default sandbox)
  --product NAME   path segment that stands for svc (default svc)
  --calls N|off    calls that one API code may make in a minute (default 1000, or as answered)
  --window S|off   seconds that t of a request may be off (default 300, or as answered)
  --block SECONDS  seconds between two blocks (default 12)
  --overlay FILE   answers of your operator, an OpenAPI Overlay, which settle open points
  --token TEXT     what control under /_sandbox/ asks for (default: nothing)
  --allow-private  let callbacks go to private addresses other than loopback
  --quiet          no line for each request
  --help           this text

listen forwards the callbacks of a running sandbox to your machine; listen
--help has more.
`;

const OPTIONS = {
  port: { type: 'string', default: '4020' },
  host: { type: 'string', default: '127.0.0.1' },
  data: { type: 'string' },
  stopped: { type: 'boolean', default: false },
  empty: { type: 'boolean', default: false },
  seed: { type: 'string' },
  product: { type: 'string', default: 'svc' },
  calls: { type: 'string' },
  window: { type: 'string' },
  block: { type: 'string', default: '12' },
  overlay: { type: 'string' },
  token: { type: 'string' },
  'allow-private': { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** Commands besides the sandbox itself, each with options of its own. */
const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  listen: async (args) => (await import('./listen/command.ts')).runListen(args),
  trigger: async (args) => (await import('./trigger-cli.ts')).triggerFrom(args),
};

// Whoever read the output may have gone; who calls has not.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

try {
  if (Number.parseInt(process.versions.node) < OLDEST)
    throw new Error(
      `The sandbox needs Node.js ${String(OLDEST)} or newer, and this is ${process.version}: npx -p node@${String(OLDEST)} -p @wallet-operations/sandbox wallet-sandbox runs it with one of its own, without installing it.`,
    );
  // Half of a start is reading and compiling code; from the second start on that is done. Hence nothing is imported before.
  module.enableCompileCache();
  const [name = '', ...args] = process.argv.slice(2);
  if (Object.hasOwn(COMMANDS, name)) await COMMANDS[name]?.(args);
  else {
    const { values } = parseArgs({ options: OPTIONS });
    if (values.help) process.stdout.write(USAGE);
    else await serve(values);
  }
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}

async function serve(values: ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']): Promise<void> {
  const { host, product, data, seed, token, calls, window, overlay } = values;
  if (!/^[\w-]+$/.test(product)) throw new Error(`--product takes letters, digits, _ and -, not ${product}`);
  const [{ startSandbox }, { firstSteps }, { checkToken }, { bufferedOutput, onSignal, printable }] = await Promise.all(
    [
      import('./sandbox.ts'),
      import('./first-steps.ts'),
      import('./control-token.ts'),
      import('@wallet-operations/serving'),
    ],
  );
  checkToken('--token', token);
  const write = bufferedOutput(process.stdout);
  const sandbox = await startSandbox({
    port: integer('--port', values.port, 0, 65535),
    host,
    product,
    running: !values.stopped,
    seeded: !values.empty,
    allowPrivate: values['allow-private'],
    limits: {
      ...(calls === undefined ? {} : { callsPerMinute: orOff('--calls', calls, 1, 1e9) }),
      ...(window === undefined ? {} : { timeWindow: orOff('--window', window, 0, 1e9) }),
      blockInterval: integer('--block', values.block, 1, 86_400),
    },
    ...(overlay === undefined ? {} : { overlay }),
    ...(data === undefined ? {} : { data }),
    ...(seed === undefined ? {} : { seed }),
    ...(token === undefined ? {} : { controlToken: token }),
    ...(values.quiet
      ? {}
      : {
          log: ({ number, method, url, status, because }) => {
            const name = number === undefined ? '' : `#${String(number)} `; // as at /_sandbox/requests/<number>
            write(`${printable(`${name}${method} ${url} → ${String(status)} ${because}`)}\n`);
          },
        }),
  });
  try {
    write(await firstSteps(sandbox, product, token));
  } catch (error) {
    await sandbox.close().catch(() => undefined); // a file that is damaged may not close well either
    throw error;
  }
  onSignal(sandbox.close);
}

function orOff(name: string, text: string, least: number, most: number): number {
  return text === 'off' ? Infinity : integer(name, text, least, most);
}

function integer(name: string, text: string, least: number, most: number): number {
  if (!/^\d{1,10}$/.test(text) || Number(text) < least || Number(text) > most)
    throw new Error(`${name} takes a number from ${String(least)} to ${String(most)}, not ${text}`);
  return Number(text);
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE')
    return `The sandbox cannot listen: ${error.message.replace('listen EADDRINUSE: ', '')}. Choose another port with --port N; 0 takes any free one.`;
  if (code.startsWith('ERR_PARSE_ARGS')) return `${error.message}\n\n${USAGE}`;
  if (code === 'ERR_SQLITE_ERROR') {
    const remedy = remedyOf(error) ?? 'Put back a copy of it';
    return `The data file cannot be used: ${error.message}. ${remedy}, or choose another file with --data FILE.`;
  }
  return error.message;
}
