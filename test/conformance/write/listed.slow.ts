/** The two writes that cost nothing and stay: each is made once in a ledger, and told as what a read shows of it, in each run. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { command } from '../harness.ts';
import { OWN, startPaying, verdictsOf, WORD, type Paying } from './paying.ts';

const PROVED = ['withdrawal: proved', 'balance: proved'];
const sends = (service: Paying): number => service.writes().filter((name) => name === 'withdrawAssets').length;

const LISTED = { whitelist_entry: true };

test('a whitelist entry and a deposit address are made once, proved, and not made again', async () => {
  const service = await startPaying();
  const changes = { ...LISTED, deposit_address: { wallet: String(service.tagged.walletId), memo: '77' } };
  const one = await service.write(undefined, changes);
  expect(verdictsOf(one)).toEqual(['deposit address: proved', 'whitelist entry: proved', ...PROVED]);
  expect(verdictsOf(await service.write(undefined, changes))).toEqual(PROVED);
  expect(service.writes()).toEqual([
    'createDepositAddresses',
    'addWhitelistEntries',
    'withdrawAssets',
    'withdrawAssets',
  ]);
});

test('what is there already is not sent', async () => {
  const service = await startPaying();
  await service.write(undefined, LISTED);
  writeFileSync(service.ledger, ''); // a ledger that knows of nothing
  expect(verdictsOf(await service.write(undefined, LISTED))).toEqual(['whitelist entry: there already', ...PROVED]);
  expect(service.writes().filter((name) => name === 'addWhitelistEntries')).toHaveLength(1);
});

test.each([
  ['lost-answer', ['whitelist entry: proved', ...PROVED]],
  ['lost-request', ['whitelist entry: unclear']],
] as const)('a whitelist entry with a %s; nothing is written behind what is unclear', async (kind, verdicts) => {
  const service = await startPaying();
  await service.sandbox.control.injectFault({ kind, operationId: 'addWhitelistEntries' });
  expect(verdictsOf(await service.write(undefined, LISTED))).toEqual(verdicts);
  expect(sends(service)).toBe(verdicts.length > 1 ? 1 : 0);
  if (verdicts.length > 1) return;
  expect(verdictsOf(await service.write(undefined, LISTED))).toEqual(verdicts);
  expect(service.writes()).toEqual(['addWhitelistEntries']);
});

const NOT_LISTED = {
  checkWhitelistEntry: { status: 400, body: { error_code: 703, error: 'Operation failed', message: 'not found' } },
  listDepositAddresses: { status: 200, body: { wallet_count: 0, wallet_address: [] } },
} as const;

const REFUSED = {
  row: { status: 400, body: { error_code: 112, error: 'Invalid parameter' } },
  full: {
    status: 403,
    body: { error_code: 706, error: 'Exceed max allow wallet limitation, Upgrade your SKU to get more wallets' },
  },
  throttled: { status: 403, body: { error: 'Forbidden. Call too frequently (300 calls/minute)' } },
} as const;

test.each([
  ['whitelist entry', 'addWhitelistEntries', 'checkWhitelistEntry', 'row', 'refused', 'malformed_body'],
  ['whitelist entry', 'addWhitelistEntries', 'checkWhitelistEntry', 'throttled', 'not taken', 'call_too_frequently'],
  ['deposit address', 'createDepositAddresses', 'listDepositAddresses', 'full', 'refused', 'address_limit_reached'],
  [
    'deposit address',
    'createDepositAddresses',
    'listDepositAddresses',
    'throttled',
    'not taken',
    'call_too_frequently',
  ],
] as const)(
  'a %s that is made and refused, and does not show, is sent once, and told as what it is (%s, %s, %s)',
  async (what, sent, read, how, verdict, row) => {
    const service = await startPaying();
    let isShown = false;
    service.on.answer = ({ operationId }) =>
      operationId === sent ? REFUSED[how] : operationId === read && !isShown ? NOT_LISTED[read] : undefined;
    const asked = {
      whitelist_entry: sent === 'addWhitelistEntries',
      ...(sent === 'createDepositAddresses' && {
        deposit_address: { wallet: String(service.tagged.walletId), memo: '77' },
      }),
    };
    const made = () => service.writes().filter((name) => name === sent).length;
    const first = await service.write(undefined, asked);
    expect(first.exitCode).toBe(1);
    expect(first.effects[0]).toMatchObject({ what, verdict });
    expect(first.effects[0]?.evidence).toContain(row);
    expect(made()).toBe(1);
    // behind what was turned away nothing is written, in no run
    const behind = verdict === 'not taken' ? [] : [{ verdict: 'proved' }, { verdict: 'proved' }];
    for (let run = 0; run < 2; run++) {
      const { exitCode, effects, stdout } = await service.write(undefined, { ...asked, at_most: '5' });
      expect(exitCode).toBe(1);
      expect(stdout).not.toContain('Each effect is proved');
      expect(effects).toMatchObject([{ what, verdict }, ...behind]);
      expect(effects[0]?.evidence).toMatch(new RegExp(`\\(${row}\\).* it is not sent again`));
    }
    isShown = true;
    const late = await service.write(undefined, { ...asked, at_most: '5' });
    expect(verdictsOf(late)).toEqual([`${what}: differs`, ...PROVED]);
    expect(late.effects[0]?.evidence).toBe(`an earlier run was told that there was none, and ${read} has it by now`);
    expect(late.exitCode).toBe(1);
    expect(service.lines().find(({ of, outcome }) => of === 1 && outcome === 'proved')).toBeDefined();
    const last = await service.write(undefined, { ...asked, at_most: '5' });
    expect(verdictsOf(last)).toEqual(PROVED);
    expect(last.exitCode).toBe(0);
    expect(made()).toBe(1);
  },
);

test('a wallet is read for what is open only once its code is seen to be the activated one', async () => {
  const service = await startPaying();
  await service.sandbox.control.injectFault({ kind: 'lost-request', operationId: 'createDepositAddresses' });
  const asked = { deposit_address: { wallet: String(service.tagged.walletId), memo: '77' } };
  expect(verdictsOf(await service.write(undefined, asked))).toEqual(['deposit address: unclear']);
  service.came.length = 0;
  expect(verdictsOf(await service.write())).toEqual(['deposit address: unclear']); // which is not asked for any more
  const names = service.came.map(({ operationId }) => operationId);
  expect(names.slice(0, names.indexOf('listDepositAddresses'))).toEqual([
    'getApiCodeStatus',
    'getApiCodeStatus',
    'listWallets',
  ]);
});

test('a refusal of a whitelist entry is looked up until the wait is over', async () => {
  const service = await startPaying();
  let reads = 0;
  service.on.answer = ({ operationId }) =>
    operationId === 'addWhitelistEntries'
      ? REFUSED.row
      : operationId === 'checkWhitelistEntry' && ++reads < 4
        ? NOT_LISTED.checkWhitelistEntry
        : undefined;
  const { exitCode, effects } = await service.write(undefined, LISTED);
  expect(exitCode).toBe(1);
  expect(effects[0]).toMatchObject({
    verdict: 'differs',
    evidence: 'it was refused (malformed_body), and checkWhitelistEntry has it all the same',
  });
  expect(reads).toBe(4);
});

test.each(
  [
    [
      400,
      { error_code: 9001, error: 'No' },
      'it was refused (another_error_code), and checkWhitelistEntry has it all the same',
    ],
    [200, { added_items: [] }, 'its answer does not have it, and checkWhitelistEntry does'],
    ...[{ address: 'another' }, { address: OWN, memo: '7' }, { address: OWN, user_id: 'bob' }].map((item) => [
      200,
      { added_items: [{ memo: '', user_id: '', ...item }] },
      'its answer does not have it, and checkWhitelistEntry does',
    ]),
  ].flatMap(([status, body, evidence]) =>
    ['the same run', 'the next one'].map(
      (when) => ({ status, body, evidence, when }) as { status: number; body: object; evidence: string; when: string },
    ),
  ),
)(
  'an entry that is made, and answered with $status and $body, differs where it shows in $when',
  async ({ status, body, evidence, when }) => {
    const service = await startPaying();
    let isSilent = when === 'the next one';
    service.on.answer = ({ operationId }) =>
      operationId === 'addWhitelistEntries'
        ? { status, body }
        : operationId === 'checkWhitelistEntry' && isSilent
          ? NOT_LISTED.checkWhitelistEntry
          : undefined;
    if (isSilent) {
      expect(verdictsOf(await service.write(undefined, LISTED))).toEqual(['whitelist entry: unclear']);
      isSilent = false;
    }
    const { exitCode, effects } = await service.write(undefined, LISTED);
    expect(exitCode).toBe(1);
    expect(effects[0]).toMatchObject({ verdict: 'differs', evidence });
    expect(service.writes()).toEqual(['addWhitelistEntries', 'withdrawAssets']);
  },
);

test('what was closed by hand and never seen is not proved, and keeps nothing else from being written', async () => {
  const service = await startPaying();
  service.on.answer = ({ operationId }) =>
    operationId === 'checkWhitelistEntry' ? NOT_LISTED.checkWhitelistEntry : undefined;
  expect(verdictsOf(await service.write(undefined, LISTED))).toEqual(['whitelist entry: not seen']);
  const reason = 'the panel has no such entry';
  await command(['close', '--ledger', service.ledger, '--write', '1', '--reason', reason]);
  const next = await service.write(undefined, LISTED);
  expect(verdictsOf(next)).toEqual(['whitelist entry: closed by hand', ...PROVED]);
  expect(next.exitCode).toBe(1);
  expect(next.stdout).toContain('Not every effect is proved.');
  expect(service.writes()).toEqual(['addWhitelistEntries', 'withdrawAssets']);
});

test('a deposit address of a wallet without memos may cost a fee, and is not made', async () => {
  const service = await startPaying();
  const { control } = service.sandbox;
  const deposit = await control.createWallet({ kind: 'deposit', currency: 'ETH', balance: '1' });
  const { wallets } = JSON.parse(readFileSync(service.configure(), 'utf8')) as { wallets: object[] };
  const codes = { apiCode: 'env:DEPOSIT_CODE', secret: 'env:DEPOSIT_SECRET' };
  const config = service.configure(
    { deposit_address: { wallet: String(deposit.walletId), memo: '7' } },
    { wallets: [...wallets, { id: String(deposit.walletId), kind: 'deposit', ...codes }] },
  );
  const { exitCode, stdout } = await command(
    ['write', '--config', config, '--ledger', service.ledger, '--yes-spend', WORD],
    { now: service.sandbox.now, pass: () => Promise.resolve() },
    { ...service.environment, DEPOSIT_CODE: deposit.apiCode, DEPOSIT_SECRET: deposit.secret },
  );
  expect(exitCode).toBe(1);
  expect(stdout).toContain('has no memos');
  expect(service.writes()).toEqual([]);
});

test.each([
  ['listDepositAddresses', 'deposit_address', { wallet_address: [null], wallet_count: 1 }],
  ['checkWhitelistEntry', 'whitelist_entry', null],
])('%s without a record is no fault of the pack', async (operationId, key, body) => {
  const service = await startPaying();
  service.on.answer = (came) => (came.operationId === operationId ? { status: 200, body } : undefined);
  const asked = key === 'whitelist_entry' ? true : { wallet: String(service.tagged.walletId), memo: '770077' };
  const result = await service.write(undefined, { [key]: asked });
  expect(result).toMatchObject({ exitCode: 1, stderr: '' });
  expect(sends(service)).toBe(0);
});

test('behind a read that does not tell of what was turned away before, nothing is written', async () => {
  const service = await startPaying();
  service.on.request = ({ operationId }) => (operationId === 'addWhitelistEntries' ? REFUSED.throttled : undefined);
  expect(verdictsOf(await service.write(undefined, LISTED))).toEqual(['whitelist entry: not taken']);
  service.on.request = ({ operationId }) =>
    operationId === 'checkWhitelistEntry' ? { status: 500, body: '' } : undefined;
  const { exitCode, effects } = await service.write(undefined, LISTED);
  expect(exitCode).toBe(1);
  expect(effects).toMatchObject([
    {
      verdict: 'unclear',
      evidence: expect.stringContaining('did not tell whether it is there (empty_body)') as string,
    },
  ]);
  expect(service.writes()).toEqual(['addWhitelistEntries']);
  service.on.request = () => undefined;
  expect(verdictsOf(await service.write())).toEqual(PROVED); // where it is not asked for any more
});

/** Shows an entry of the address in the place of what the service has, with these changes, once that is true. */
function showEntry(service: Paying, changes: object, isThere: () => boolean): void {
  const times = { create_time: '2026-11-20T08:30:00Z', effective_time: '2026-11-20T08:30:00Z' };
  const entry = { address: OWN, memo: '', user_id: '', effective: true, ...times, update_time: times.create_time };
  service.on.answer = ({ operationId }) =>
    operationId === 'checkWhitelistEntry' && isThere()
      ? { status: 200, body: { ...entry, state: 1, ...changes } }
      : undefined;
}

