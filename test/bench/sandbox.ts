/**
 * The sandbox beside Prism's mock, in one run on one machine: requests a second of a balance query and of a withdrawal that is on
 * disk before it is answered; then its memory and its pages of history over 100 000 withdrawals. Ends with 1 where it promises more.
 */
import { hash } from 'node:crypto';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startSandbox, type Sandbox } from '@wallet-operations/sandbox';
import { startProcess } from '../sandbox/process.ts';
import { bytesOf, drive } from './load/drive.ts';

const DOCUMENT = new URL('../../generated/openapi.json', import.meta.url).pathname;
const PRISM = new URL('../../node_modules/.bin/prism', import.meta.url).pathname;
const ROUNDS = 5;
const ADDRESS = '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62';
const TOTAL = 100_000;

interface Access {
  readonly walletId: number;
  readonly apiCode: string;
  readonly secret: string;
  readonly kind: string;
}

let query = 0;
/** A signed request; `q` sets it apart from every other, as a replay would be refused. */
function signed(
  { apiCode, secret }: Access,
  method: string,
  path: string,
  body = '',
  more: readonly string[] = [],
): Buffer {
  const pairs = [`q=${String(query++)}`, ...more, `t=${String(Math.floor(Date.now() / 1000))}`];
  const checksum = hash('sha256', `${[...pairs, ...(body ? [body] : [])].sort().join('&')}&secret=${secret}`);
  return bytesOf(method, `${path}?${pairs.join('&')}`, { 'x-api-code': apiCode, 'x-checksum': checksum }, body);
}

let order = 0;
const withdrawal = (access: Access): Buffer =>
  signed(
    access,
    'POST',
    `/v1/svc/wallets/${String(access.walletId)}/sender/transactions`,
    JSON.stringify({ requests: [{ order_id: `shop1_${String(order++)}`, address: ADDRESS, amount: '0.000001' }] }),
  );
const balance = (access: Access): Buffer =>
  signed(access, 'GET', `/v1/svc/wallets/${String(access.walletId)}/vault/balance`);
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

async function startPrism(): Promise<{ port: number; child: ChildProcess }> {
  const port = 41_000 + (process.pid % 10_000);
  const child = spawn(process.execPath, [PRISM, 'mock', DOCUMENT, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(child.stdout)) if (line.includes('is listening')) break;
  child.stdout.resume();
  return { port, child };
}

interface Candidate {
  readonly name: string;
  readonly port: number;
  readonly make: () => Buffer;
  readonly count: number;
}

/** Requests a second of each, the median of rounds in turn, so that what else the machine does hits all alike. */
async function compare(...candidates: readonly Candidate[]): Promise<number[]> {
  const rates = candidates.map((): number[] => []);
  for (let round = -2; round < ROUNDS; round++)
    for (const [i, { name, port, make, count }] of candidates.entries()) {
      const { perSecond, statuses } = await drive(port, times(count, make));
      if (Object.keys(statuses).join() !== '200') throw new Error(`${name} answered ${JSON.stringify(statuses)}.`);
      if (round >= 0) rates[i]?.push(perSecond); // the first two warm up
    }
  return candidates.map(({ name }, i) => {
    const median = medianOf(rates[i] ?? []);
    process.stdout.write(`${name.padEnd(34)}${median.toFixed(0).padStart(8)} a second\n`);
    return median;
  });
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What is still held after everything unused is let go, in megabytes. */
function heap(): string {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return ((heapUsed + external) / 2 ** 20).toFixed(0);
}

/** Milliseconds of one page from the middle of a history. */
async function pageTime({ port }: Sandbox, access: Access, total: number): Promise<number> {
  const page = signed(access, 'GET', `/v1/svc/wallets/${String(access.walletId)}/sender/transactions`, '', [
    'request_number=100',
    `start_index=${String(Math.floor(total / 2))}`,
  ]);
  return 1000 / (await drive(port, [page], 1)).perSecond;
}

/** Withdraws until the history has so many records. */
async function fill({ port, control }: Sandbox, access: Access, from: number, to: number): Promise<void> {
  for (let done = from; done < to; done += 1000) {
    await drive(
      port,
      times(1000, () => withdrawal(access)),
    );
    await control.mine();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'sandbox-bench-'));
const options = ['--stopped', '--calls', '1000000000'];
const prism = await startPrism();
const inMemory = await startProcess(...options);
const onDisk = await startProcess(...options, '--data', join(folder, 'state.db'));
try {
  const accesses = (await inMemory.control('wallets')) as Access[]; // the same seed, so the same for both
  const vault = accesses.find(({ kind }) => kind === 'vault') as Access;
  const payer = accesses[0] as Access;
  const ports = [prism.port, Number(new URL(inMemory.url).port), Number(new URL(onDisk.url).port)] as const;

  const [prismBalance = 0, ownBalance = 0] = await compare(
    { name: 'Prism, balance', port: ports[0], make: () => balance(vault), count: 1000 },
    { name: 'sandbox, balance', port: ports[1], make: () => balance(vault), count: 10_000 },
  );
  const [prismWithdrawal = 0, durable = 0] = await compare(
    { name: 'Prism, withdrawal', port: ports[0], make: () => withdrawal(payer), count: 1000 },
    { name: 'sandbox, withdrawal in a file', port: ports[2], make: () => withdrawal(payer), count: 3000 },
  );
  const ratios = [ownBalance / prismBalance, durable / prismWithdrawal] as const;
  process.stdout.write(`balance ${ratios[0].toFixed(1)} times, withdrawal ${ratios[1].toFixed(1)} times Prism\n`);

  const inProcess = (name: string): Promise<Sandbox> =>
    startSandbox({ data: join(folder, name), running: false, limits: { callsPerMinute: 1e9 } });
  const [small, large] = [await inProcess('small.db'), await inProcess('large.db')];
  try {
    await fill(small, payer, 0, 1000);
    await fill(large, payer, 0, 20_000);
    const early = heap();
    await fill(large, payer, 20_000, TOTAL);
    const late = heap();
    const pages: [number[], number[]] = [[], []];
    for (let i = 0; i < 100; i++) {
      pages[0].push(await pageTime(small, payer, 1000));
      pages[1].push(await pageTime(large, payer, TOTAL));
    }
    process.stdout.write(
      `page of 100 at 1 000 records ${medianOf(pages[0]).toFixed(2)} ms, at ${String(TOTAL)} ${medianOf(pages[1]).toFixed(2)} ms\n` +
        `memory held after 20 000 withdrawals ${early} MB, after ${String(TOTAL)} ${late} MB\n`,
    );
  } finally {
    await Promise.all([small.close(), large.close()]);
  }
  if (ratios[0] < 10 || ratios[1] < 5) process.exitCode = 1;
} finally {
  const gone = once(prism.child, 'exit');
  prism.child.kill();
  await Promise.all([gone, inMemory.kill(), onDisk.kill()]);
  await rm(folder, { recursive: true });
}
