/** A pack that is killed at any moment, and two at once: the ledger is read first, and no order is ever paid in the place of one that may have been. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { main } from '@wallet-operations/conformance';
import { startPaying, verdictsOf, WORD, type Paying } from './paying.ts';

const CLI = join(import.meta.dirname, '../../../packages/conformance/src/cli.ts');

const sends = (service: Paying): number => service.writes().filter((name) => name === 'withdrawAssets').length;

const argsOf = (service: Paying): string[] => [
  ...['write', '--config', service.configure(), '--ledger', service.ledger, '--yes-spend', WORD],
  ...['--calls', '1000000', '--share', '100', '--wait', '0'],
];

/** The command as a process of its own, with a module before it if there is one. */
function started(service: Paying, before = ''): ChildProcess {
  const args = [
    ...(before === '' ? [] : ['--import', `data:text/javascript,${encodeURIComponent(before)}`]),
    CLI,
    ...argsOf(service),
  ];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...service.environment }, stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test('killed once the service has the order, it finds it by reading, and sends nothing more', async () => {
  const service = await startPaying({ startAt: Date.now() });
  const children: ChildProcess[] = [];
  service.on.answer = ({ operationId }) => {
    if (operationId === 'withdrawAssets') children[0]?.kill('SIGKILL');
    return undefined;
  };
  children.push(started(service));
  const [, signal] = (await once(children[0] as ChildProcess, 'exit')) as [number | null, string];
  expect(signal).toBe('SIGKILL');
  expect(service.lines().map(({ write, outcome }) => write ?? outcome)).toEqual([undefined, 1]);
  const next = await service.write();
  expect(next.exitCode).toBe(0);
  expect(verdictsOf(next)).toEqual(['withdrawal: proved']);
  expect(sends(service)).toBe(1);
  expect(service.paid()).toMatchObject({ orders: 1, total: 0.25 });
}, 60_000);

/** Those that the README names. */
const ENDING = ['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGQUIT', 'SIGALRM', 'SIGUSR2', 'SIGXCPU'] as const;

test.each(ENDING)(
  '%s while the order is on its way lets it report what is open',
  async (signal) => {
    const service = await startPaying({ startAt: Date.now() });
    const child = started(service);
    const ended = once(child, 'close');
    service.on.answer = async ({ operationId }) => {
      if (operationId !== 'withdrawAssets') return undefined;
      child.kill(signal);
      await ended; // on a busy machine a process hears a signal later than an answer
      return 'no answer';
    };
    const [said, [code]] = await Promise.all([text(child.stdout as Readable), ended]);
    expect(code).toBe(1);
    expect(said).toContain('It was interrupted.');
    expect(said).toMatch(/unclear.*withdrawal/i);
    expect(service.paid().orders).toBe(1);
  },
  60_000,
);

test.each(['getApiCodeStatus', 'listWallets', 'listWalletBalances'])(
  'a signal ends %s that nobody answers, and nothing is asked behind it',
  async (operationId) => {
    const service = await startPaying({ startAt: Date.now() });
    const child = started(service);
    const ended = once(child, 'close');
    const asked: string[] = [];
    service.on.request = async (came) => {
      if (asked.push(came.operationId ?? '') && came.operationId !== operationId) return undefined;
      child.kill('SIGTERM');
      await ended;
      return 'no answer';
    };
    const [said, [code]] = await Promise.all([text(child.stdout as Readable), ended]);
    expect(code).toBe(1);
    expect(said).toContain('It was interrupted.');
    expect(asked.at(-1)).toBe(operationId);
    expect(asked.filter((one) => one === operationId).length).toBeLessThanOrEqual(1);
    expect(service.paid().orders).toBe(0);
  },
  20_000, // no wait for an answer, which is 30 s
);