test.each([
  ['is made', (service: Paying) => service.writes().length > 0, 'proved'],
  ['is there', () => true, 'there already'],
] as const)('a whitelist entry that %s and has not taken effect is told as such', async (_, isThere, verdict) => {
  const service = await startPaying();
  showEntry(service, { effective: false, effective_time: '2099-01-01T00:00:00Z' }, () => isThere(service));
  const { exitCode, effects } = await service.write(undefined, LISTED);
  expect(exitCode).toBe(0);
  expect(effects[0]).toMatchObject({ what: 'whitelist entry', verdict });
  expect(effects[0]?.evidence).toMatch(/^checkWhitelistEntry has it, and it has not taken effect yet/);
});

test('the entry of a user is not this one, which is not sent beside it, or in its place', async () => {
  const service = await startPaying();
  showEntry(service, { user_id: 'customer-9' }, () => true);
  const { exitCode, effects } = await service.write(undefined, LISTED);
  expect(exitCode).toBe(1);
  expect(effects).toEqual([
    {
      what: 'whitelist entry',
      verdict: 'not sent',
      evidence: 'checkWhitelistEntry has one of a user_id, and does not tell of one without',
    },
  ]);
  expect(service.writes()).toEqual([]);
});

test.each(['', ' ', null, undefined])(
  'a memo that a list has with the address %j is no deposit address, and none is made',
  async (address) => {
    const service = await startPaying();
    const deposit_address = { wallet: String(service.tagged.walletId), memo: '770077' };
    service.on.answer = ({ operationId }) =>
      operationId === 'listDepositAddresses'
        ? { status: 200, body: { wallet_count: 1, wallet_address: [{ currency: 144, address, memo: '770077' }] } }
        : undefined;
    const { exitCode, effects } = await service.write(undefined, { deposit_address });
    expect(exitCode).toBe(1);
    expect(effects[0]).toMatchObject({ what: 'deposit address', verdict: 'not sent' });
    expect(effects[0]?.evidence).toContain('has its memo, and no address with it');
    expect(service.writes()).toEqual([]);
  },
);

