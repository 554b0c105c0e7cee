/** A service that refuses and pays all the same, and shows it only after the run that was refused: the next one looks before it pays again. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { command } from '../harness.ts';
import { startPaying, verdictsOf, WORD, type Came, type Instead, type Paying } from './paying.ts';

const NOT_FOUND = { status: 404, body: { error_code: 304, error: 'Wallet ID invalid' } };

/** Has a service answer a withdrawal in its own way, though it pays it, and lookups of it so; by default they show it. */
function answering(service: Paying, withdrawal: (came: Came) => Instead, lookup?: Instead): void {
  service.on.answer = (came) => {
    if (came.operationId === 'withdrawAssets') return withdrawal(came);
    return came.operationId === 'getWithdrawalState' && service.writes().length > 0 ? lookup : undefined;
  };
}

const REFUSALS: readonly (readonly [verdict: string, answer: Instead])[] = [
  [
    'refused',
    { status: 404, body: { error_code: 312, error: 'Policy not found', message: 'no active withdrawal policy found' } },
  ],
  ['not taken', { status: 403, body: { error: 'Forbidden. Call too frequently (300 calls/minute)' } }],
];

test.each(REFUSALS)(
  'what was %s and is there later is told, and takes the place of a new one',
  async (verdict, answer) => {
    const service = await startPaying();
    answering(service, () => answer, NOT_FOUND);
    expect(verdictsOf(await service.write())).toEqual([`withdrawal: ${verdict}`]);
    expect(service.paid().orders).toBe(1);

    service.on.answer = () => undefined; // now it shows
    const next = await service.write();
    expect(next.exitCode).toBe(1);
    expect(next.effects).toEqual([
      {
        what: 'withdrawal',
        verdict: 'differs',
        write: 1,
        evidence: 'an earlier run was told that there was none, and getWithdrawalState has it by now',
      },
    ]);
    expect(service.paid().orders).toBe(1);
    expect(service.lines().at(-1)).toMatchObject({ of: 1, outcome: 'proved' });

    expect(verdictsOf(await service.write())).toEqual(['withdrawal: proved', 'balance: proved']);
    expect(service.paid()).toMatchObject({ orders: 2, total: 0.5 });
  },
);

test.each(REFUSALS)(
  'what was %s, and lookups behind it gave no answer, differs as well once it is there',
  async (_, answer) => {
    const service = await startPaying();
    answering(service, () => answer, { status: 502, body: {} });
    expect(verdictsOf(await service.write())).toEqual(['withdrawal: unclear']);
    service.on.answer = () => undefined;
    const next = await service.write();
    expect(next.exitCode).toBe(1);
    expect(next.effects).toMatchObject([
      {
        what: 'withdrawal',
        verdict: 'differs',
        evidence: expect.stringMatching(
          /^it was refused \(\w+\), and getWithdrawalState has it all the same$/,
        ) as string,
      },
    ]);
    expect(service.lines().at(-1)).toMatchObject({ of: 1, outcome: 'proved' });
    expect(verdictsOf(await service.write())).toEqual(['withdrawal: proved', 'balance: proved']);
    expect(service.paid()).toMatchObject({ orders: 2, total: 0.5 });
  },
);

test.each<
  [verdict: string, body: { error: string; error_code?: number; message?: string; results?: object }, status?: number]