test('a signal that came before the request left keeps it from leaving, and it is told as not sent', async () => {
  const service = await startPaying({ startAt: Date.now() });
  const before = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
    const own = fs.fsyncSync; let times = 0;
    fs.fsyncSync = (fd) => { own(fd); if (++times === 3) process.kill(process.pid, 'SIGTERM'); };
    syncBuiltinESMExports();`; // the heading, its folder, and then the line
  const child = started(service, before);
  const [said, [code]] = await Promise.all([text(child.stdout as Readable), once(child, 'close')]);
  expect(code).toBe(1);
  expect(said).toContain('It was interrupted.');
  expect(said.replace(/\s+/g, ' ')).toContain('not sent: withdrawal (write 1): its request never left');
  expect(service.lines().at(-1)).toMatchObject({ of: 1, outcome: 'not sent' });
  expect(service.writes()).toEqual([]);
  expect(service.paid().orders).toBe(0);
}, 60_000);

test('killed between the line of the ledger and the request, it sends nothing more for it', async () => {
  const service = await startPaying({ startAt: Date.now() });
  const before = `const send = globalThis.fetch;
    globalThis.fetch = (url, init) => (init.body?.includes('order_id') ? process.kill(process.pid, 'SIGKILL') : send(url, init));`;
  const [, signal] = (await once(started(service, before), 'exit')) as [number | null, string];
  expect(signal).toBe('SIGKILL');
  expect(service.lines().map(({ write }) => write)).toEqual([undefined, 1]); // it stood there before
  expect(service.paid().orders).toBe(0);
  for (let run = 0; run < 2; run++) expect(verdictsOf(await service.write())).toEqual(['withdrawal: unclear']);
  expect(sends(service)).toBe(0);
  expect(service.paid().orders).toBe(0);
}, 60_000);

test('whatever of its ledger was on the disk when it was killed', async () => {
  const service = await startPaying();
  const { control } = service.sandbox;
  const unpaid = await control.snapshot();
  await service.write();
  const paid = await control.snapshot();
  const whole = readFileSync(service.ledger);
  const ends = [...whole.keys()].filter((at) => whole[at] === 10).map((at) => at + 1);
  const [, intent = 0, , proved = 0] = ends;
  /** Each end of a line, what is around it, and some of what is between. */
  const cuts = [
    ...new Set([...ends.flatMap((at) => [at - 1, at, at + 1]), ...Array.from({ length: 20 }, (_, i) => i * 41)]),
  ];
  for (const cut of cuts.filter((at) => at <= whole.length)) {
    const isOnDisk = cut >= intent;
    for (const { snapshot } of isOnDisk ? [paid, unpaid] : [unpaid]) {
      await control.restore({ snapshot });
      const had = service.paid().orders;
      const before = sends(service);
      writeFileSync(service.ledger, whole.subarray(0, cut));
      const result = await service.write();
      if (cut > 0 && !ends.includes(cut)) {
        // what a kill has left; or a later hand, and then it was paid
        const says = cut < (ends[0] ?? 0) ? 'is no ledger' : 'does not end with a whole line';
        expect(result).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(says) as string });
        expect([sends(service) - before, readFileSync(service.ledger).length]).toEqual([0, cut]);
        continue;
      }
      expect(service.lines().length).toBeGreaterThan(1); // each of them whole again
      const isDone = cut >= proved;
      const expected = !isOnDisk || isDone ? 1 : 0;
      expect({ cut, had, sent: sends(service) - before }).toEqual({ cut, had, sent: expected });
      expect(service.paid().orders).toBe(had + expected);
      expect(result.exitCode).toBe(had + expected === 0 ? 1 : 0);
    }
  }
});

test.each([
  ['a line is gone', (lines: string[]) => lines.filter((_, i) => i !== 1), 'a line is missing'],
  [
    'a line is of another wallet',
    (lines: string[]) => lines.with(1, (lines[1] ?? '').replace(/"wallet":"\d+"/, '"wallet":"99"')),
    'line 2 is of another wallet than the ledger',
  ],
  ['a line is broken', (lines: string[]) => lines.with(1, `${lines[1] ?? ''}}`), 'line 2 is no line of a ledger'],
  [
    'an amount is odd',
    (lines: string[]) => lines.map((line) => line.replace('"0.25"', '"-5"')),
    'is no line of a ledger',
  ],
  [
    'an amount is nothing',
    (lines: string[]) => lines.map((line) => line.replace('"0.25"', '"0.00"')),
    'is no line of a ledger',
  ],
  [
    'the wallet is another',
    (lines: string[]) => lines.map((line) => line.replace('"wallet":"', '"wallet":"9')),
    'of another wallet',
  ],
])('a ledger in which %s is refused, and nothing is sent', async (_, change, says) => {
  const service = await startPaying();
  await service.write();
  const came = service.came.length;
  writeFileSync(service.ledger, change(readFileSync(service.ledger, 'utf8').split('\n')).join('\n'));
  const { exitCode, stderr } = await service.write();
  expect(exitCode).toBe(2);
  expect(stderr).toContain(says);
  expect(service.came).toHaveLength(came);
});

/** What may stand where the line of the second withdrawal of a ledger should: that of a line, or of none. */
const ENDS: readonly (readonly [what: string, of: (line: string) => string])[] = [
  ['a whole line without its end', (line) => line],
  ['a line that lost its first half', (line) => line.slice(20)],
  ['a line of which the disk has zeros', (line) => '\0'.repeat(line.length)],
  ['a line of which the first sign is zero', (line) => line.replace('{', '\0')],
  ['a line behind zeros', (line) => `\0\0${line}`],
  ['a line behind a space', (line) => ` ${line.slice(0, 90)}`],
  ['half a line in another order', () => '{"order":{"order_id":"shop1_conform_1'],
  ['half a line of an outcome', () => '{"of":1,"at'],
  ['something else', () => 'dear diary'],
  ['a carriage return', () => '\r'],
];

test.each(ENDS)('a ledger that ends with %s is refused, stays as it is, and nothing is sent', async (_, of) => {
  const service = await startPaying();
  await service.write();
  await service.write();
  const lines = readFileSync(service.ledger, 'utf8').split('\n');
  const second = lines.findIndex((line) => line.startsWith('{"write":2'));
  const text = [...lines.slice(0, second), of(lines[second] ?? '')].join('\n');
  writeFileSync(service.ledger, text);
  const { exitCode, stderr } = await service.write(['--yes-spend', WORD], { at_most: '5' });
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/does not end with a whole line.* take one amount off at_most/);
  expect(readFileSync(service.ledger, 'utf8')).toBe(text);
  expect(service.paid().orders).toBe(2);
});

test('no text of a ledger that is in use, broken or another’s asks for another file', async () => {
  const service = await startPaying();
  const said: string[] = [];
  service.on.request = async ({ operationId }) => {
    if (operationId === 'withdrawAssets') said.push((await service.write()).stderr);
    return undefined;
  };
  await service.write();
  const whole = readFileSync(service.ledger, 'utf8');
  const broken = [
    whole.slice(0, 20),
    whole.slice(0, -1),
    whole.slice(10),
    `${whole}x\n`,
    whole.replace('svc', 'other'),
  ];
  for (const text of [...broken, whole.replace('"write":1', '"write":2')]) {
    writeFileSync(service.ledger, text);
    said.push((await service.write()).stderr);
  }
  rmSync(`${service.ledger}.lock`);
  mkdirSync(`${service.ledger}.lock`); // as a full disk, it lets nobody lock it
  said.push((await service.write()).stderr);
  expect(said.at(-1)).toContain('.lock cannot be locked');
  expect(said).toHaveLength(8);
  for (const text of said) {
    expect(text).toMatch(/ledger\.jsonl/);
    expect(text).not.toMatch(/\b(another|new|other) (file|place|path|ledger|one)\b|give another/i);
  }
});

test('a ledger has one process at a time, and one run within a process', async () => {
  const service = await startPaying({ startAt: Date.now() });
  const refusals: string[] = [];
  service.on.request = async ({ operationId }) => {
    if (operationId !== 'withdrawAssets') return undefined;
    refusals.push((await service.write()).stderr);
    const other = promisify(execFile)(process.execPath, [CLI, ...argsOf(service)], {
      env: { ...process.env, ...service.environment },
    });
    refusals.push(
      await other.then(
        () => '',
        (error: unknown) => (error as { readonly stderr: string }).stderr,
      ),
    );
    return undefined;
  };
  expect((await service.write()).exitCode).toBe(0);
  expect(refusals).toHaveLength(2);
  for (const refusal of refusals) expect(refusal).toContain('is in use by another process');
  expect(service.paid().orders).toBe(1);
}, 60_000);

test.each([
  ['nothing', 1024],
  ['a part of it', 1000],
])(
  'a line of which %s gets onto the disk is not sent, and the next run goes on',
  async (_, size) => {
    const service = await startPaying({ startAt: Date.now() });
    await service.write();
    const text = readFileSync(service.ledger, 'utf8').padEnd(size, '\n'); // empty lines say nothing
    writeFileSync(service.ledger, text);
    // no file may be larger than 1024 bytes
    const limited = ['-c', 'ulimit -f 1; exec "$0" "$@"', process.execPath, CLI, ...argsOf(service)];
    const env = { ...process.env, ...service.environment, NODE_DISABLE_COMPILE_CACHE: '1' };
    const outcome: unknown = await promisify(execFile)('bash', limited, { env }).catch((error: unknown) => error);
    expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining('EFBIG') as string });
    const { stdout } = outcome as { readonly stdout: string };
    expect(stdout.replace(/\s+/g, ' ')).toContain('ledger.jsonl cannot be written: EFBIG. Nothing more is sent.');
    expect(stdout).not.toContain('fault of the pack');
    expect(sends(service)).toBe(1);
    expect(service.paid().orders).toBe(1);
    expect(readFileSync(service.ledger, 'utf8')).toBe(text);
    await service.write();
    expect(service.paid().orders).toBe(2);
  },
  60_000,
);

/** A run with a disk that fails when it is asked for the so many-th time whether it has what was written. */
async function onFailingDisk(service: Paying, time: number): Promise<{ stdout: string; stderr: string }> {
  const before = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
    const own = fs.fsyncSync; let times = 0;
    fs.fsyncSync = (fd) => { if (++times === ${String(time)}) throw new Error('EIO: i/o error, fsync'); own(fd); };
    syncBuiltinESMExports();`;
  const child = started(service, before);
  const said = [child.stdout, child.stderr].map((output) => text(output as Readable));
  expect(await once(child, 'exit')).toEqual([2, null]);
  const [stdout = '', stderr = ''] = await Promise.all(said);
  expect(stdout).not.toContain('fault of the pack'); // but of the disk
  return { stdout: stdout.replace(/\s+/g, ' '), stderr };
}