test('a deposit address whose memo is told as a number is there, and is not made a second time', async () => {
  const service = await startPaying();
  const record = { address: 'rrrrrrrrrrrrrrrrrrrrBZbvji', currency: 144, token_address: '', memo: 770_077 };
  service.on.request = ({ operationId }) =>
    operationId === 'listDepositAddresses'
      ? { status: 200, body: { wallet_count: 1, wallet_address: [record] } }
      : undefined;
  const asked = { deposit_address: { wallet: String(service.tagged.walletId), memo: '770077' } };
  const { effects } = await service.write(undefined, asked);
  expect(effects[0]).toMatchObject({ what: 'deposit address', verdict: 'there already' });
  expect(service.writes()).toEqual(['withdrawAssets']);
});

test.each([
  ['"999"', { addresses: ['999'] }, 'differs'],
  ['none', { addresses: [] }, 'differs'],
  ['it as a number', { addresses: [770_077] }, 'proved'],
])('a deposit address that is made, and answered with %s', async (_, body, verdict) => {
  const service = await startPaying();
  service.on.answer = ({ operationId }) =>
    operationId === 'createDepositAddresses' ? { status: 200, body } : undefined;
  const asked = { deposit_address: { wallet: String(service.tagged.walletId), memo: '770077' } };
  const { effects } = await service.write(undefined, asked);
  expect(effects[0]).toMatchObject({ what: 'deposit address', verdict });
});