>([
  ['differs', { error_code: 703, error: 'Operation failed', message: 'cannot do that' }],
  ['differs', { error_code: 703, error: 'Operation failed' }],
  ['differs', { error_code: 312, error: 'Policy not found', message: 'no active withdrawal policy found' }, 404],
  ['differs', { error: 'Forbidden. Call too frequently (300 calls/minute)' }, 403],
  ['differs', { error_code: 703, error: 'Operation failed' }, 200],
  ['differs', { error: 'of none', results: { another: 5 } }, 200],
  ['differs', { error_code: 399, error: 'Duplicated entry: shop1_another' }],
  ['proved', { error: 'Try again later' }], // a gateway may say so that got no answer
  ['proved', { error_code: 399, error: 'Duplicated entry: {ORDER_ID}' }], // a network may have made a copy
  ['proved', { error: 'Forbidden. Invalid checksum' }, 403], // of which this is said, too
])('what was refused and shows in the same run, or in the next one, is %s', async (verdict, body, status = 400) => {
  const service = await startPaying();
  const refusing = ({ body: asked }: Came): Instead => ({
    status,
    body: { ...body, error: body.error.replace('{ORDER_ID}', /shop1_conform_\w+/.exec(asked)?.[0] ?? '') },
  });
  const late = await startPaying();
  answering(late, refusing, { status: 502, body: {} });
  expect(verdictsOf(await late.write())).toEqual(['withdrawal: unclear']);
  late.on.answer = () => undefined;
  expect(verdictsOf(await late.write())).toEqual([`withdrawal: ${verdict}`]);
  expect(late.paid().orders).toBe(1);

  answering(service, refusing);
  const result = await service.write();
  expect(verdictsOf(result)).toEqual([`withdrawal: ${verdict}`, 'balance: proved']);
  expect(result.exitCode).toBe(verdict === 'proved' ? 0 : 1);
  expect(service.paid().orders).toBe(1);
  service.on.answer = () => undefined;
  expect(verdictsOf(await service.write())).toEqual(['withdrawal: proved', 'balance: proved']);
});

test('what another stood under the order_id of for a while, and was refused, differs, too', async () => {
  const service = await startPaying();
  const [[, refusal] = []] = REFUSALS;
  let isOther = true;
  service.on.answer = ({ operationId }) => {
    if (operationId === 'withdrawAssets') return refusal;
    if (operationId !== 'getWithdrawalState' || service.writes().length === 0 || !isOther) return undefined;
    const [order_id] = service.paid().ids;
    const record = { order_id, address: 'another-address', amount: '7', memo: '', txid: '', in_chain_block: 0 };
    return { status: 200, body: { ...record, create_time: '2026-11-20T08:30:00Z' } };
  };
  for (let run = 0; run < 2; run++) expect(verdictsOf(await service.write())).toEqual(['withdrawal: unclear']);
  expect(service.lines().at(-1)).toMatchObject({ of: 1, outcome: 'conflict' });
  isOther = false;
  expect(verdictsOf(await service.write())).toEqual(['withdrawal: differs']);
});

test('an order whose answer was lost, and which one lookup had, is proved though later ones do not have it', async () => {
  const service = await startPaying();
  let lookups = 0;
  service.on.answer = ({ operationId }) => {
    if (operationId === 'withdrawAssets') return 'no answer';
    const isBehind = operationId === 'getWithdrawalState' && service.writes().length > 0;
    return isBehind && lookups++ > 0 ? NOT_FOUND : undefined;
  };
  const { effects } = await service.write();
  expect(effects[0]).toMatchObject({ what: 'withdrawal', verdict: 'proved' });
  expect(lookups).toBe(1);
  expect(service.paid().orders).toBe(1);
});

test('what was closed by hand and is there later takes the place of a new one, too', async () => {
  const service = await startPaying();
  answering(service, () => 'no answer', NOT_FOUND);
  expect(verdictsOf(await service.write())).toEqual(['withdrawal: unclear']);
  await command([
    ...['close', '--ledger', service.ledger, '--write', '1', '--reason', 'The panel of 20 November has no such order.'],
  ]);
  service.on.answer = () => undefined;
  const { effects } = await service.write();
  expect(effects).toEqual([
    {
      ...{ what: 'withdrawal', verdict: 'proved', write: 1 },
      evidence: 'getWithdrawalState has it, with this address, amount and memo, although it was closed by hand', // nobody else denied it
    },
  ]);
  expect(service.paid().orders).toBe(1);
});