test('a line of which the disk does not say that it has it is not sent, and is counted', async () => {
  const service = await startPaying({ startAt: Date.now() });
  const { stdout, stderr } = await onFailingDisk(service, 3); // the heading, its folder, and then the line
  expect(stderr).toContain('EIO');
  expect(service.came.length).toBeGreaterThan(3);
  expect(service.writes()).toEqual([]);
  expect(stdout).toContain('not sent: withdrawal (write 1): its request never left');
  expect(stdout).toContain('The ledger counts 0.25 of at most 0.6 ETH.');
  expect(service.lines()).toHaveLength(2); // for the next run finds it there
  expect((await service.write()).stdout).toContain('The ledger counts 0.25 of at most 0.6 ETH.');
}, 60_000);

test.each([
  ['that it was accepted', 4, 'unclear: withdrawal (write 1): it was accepted, and the run ended before a read told'],
  ['that it is proved', 5, 'proved: withdrawal (write 1): a read showed it'],
])(
  'where the disk does not say that it has %s, it is told and counted all the same',
  async (_, time, says) => {
    const service = await startPaying({ startAt: Date.now() });
    const { stdout } = await onFailingDisk(service, time);
    expect(stdout).toContain(says);
    expect(stdout).toContain('ledger.jsonl cannot be written: EIO');
    expect(stdout).toContain(`Orders that were sent: ${String(service.paid().ids[0])} of 0.25 ETH.`);
    expect(stdout).toContain('The ledger counts 0.25 of at most 0.6 ETH.');
    expect(service.paid()).toMatchObject({ orders: 1, total: 0.25 });
  },
  60_000,
);

