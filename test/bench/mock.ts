/**
 * How fast the mock is beside `prism mock` with its defaults, both as processes that log to a pipe, in one run: requests a second
 * on a GET and on a withdrawal, and time from start to first answer. Medians; the mock has to be twice as fast, and no slower
 * to start.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const CONNECTIONS = 10;
const ROUNDS = 7;
const SECONDS = 1;
const STARTS = 5;
const TIMES_FASTER = 2;

const require = createRequire(import.meta.url);
const ROOT = join(import.meta.dirname, '..', '..');
const COMMANDS = {
  mock: [join(ROOT, 'packages', 'mock', 'src', 'cli.ts'), '--port', '0'],
  prism: [
    require.resolve('@stoplight/prism-cli/dist/index.js'),
    'mock',
    join(ROOT, 'generated', 'openapi.json'),
    '--port',
    '0',
  ],
};

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

const order = { order_id: 'shop1_1', address: '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62', amount: '1.5' };
const CALLS: Record<string, Call> = {
  GET: { method: 'GET', path: '/v1/svc/wallets/635743/vault/balance?t=1' },
  withdrawal: {
    method: 'POST',
    path: '/v1/svc/wallets/635743/sender/transactions?t=1',
    body: JSON.stringify({ requests: [order] }),
  },
};

interface Running {
  readonly url: string;
  readonly child: ChildProcess;
}

/** Starts a command, and waits for the line with its address. All that it prints is read, as a terminal would. */
async function start(args: readonly string[]): Promise<Running> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const address = /^Mock {2}(\S+)|listening on (\S+)/.exec(line);
      if (address) resolve(address[1] ?? address[2] ?? '');
    });
    child.once('exit', () => {
      reject(new Error(`It ended before it listened: ${args.join(' ')}`));
    });
  });
  return { url, child };
}

async function stop({ child }: Running): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** One call, its answer read to the end. */
function send(url: string, { method, path, body }: Call, agent?: Agent): Promise<void> {
  const headers = {
    'x-api-code': 'code',
    'x-checksum': 'sum',
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const call = request(url + path, { method, headers, ...(agent && { agent }) }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${method} ${path} got ${String(response.statusCode)}`));
      });
    });
    call.on('error', reject).end(body);
  });
}

/** Requests a second. */
async function rate(url: string, call: Call): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const begin = performance.now();
  const end = begin + SECONDS * 1000;
  let count = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      await send(url, call, agent);
      count++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  agent.destroy();
  return count / ((performance.now() - begin) / 1000);
}

/** Milliseconds from the start of the process to its first answer. */
async function startTime(args: readonly string[]): Promise<number> {
  const begin = performance.now();
  const running = await start(args);
  await send(running.url, CALLS.GET as Call);
  const time = performance.now() - begin;
  await stop(running);
  return time;
}

const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1] ?? NaN;

const starts = { mock: [] as number[], prism: [] as number[] };
for (let i = 0; i < STARTS; i++)
  for (const name of ['mock', 'prism'] as const) starts[name].push(await startTime(COMMANDS[name]));
const [mockStart, prismStart] = [median(starts.mock), median(starts.prism)];
console.log(`start       mock ${mockStart.toFixed(0).padStart(6)} ms    prism ${prismStart.toFixed(0).padStart(6)} ms`);
if (mockStart > prismStart) process.exitCode = 1;

const running = { mock: await start(COMMANDS.mock), prism: await start(COMMANDS.prism) };
for (const [name, call] of Object.entries(CALLS)) {
  const rates = { mock: [] as number[], prism: [] as number[] };
  // The first round only warms up.
  for (let round = 0; round <= ROUNDS; round++)
    for (const which of ['mock', 'prism'] as const) {
      const measured = await rate(running[which].url, call);
      if (round > 0) rates[which].push(measured);
    }
  const [mock, prism] = [median(rates.mock), median(rates.prism)];
  const times = mock / prism;
  console.log(
    `${name.padEnd(11)} mock ${mock.toFixed(0).padStart(6)} /s    prism ${prism.toFixed(0).padStart(6)} /s    ${times.toFixed(1)} times`,
  );
  if (times < TIMES_FASTER) process.exitCode = 1;
}
await Promise.all(Object.values(running).map(stop));