test.each(['told nothing', 'had it without its amount'])(
  'what was accepted, and closed by hand since lookups %s, is proved once a read has it',
  async (lookups) => {
    const service = await startPaying();
    let isLate = false;
    service.on.answer = ({ operationId }) => {
      if (isLate || operationId !== 'getWithdrawalState' || service.writes().length === 0) return undefined;
      if (lookups === 'told nothing') return { status: 503, body: '' };
      const { order } = service.lines().find(({ write }) => write === 1) as { order: object };
      return {
        status: 200,
        body: { ...order, amount: '', txid: '', in_chain_block: 0, create_time: '2026-11-20T08:30:00Z' },
      };
    };
    expect(verdictsOf(await service.write())[0]).toBe('withdrawal: not seen');
    const reason = 'The panel of 20 November shows it as paid.';
    await command(['close', '--ledger', service.ledger, '--write', '1', '--reason', reason]);
    isLate = true;
    expect(verdictsOf(await service.write())[0]).toBe('withdrawal: proved');
    expect(service.paid().orders).toBe(1);
  },
);

test('where another stands under the order_id of what was refused, nothing is proved and the next run stops', async () => {
  const service = await startPaying();
  const [[, refusal] = []] = REFUSALS;
  service.on.request = ({ operationId }) => (operationId === 'withdrawAssets' ? refusal : undefined);
  expect(verdictsOf(await service.write())).toEqual(['withdrawal: refused']);
  const { order } = service.lines().find(({ write }) => write === 1) as { order: { order_id: string } };

  service.on.request = ({ operationId }) => {
    if (operationId !== 'getWithdrawalState') return undefined;
    const record = { order_id: order.order_id, address: 'another-address', amount: '7', memo: '', txid: '' };
    return { status: 200, body: { ...record, in_chain_block: 0, create_time: '2026-11-20T08:30:00Z' } };
  };
  const next = await service.write();
  expect(next.effects).toEqual([
    {
      what: 'withdrawal',
      verdict: 'unclear',
      write: 1,
      evidence: 'getWithdrawalState has another withdrawal under its order_id',
    },
  ]);
  expect(next.exitCode).toBe(1);
  expect(service.lines().at(-1)).toMatchObject({ of: 1, outcome: 'conflict' });
  expect(service.paid().orders).toBe(0);
});

/** What a lookup may say that does not say that there is none. */
const UNTOLD: readonly (readonly [what: string, answer: Instead, why: string])[] = [
  ['fails', { status: 500, body: 'oops' }, 'not_json'],
  ['has no answer', 'no answer', 'connection'],
  [
    'may not be made',
    { status: 403, body: { error_code: 385, error: 'API Secret not valid' } },
    'api_secret_not_valid',
  ],
  ['is told to come later', { status: 429, body: 'slow down' }, 'not_json'],
  ['is too large', { status: 200, body: `${' '.repeat(17e6)}{}` }, 'connection'],
];

test.each(REFUSALS.flatMap(([verdict, answer]) => UNTOLD.map((one) => [verdict, ...one, answer] as const)))(
  'what was %s, and of which a later lookup %s, is unclear, and nothing is sent in its place',
  async (verdict, _, untold, why, answer) => {
    const service = await startPaying();
    answering(service, () => answer, NOT_FOUND);
    expect(verdictsOf(await service.write())).toEqual([`withdrawal: ${verdict}`]);
    const [id] = service.paid().ids;

    let lookups = 0;
    service.on.answer = ({ operationId }) =>
      operationId === 'getWithdrawalState' && ++lookups <= 3 ? untold : undefined;
    const next = await service.write();
    expect(next.exitCode).toBe(1);
    expect(next.effects).toMatchObject([{ what: 'withdrawal', verdict: 'unclear', write: 1 }]);
    expect(next.effects[0]?.evidence).toMatch(
      new RegExp(`^an earlier run was told that there was none, and getWithdrawalState did not tell .* \\(${why}`),
    );
    expect(service.paid().ids).toEqual([id]);

    service.on.answer = () => undefined;
    expect(verdictsOf(await service.write())).toEqual(['withdrawal: differs']);
    expect(service.paid().ids).toEqual([id]);
  },
);

/** A withdrawal of a currency with memos. */
const TAGGED = { currency: 'XRP', address: 'rrrrrrrrrrrrrrrrrrrrBZbvji', memo: '71' };