test.each([
  ['away', () => undefined],
  [
    'away, with a link to it in its place,',
    (ledger: string) => {
      symlinkSync(`${ledger}.moved`, ledger); // whoever opens it through that has another lock
    },
  ],
])('a ledger that is moved %s while it is in use is no ledger any more', async (_, then) => {
  const service = await startPaying();
  service.on.request = ({ operationId }) => {
    if (operationId !== 'getWithdrawalState' || existsSync(`${service.ledger}.moved`)) return undefined;
    renameSync(service.ledger, `${service.ledger}.moved`);
    then(service.ledger);
    return undefined;
  };
  const { exitCode, stderr } = await service.write();
  expect(exitCode).toBe(2);
  expect(stderr).toContain('was moved or taken away');
  expect(service.writes()).toEqual([]);
});

/** What others do to a ledger and its lock while a run is at work. */
const MEDDLES: readonly (readonly [
  what: string,
  meddle: (service: Paying) => Promise<unknown>,
  says: string,
  paid: number,
])[] = [
  [
    'its lock is taken away, and a second run pays',
    (service) => {
      rmSync(`${service.ledger}.lock`);
      return service.write(['--yes-spend', WORD], { at_most: '0.25' });
    },
    'ledger.jsonl.lock was taken away',
    1,
  ],
  [
    'its lock is taken away',
    (service) => {
      rmSync(`${service.ledger}.lock`);
      return Promise.resolve();
    },
    'ledger.jsonl.lock was taken away',
    0,
  ],
  [
    'another lock is put in the place of its own',
    (service) => {
      writeAnew(`${service.ledger}.lock`, '');
      return Promise.resolve();
    },
    'ledger.jsonl.lock was taken away',
    0,
  ],
  [
    'an editor saves it as a new file',
    (service) => {
      writeAnew(service.ledger, readFileSync(service.ledger));
      return Promise.resolve();
    },
    'ledger.jsonl was moved or taken away',
    0,
  ],
  [
    'a line is added to it',
    (service) => {
      appendFileSync(service.ledger, '\n');
      return Promise.resolve();
    },
    'ledger.jsonl was changed by another process',
    0,
  ],
  [
    'it is emptied',
    (service) => {
      truncateSync(service.ledger);
      return Promise.resolve();
    },
    'ledger.jsonl was changed by another process',
    0,
  ],
];

