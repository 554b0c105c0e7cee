/** Answers that no service should give: what of them differs is shown, and none of them holds a run up. */
import { join } from 'node:path';
import { stringifyJson } from '@wallet-operations/json';
import { expect, onTestFinished, test } from 'vitest';
import { command, conform, differencesIn, namesIn, type Result } from './harness.ts';
import { changedVariant, type Answer, type Change, type Passing } from './variants/behind.ts';
import { each, json, recordsOf, refusal, type Fields } from './variants/changes.ts';

async function against(change: Change): Promise<Result> {
  const running = await changedVariant(change);
  onTestFinished(running.close);
  return conform(running);
}

test.each(['Forbidden. Checksum mismatch', 'FORBIDDEN. CHECKSUM UNMATCH', 'forbidden: checksum_unmatch'])(
  'a refusal in the words "%s" is shown in them',
  async (error) => {
    const words = refusal(
      undefined,
      (body) => body.error === 'Forbidden. Checksum unmatch',
      ({ status }) => json(status, { error }),
    );
    const shown = differencesIn(await against(words)).filter((line) => line.includes('error row checksum_unmatch'));
    expect(shown).not.toEqual([]);
    for (const line of shown) expect(line).toContain(error);
  },
);

test.each([
  ['lists in lists', '['.repeat(4e6) + ']'.repeat(4e6)],
  ['lists beside lists', `{"currency":[${'[],'.repeat(2.6e6)}[]]}`],
  ['lists that do not end', '['.repeat(8e6)],
  ['values beside values', `{"currency":[${'1,'.repeat(4e6)}1]}`],
  ['objects of many keys', `{"currency":[${`{${'"a":1,'.repeat(9_000)}"b":2},`.repeat(140)}{}]}`],
])('eight megabytes of %s are not looked into', async (_, body) => {
  const result = await against({
    answer: ({ status, headers }, { operationId }) =>
      operationId === 'getVaultBalance' && status === 200 ? { status, headers, body } : undefined,
  });
  expect(differencesIn(result)).toEqual([
    'getVaultBalance bound body: getVaultBalance.plain: body has more lists, objects, values or keys than any body of the document',
  ]);
  expect(result.read('transcript')).toContain('"unread":"too many parts"');
  expect(result.stderr).toBe('');
});

test.each([1001, 300_000])(
  'an object of %d keys is not looked into, and all other verdicts are there',
  async (length) => {
    const keys = Object.fromEntries(Array.from({ length }, (_, i) => [`key${String(i)}`, i]));
    const result = await against({
      answer: ({ status, headers, body }, { operationId }) =>
        operationId === 'getVaultBalance' && status === 200
          ? { status, headers, body: { ...body, ...keys } }
          : undefined,
    });
    expect(differencesIn(result)).toEqual([
      'getVaultBalance bound body: getVaultBalance.plain: body has more lists, objects, values or keys than any body of the document',
    ]);
    expect(result.report.facts.filter(({ verdict }) => verdict === 'agrees').length).toBeGreaterThan(600);
  },
);

test.each(['wallet has 3 ETH', '{"currency":60', 'null,'])('"%s" is no JSON, and that is said of it', async (text) => {
  const result = await against({
    answer: ({ status, headers }, { operationId }) =>
      operationId === 'getVaultBalance' && status === 200 ? { status, headers, body: text } : undefined,
  });
  expect(differencesIn(result)).toEqual(['getVaultBalance type body: getVaultBalance.plain: body is no JSON']);
});

test('texts full of brackets, commas and quotes are no parts', async () => {
  const text = '[{,:\\"'.repeat(300_000);
  const result = await against({
    answer: ({ status, headers, body }, { operationId }) =>
      operationId === 'getVaultBalance' && status === 200
        ? { status, headers, body: { ...body, token_address: text, token_balance: '0' } }
        : undefined,
  });
  // a text is one all the same: of a token that the lists of wallets do not have
  expect(namesIn(result)).toEqual(['getVaultBalance value token_address']);
});

test('an answer that is too large to be read is told as a difference, of every operation', async () => {
  const body = '1'.repeat(17 * 2 ** 20);
  const result = await against({
    answer: ({ status, headers }, { operationId }) =>
      (operationId === 'getVaultBalance' || operationId === 'listWallets') && status === 200
        ? { status, headers, body }
        : undefined,
  });
  expect(differencesIn(result)).toContain(
    'getVaultBalance bound body: getVaultBalance.plain: body is larger than any body of the document',
  );
  expect(differencesIn(result).join('\n')).toContain('listWallets bound body');
  expect(result.exitCode).toBe(1);
});