test.each([[7], [0], [true], [{}], [[]]])(
  'an entry whose memo is told as %j is not the one without, and no fault of the pack',
  async (memo) => {
    const service = await startPaying();
    showEntry(service, { memo }, () => service.writes().length > 0);
    const { effects, stderr } = await service.write(undefined, LISTED);
    expect(stderr).toBe('');
    expect(effects).toMatchObject([{ what: 'whitelist entry', verdict: 'not seen' }]);
  },
);

test('the deposit addresses of another wallet tell of none of this one, and nothing is written', async () => {
  const service = await startPaying();
  const record = { address: '0xabc', currency: 60, token_address: '', memo: '770077' };
  service.on.request = ({ operationId }) =>
    operationId === 'listDepositAddresses'
      ? { status: 200, body: { wallet_id: 5, wallet_count: 1, wallet_address: [record] } }
      : undefined;
  const asked = { deposit_address: { wallet: String(service.tagged.walletId), memo: '770077' } };
  const { exitCode, effects } = await service.write(undefined, asked);
  expect(exitCode).toBe(1);
  expect(effects).toEqual([
    {
      what: 'deposit address',
      verdict: 'not sent',
      evidence: 'listDepositAddresses answers with the addresses of another wallet',
    },
  ]);
  expect(service.writes()).toEqual([]);
});