/** A service that answers a withdrawal so, and does not show it; and one that shows it without its memo. */
async function startTagged(answer: Instead) {
  const service = await startPaying();
  const changes = {
    ...{ ...TAGGED, wallet: String(service.tagged.walletId), at_most: '0.75' },
    ...{ wallet_prefix: 'shop2_', order_id_prefix: 'shop2_conform_' },
  };
  const shows: { what: 'nothing' | 'no memo' | 'another' | 'all' } = { what: 'nothing' };
  const idOf = (write: number): string =>
    (service.lines().find((line) => line.write === write) as { order: { order_id: string } }).order.order_id;
  service.on.answer = ({ operationId, body }) => {
    if (operationId === 'withdrawAssets' && body.includes(idOf(1))) return answer;
    if (operationId !== 'getWithdrawalState' || shows.what === 'all') return undefined;
    if (shows.what === 'nothing' || service.writes().length === 0) return NOT_FOUND;
    return { status: 200, body: { ...recordOf(idOf(1)), ...(shows.what === 'another' && { amount: '7' }) } };
  };
  return { ...service, shows, idOf, write: () => service.write(['--yes-spend', '0.25 XRP'], changes) };
}

/** Of a payment whose memo is not on the chain yet. */
const recordOf = (order_id: string): object => ({
  ...{ order_id, address: TAGGED.address, amount: '0.25', memo: '', txid: '', in_chain_block: 0 },
  create_time: '2026-11-20T08:30:00Z',
});

test.each(REFUSALS)('what was %s, and is there without its memo by now, holds the ledger', async (verdict, answer) => {
  const service = await startTagged(answer);
  expect(verdictsOf(await service.write())).toEqual([`withdrawal: ${verdict}`]);
  service.shows.what = 'no memo';
  for (let run = 0; run < 2; run++) {
    const { exitCode, effects } = await service.write();
    expect(exitCode).toBe(1);
    expect(effects).toMatchObject([{ what: 'withdrawal', verdict: 'unclear', write: 1 }]);
  }
  expect(service.writes()).toEqual(['withdrawAssets']);
  expect(service.lines().at(-1)).toMatchObject({ of: 1, outcome: 'not comparable' });
  service.shows.what = 'all';
  expect(verdictsOf(await service.write())).toEqual(['withdrawal: differs']);
  expect(service.writes()).toEqual(['withdrawAssets']);
});

const closed = async (ledger: string, reason: string): Promise<void> => {
  const { exitCode } = await command(['close', '--ledger', ledger, '--write', '1', '--reason', reason]);
  expect(exitCode).toBe(0);
};

test('what was closed by hand, and shows something under its order_id later, is for its user to judge anew', async () => {
  const service = await startTagged('no answer');
  expect(verdictsOf(await service.write())).toEqual(['withdrawal: unclear']);
  await closed(service.ledger, 'the panel has no such order');
  service.shows.what = 'no memo';
  expect(verdictsOf(await service.write())).toEqual(['withdrawal: unclear']);
  expect(service.writes()).toEqual(['withdrawAssets']);

  await closed(service.ledger, 'the panel has it, and no memo with it');
  const own = service.on.answer;
  let lookups = 0;
  service.on.answer = (came) => {
    if (came.operationId === 'getWithdrawalState' && lookups++ > 0) service.shows.what = 'all';
    return own?.(came);
  };
  const next = await service.write();
  expect(next.exitCode).toBe(1);
  expect(verdictsOf(next)).toEqual(['withdrawal: closed by hand', 'withdrawal: proved', 'balance: proved']);
  expect(next.stdout).toContain('The ledger counts 0.5 of at most 0.75 XRP.');
});

test('where another stands under its order_id, and its user has closed that, the next run goes on', async () => {
  const service = await startTagged('no answer');
  service.shows.what = 'another';
  expect(verdictsOf(await service.write())).toEqual(['withdrawal: unclear']);
  await closed(service.ledger, 'the panel has another one there');
  const own = service.on.answer;
  let lookups = 0;
  service.on.answer = (came) => {
    if (came.operationId === 'getWithdrawalState' && lookups++ > 0) service.shows.what = 'all';
    return own?.(came);
  };
  expect(verdictsOf(await service.write())).toEqual([
    'withdrawal: closed by hand',
    'withdrawal: proved',
    'balance: proved',
  ]);
});