/** Breaks off in the middle of some answers. */
const brokenOff = (isMeant: (answer: Answer, request: Passing) => boolean): Change => ({
  answer(answer, request) {
    if (isMeant(answer, request)) throw new Error('the connection breaks off');
    return undefined;
  },
});

test.each([
  ['200', 'getVaultBalance', ({ status }: Answer) => status === 200],
  ['refusals', 'listWallets', ({ status }: Answer) => status !== 200],
])('where no answer comes to what should have %s of %s, that is told of, and is no agreement', async (...row) => {
  const [about, asked, isMeant] = row;
  const result = await against(brokenOff((answer, { operationId }) => operationId === asked && isMeant(answer)));
  const due = about === '200' ? '200' : 'a refusal';
  expect(differencesIn(result)).toEqual([
    expect.stringMatching(
      new RegExp(
        `^${asked} status ${about}: .*: ${due} was due, and no answer came that was whole, to none of \\d+ calls?$`,
      ),
    ),
  ]);
  expect(result.report.failures).toContain('1 difference that nobody accepted');
  expect(result.exitCode).toBe(1);
});

test.each([
  ['listVaultHistory', []],
  // two that are asked one after the other, and whose orders nobody knows then
  ['getWithdrawalState', ['listWithdrawalStates']],
])('an operation that always resets the connection ends no run: %s', async (operationId, others) => {
  const silent = [operationId, ...others];
  const came: (string | undefined)[] = [];
  const result = await against({
    instead(request) {
      came.push(request.operationId);
      if (silent.includes(request.operationId ?? '')) throw new Error('the connection breaks off');
      return undefined;
    },
  });
  const found = differencesIn(result);
  expect(found.filter((line) => !silent.some((id) => line.startsWith(`${id} status `)))).toEqual([]);
  for (const id of silent)
    expect(found).toContainEqual(
      expect.stringMatching(new RegExp(`^${id} status 200: .*no answer came that was whole, to none of \\d+ calls$`)),
    );
  expect(result.report.failures).toEqual([expect.stringMatching(/^\d differences that nobody accepted$/)]);
  expect(came.length).toBeGreaterThan(250);
  expect(new Set(came).size).toBe(17);
  const { stdout } = await command(['plan', '--config', join(result.folder, 'config.json')]);
  expect(came.length).toBeLessThanOrEqual(Number(/At most (\d+) calls in all/.exec(stdout)?.[1]));
});

test('a service that gives no answer any more is left alone soon', async () => {
  let calls = 0;
  const result = await against({
    instead() {
      if (++calls > 80) throw new Error('it is gone');
      return undefined;
    },
  });
  expect(calls).toBeLessThanOrEqual(80 + 6);
  expect(result.report.failures).toContain('the service did not answer several times in a row: the run ended early');
});

test('one answer of several that the network loses is no difference', async () => {
  let came = 0;
  const isLost = ({ status }: Answer, { operationId }: Passing): boolean =>
    operationId === 'listWalletBalances' && status === 200 && came++ === 0;
  const result = await against(brokenOff(isLost));
  expect(came).toBeGreaterThan(1);
  expect(differencesIn(result)).toEqual([]);
  expect(result.exitCode).toBe(0);
});

test.each([
  ['getWithdrawalState', ['getWithdrawalState']],
  ['listWithdrawalStates', ['getWithdrawalState', 'listWithdrawalStates']], // which is held against the other
])('blocks of 0 in %s are told of as such, and not as names of states', async (operationId, told) => {
  const change = each(operationId, operationId === 'listWithdrawalStates' ? 'transactions' : '', (record) => {
    record.in_chain_block = 0;
  });
  expect(namesIn(await against(change))).toEqual(told.map((id) => `${id} value in_chain_block`));
});

test('types of callbacks are told by addresses in any case', async () => {
  const lower = each('listWalletBalances', 'wallet_balances', (record) => {
    record.address = String(record.address).toLowerCase();
  });
  const { report } = await against(lower);
  expect(report.points['callback-type']).toMatchObject({
    verdict: 'confirmed',
    evidence: expect.stringMatching(/collect 3.*airdrop 4|airdrop 4.*collect 3/) as string,
  });
});