test('a list of deposit addresses that is shorter than it tells is none without the address, and nothing is written', async () => {
  const service = await startPaying();
  service.on.request = ({ operationId }) =>
    operationId === 'listDepositAddresses'
      ? { status: 200, body: { wallet_id: Number(service.tagged.walletId), wallet_count: 9000, wallet_address: [] } }
      : undefined;
  const asked = { deposit_address: { wallet: String(service.tagged.walletId), memo: '770077' } };
  const { exitCode, effects } = await service.write(undefined, asked);
  expect(exitCode).toBe(1);
  expect(effects).toMatchObject([
    { what: 'deposit address', verdict: 'not sent', evidence: expect.stringMatching(/9000/) as string },
  ]);
  expect(service.writes()).toEqual([]);
});

test('a whitelist entry that is not found by the row of all lookups is made', async () => {
  const service = await startPaying();
  service.on.request = ({ operationId }) =>
    operationId === 'checkWhitelistEntry' && service.writes().length === 0
      ? { status: 404, body: { error_code: 304, error: 'Wallet ID invalid' } }
      : undefined;
  expect(verdictsOf(await service.write(undefined, LISTED))).toEqual(['whitelist entry: proved', ...PROVED]);
});

test('where there are too many deposit addresses to look for one, nothing was written, and that is said', async () => {
  const service = await startPaying();
  const record = { address: 'rrrrrrrrrrrrrrrrrrrrBZbvji', currency: 144, token_address: '' };
  const all = Array.from({ length: 20_001 }, (_, i) => ({ ...record, memo: String(i) }));
  service.on.request = ({ operationId, query }) => {
    if (operationId !== 'listDepositAddresses') return undefined;
    const from = Number(query.get('start_index') ?? 0);
    const wallet_address = all.slice(from, from + Number(query.get('request_number') ?? 1000));
    return { status: 200, body: { wallet_count: all.length, wallet_address } };
  };
  const asked = { deposit_address: { wallet: String(service.tagged.walletId), memo: 'none' } };
  const { exitCode, stdout } = await service.write(undefined, asked);
  expect(exitCode).toBe(1);
  expect(stdout.replace(/\s+/g, ' ')).toContain('too many to look for one. Nothing was written.');
  expect(service.writes()).toEqual([]);
});