/** A file of the same name, which is another. */
function writeAnew(file: string, text: string | Buffer): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

test.each(MEDDLES)('where %s meanwhile, a run sends nothing', async (_, meddle, says, paid) => {
  const service = await startPaying();
  let times = 0;
  service.on.request = async ({ operationId }) => {
    if (operationId === 'getWithdrawalState' && ++times === 1) await meddle(service);
    return undefined;
  };
  const before = service.came.length;
  const { exitCode, stderr } = await service.write(['--yes-spend', WORD], { at_most: '0.25' });
  expect(service.came.length).toBeGreaterThan(before);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(says) as string });
  expect(service.paid().orders).toBe(paid);
});

test('where its lock is taken away once its line is written, a run sends nothing', async () => {
  const service = await startPaying({ startAt: Date.now() });
  const before = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
    const own = fs.fsyncSync; let times = 0;
    fs.fsyncSync = (fd) => { own(fd); if (++times === 3) fs.rmSync(${JSON.stringify(`${service.ledger}.lock`)}); };
    syncBuiltinESMExports();`;
  const child = started(service, before);
  const said = [child.stdout, child.stderr].map((output) => text(output as Readable));
  expect(await once(child, 'exit')).toEqual([2, null]);
  const [stdout, stderr] = await Promise.all(said);
  expect(stderr).toContain('ledger.jsonl.lock was taken away');
  expect(stdout?.replace(/\s+/g, ' ')).toContain('not sent: withdrawal (write 1): its request never left');
  expect(service.lines().map(({ write }) => write)).toEqual([undefined, 1]);
  expect(service.writes()).toEqual([]);
}, 60_000);

test('an interruption leaves what was sent open, and the next run finds it', async () => {
  const service = await startPaying();
  const ending = new AbortController();
  service.on.answer = ({ operationId }) => {
    if (operationId !== 'withdrawAssets') return undefined;
    ending.abort();
    return 'no answer';
  };
  let stdout = '';
  const write = (text: string): string => (stdout += text);
  const exitCode = await main(argsOf(service), {
    ...{ write, complain: write, environment: service.environment, isTerminal: false, signal: ending.signal },
    clock: { now: service.sandbox.now, pass: () => Promise.resolve() },
  });
  expect(exitCode).toBe(1);
  expect(stdout).toContain('It was interrupted.');
  expect(stdout).toContain('unclear: withdrawal (write 1)');
  expect(stdout.replace(/\s+/g, ' ')).toContain('wallet-conform close --write');
  expect(stdout).not.toContain('There was nothing to write');
  expect(stdout).toContain('The ledger counts 0.25 of at most 0.6 ETH.');
  service.on.answer = () => undefined;
  expect(verdictsOf(await service.write())).toEqual(['withdrawal: proved']);
  expect(service.paid().orders).toBe(1);
});

/** A run that is interrupted once this is true, which is asked whenever it looks at its clock. */
async function interrupted(service: Paying, isTime: () => boolean): Promise<{ exitCode: number; stdout: string }> {
  const ending = new AbortController();
  let stdout = '';
  const write = (text: string): string => (stdout += text);
  const now = (): number => {
    if (isTime()) ending.abort();
    return service.sandbox.now();
  };
  const exitCode = await main(argsOf(service), {
    ...{ write, complain: write, environment: service.environment, isTerminal: false, signal: ending.signal },
    clock: { now, pass: () => Promise.resolve() },
  });
  return { exitCode, stdout: stdout.replace(/\s+/g, ' ') };
}

test('what is interrupted between its line and its request was not sent, is told so, and is not open', async () => {
  const service = await startPaying();
  const { exitCode, stdout } = await interrupted(service, () =>
    readFileSync(service.ledger, 'utf8').includes('"write":1'),
  );
  expect(exitCode).toBe(1);
  expect(stdout).toContain('not sent: withdrawal (write 1): its request never left');
  expect(stdout).toContain('It was interrupted.');
  expect(stdout).toContain('The ledger counts 0.25 of at most 0.6 ETH.');
  expect(sends(service)).toBe(0);
  expect(service.lines().at(-1)).toMatchObject({ of: 1, outcome: 'not sent' });
  const next = await service.write();
  expect(verdictsOf(next)).toEqual(['withdrawal: proved', 'balance: proved']);
  expect(next.stdout).toContain('The ledger counts 0.5 of at most 0.6 ETH.');
  expect(service.paid().orders).toBe(1);
});

test('a whitelist entry that never left is sent by the next run', async () => {
  const service = await startPaying();
  const file = service.configure({ whitelist_entry: true });
  const configured = { ...service, configure: () => file };
  const { stdout } = await interrupted(configured, () => readFileSync(service.ledger, 'utf8').includes('"write":1'));
  expect(stdout).toContain('not sent: whitelist entry (write 1): its request never left');
  const next = await service.write(undefined, { whitelist_entry: true });
  expect(verdictsOf(next)).toEqual(['whitelist entry: proved', 'withdrawal: proved', 'balance: proved']);
  expect(service.writes()).toEqual(['addWhitelistEntries', 'withdrawAssets']);
});

test('what no connection came about for was not sent', async () => {
  const service = await startPaying();
  const own = globalThis.fetch;
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation((url, init) =>
      typeof init?.body === 'string' && init.body.includes('order_id')
        ? Promise.reject(new TypeError('fetch failed', { cause: refused }))
        : own(url, init),
    );
  onTestFinished(() => {
    fetched.mockRestore();
  });
  const { effects } = await service.write();
  expect(effects).toMatchObject([{ verdict: 'not sent', evidence: expect.stringContaining('never left') as string }]);
  expect(service.lines().at(-1)).toMatchObject({ of: 1, outcome: 'not sent' });
});

test.each([
  [
    'is interrupted',
    async (service: Paying) => (await interrupted(service, () => service.came.length > 0)).stdout,
    'It was interrupted.',
  ],
  [
    'may not write',
    async (service: Paying) => {
      service.on.request = ({ operationId }) => (operationId === 'listWallets' ? { status: 500, body: '' } : undefined);
      return (await service.write()).stdout.replace(/\s+/g, ' ');
    },
    'Nothing was written.',
  ],
])('a run that %s tells what is open since an earlier one', async (_, next, why) => {
  const service = await startPaying();
  await service.sandbox.control.injectFault({ kind: 'lost-request', operationId: 'withdrawAssets' });
  await service.write();
  service.came.length = 0;
  const stdout = await next(service);
  expect(stdout).toContain(
    'unclear: withdrawal (write 1): it is open since an earlier run, and this one ended before it asked',
  );
  expect(stdout).toContain(why);
  expect(stdout).toContain('wallet-conform close --write');
});