test('that nothing moved on which was told of twice is told with what it stayed', async () => {
  const still = each('listCallbacks', '', (body) => {
    body.notifications = recordsOf(body, 'notifications').filter(({ block_height }) => Number(block_height) > 0);
    for (const record of recordsOf(body, 'notifications')) record.processing_state = 1;
  });
  const { report } = await against(still);
  expect(report.points['processing-state']).toMatchObject({
    verdict: 'not observable',
    evidence: 'of what was told of twice in one block nothing shows that it moved on: it is 1',
  });
});

test.each([
  [201, 'not observable', 'an address alone, which is listed, is answered with 201'],
  [400, 'contradicted', 'an address alone, which is listed, is refused with 400'],
])('an address alone that is answered with %i is told of with that', async (status, verdict, evidence) => {
  const { report } = await against({
    answer(answer, { operationId, body }) {
      const isAlone = operationId === 'checkWhitelistEntry' && /^\{"address":"[^"]+"\}$/.test(body);
      return isAlone && answer.status === 200 ? { ...answer, status } : undefined;
    },
  });
  expect(report.points['whitelist-lookup']).toMatchObject({ verdict, evidence });
});

test.each([
  [201, 'not observable', 'the code of a wallet is answered with 201'],
  [403, 'contradicted', 'the code of a wallet is refused with 403, and the read-only one is taken'],
])(
  'prices that are answered with %i for the code of a wallet are told of with that',
  async (status, verdict, evidence) => {
    const { report } = await against({
      answer: (answer, { operationId, headers }, { readOnly }) =>
        operationId === 'getCurrencyPrices' && answer.status === 200 && headers['x-api-code'] !== readOnly.apiCode
          ? { ...answer, status }
          : undefined,
    });
    expect(report.points['price-api-code']).toMatchObject({ verdict, evidence });
  },
);

test.each(['9.1e16', '91000000000000000.0', '1e3', '1E+22', '1e400', '123456789.125e2'])(
  'an ID that is written as %s ends no run',
  async (id) => {
    const asked: string[] = [];
    const result = await against({
      instead({ operationId, body }) {
        if (operationId === 'getCallbacksById') asked.push(body);
        return undefined;
      },
      answer({ status, headers, body }, { operationId }) {
        if (operationId !== 'listCallbacks' || status !== 200) return undefined;
        return { status, headers, body: stringifyJson(body).replace(/"serial":\d+/g, `"serial":${id}`) };
      },
    });
    expect(result).toMatchObject({ exitCode: 1, stderr: '' });
    expect(result.report.failures).toEqual([expect.stringMatching(/^\d+ differences? that nobody accepted$/)]);
    if (Number(id) === 9.1e16) expect(asked.join()).toContain('91000000000000000');
  },
);

test('types of wallets are those of the service in a list under any name', async () => {
  const running = await changedVariant(
    {
      answer({ status, headers, body }, { operationId }) {
        const { wallet_balances, ...rest } = body as { wallet_balances: unknown };
        return operationId === 'listWalletBalances' && status === 200
          ? { status, headers, body: { ...rest, holdings: wallet_balances } }
          : undefined;
      },
    },
    [{ id: 'wallet-type', value: { vault: 11, deposit: 12, withdrawal: 13, depositWithdrawal: 14, delegated: 15 } }],
  );
  onTestFinished(running.close);
  const { report, read } = await conform(running);
  expect(report.points['wallet-type']?.evidence).toMatch(/vault 11(,|;|$)/);
  expect(read('transcript')).toMatch(/"undeclared_1":\[\{[^}]*"type":1[1-5]/);
});

test.each([
  [
    'processing-state',
    { inPool: 5, inChain: 2, done: 9 },
    ({ block_height }: Fields) => block_height === 0,
    /there is 5/,
  ],
  [
    'callback-type',
    { deposit: 8, withdrawal: 9, collect: 3, airdrop: 4 },
    ({ type }: Fields) => type === 9,
    /withdrawal 9/,
  ],
])('of %s nothing is answered where the number that money is credited by was not seen', async (...row) => {
  const [id, value, isListed, seen] = row;
  const running = await changedVariant(
    {
      answer({ status, headers, body }, { operationId }) {
        if (operationId !== 'listCallbacks' || status !== 200) return undefined;
        return { status, headers, body: { notifications: recordsOf(body, 'notifications').filter(isListed) } };
      },
    },
    [{ id, value }],
  );
  onTestFinished(running.close);
  const { report, read } = await conform(running);
  expect(report.points[id]).toMatchObject({ verdict: 'contradicted', evidence: expect.stringMatching(seen) as string });
  expect(report.points[id]?.value).toBeUndefined();
  expect(read('answers')).not.toContain(id);
});