test('what shows something that is not the order, and nothing behind it, is not told as absent', async () => {
  const [[, refusal] = []] = REFUSALS;
  const service = await startTagged(refusal);
  const own = service.on.answer;
  let lookups = 0;
  service.on.answer = (came) => {
    if (came.operationId === 'getWithdrawalState' && service.writes().length > 0)
      service.shows.what = lookups++ === 0 ? 'no memo' : 'nothing';
    return own?.(came);
  };
  expect(verdictsOf(await service.write())).toEqual(['withdrawal: unclear']);
  expect(lookups).toBeGreaterThan(1);
});

/** Room for one withdrawal. */
const ONE = { at_most: '0.25' };

describe('where at_most leaves no room', () => {
  test.each(REFUSALS)('what was %s is looked up all the same, and nothing is sent', async (verdict, answer) => {
    const service = await startPaying();
    answering(service, () => answer, NOT_FOUND);
    expect(verdictsOf(await service.write(undefined, ONE))).toEqual([`withdrawal: ${verdict}`]);
    const still = await service.write(undefined, ONE);
    expect(still).toMatchObject({ exitCode: 1, effects: [] });
    expect(still.stdout.replace(/\s+/g, ' ')).toContain(
      'at_most leaves no room for another withdrawal: none was sent.',
    );

    service.on.answer = () => undefined;
    expect(verdictsOf(await service.write(undefined, ONE))).toEqual(['withdrawal: differs']);
    expect(service.writes()).toEqual(['withdrawAssets']);

    const full = await service.write(undefined, ONE); // there is nothing left to look for
    expect(full).toMatchObject({ exitCode: 2, effects: [] });
    expect(full.stderr).toContain('has no room for 0.25 ETH more');
  });

  test('a whitelist entry that is open is looked up, and none is sent that was not yet', async () => {
    const service = await startPaying();
    await service.write(undefined, ONE);
    const more = { at_most: '0.5', whitelist_entry: true };
    service.on.answer = ({ operationId }) => (operationId === 'addWhitelistEntries' ? 'no answer' : undefined);
    let isHidden = true;
    service.on.request = ({ operationId }) =>
      operationId === 'checkWhitelistEntry' && isHidden ? ENTRY_NOT_FOUND : undefined;
    expect(verdictsOf(await service.write(undefined, more))).toEqual(['whitelist entry: unclear']);
    isHidden = false;
    const before = service.writes().length;
    const next = await service.write(['--yes-spend', '0.3 ETH'], { ...more, amount: '0.3', memo: undefined });
    expect(verdictsOf(next)).toEqual(['whitelist entry: proved']);
    expect(service.writes()).toHaveLength(before);
  });
});

const ENTRY_NOT_FOUND = {
  status: 400,
  body: { error_code: 703, error: 'Operation failed', message: 'not found' },
};

test('a write that is open of a wallet that is given no more is named, and nothing is asked', async () => {
  const service = await startPaying();
  const wallet = String(service.tagged.walletId);
  service.on.answer = ({ operationId }) => (operationId === 'createDepositAddresses' ? 'no answer' : undefined);
  let isHidden = true;
  service.on.request = ({ operationId }) =>
    operationId === 'listDepositAddresses' && isHidden
      ? { status: 200, body: { wallet_address: [], address_count: 0 } }
      : undefined;
  const first = await service.write(undefined, { deposit_address: { wallet, memo: '77' } });
  expect(verdictsOf(first)).toEqual(['deposit address: unclear']);
  isHidden = false;
  const config = JSON.parse(readFileSync(service.configure(), 'utf8')) as { wallets: { id: string }[] };
  const [payer] = config.wallets;
  const file = service.configure({}, { wallets: [payer] });
  const asked = service.came.length;
  const { exitCode, stderr } = await command(
    ['write', '--config', file, '--ledger', service.ledger, '--yes-spend', WORD],
    {},
    service.environment,
  );
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`has no wallet ${wallet}, and write 1 of the ledger is open there`);
  expect(service.came).toHaveLength(asked);
});
