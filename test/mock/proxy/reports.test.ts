/** The reports for machines, read by what others read them with. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startMock, type Mock, type ProxyReport } from '@wallet-operations/mock';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { parse, type TestSuite, type TestSuites } from 'junit2json';
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CREDENTIALS, JSON_TYPE } from './kit.ts';
import { runProxy, type Ended } from './command.ts';
import { answerOf, startUpstream } from './upstream.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());

/** A documented answer, a wrong request that is accepted, twice, and one that is refused. */
async function calls(url: string): Promise<void> {
  for (const path of ['currency/prices?t=1', 'currency/prices?t=1&a=1', 'currency/prices?t=1&a=2'])
    await fetch(`${url}/v1/svc/${path}`, { headers: CREDENTIALS });
  await fetch(`${url}/v1/svc/wallets/shop1_7/vault/balance?t=1`, { headers: CREDENTIALS });
}
const run = (...args: string[]): Promise<Ended> => runProxy(mock.url, args, calls);

describe('JSON', () => {
  it('is the report', async () => {
    const report = JSON.parse((await run()).json) as ProxyReport;
    expect(report).toMatchObject({
      ok: false,
      requests: 4,
      problems: 2,
      kinds: { accepted: 2, request: 1 },
      reasons: [],
    });
    expect(report.operations.map(({ name }) => name)).toEqual(['getCurrencyPrices', 'getVaultBalance']);
  });
});

describe('JUnit', () => {
  const read = async (junit: string): Promise<[all: TestSuites, suites: TestSuite[]]> => {
    const all = (await parse(junit)) as TestSuites;
    return [all, all.testsuite ?? []];
  };

  it('has a suite for each operation, with a failure for each problem, and what never came as skipped', async () => {
    const [all, suites] = await read((await run()).junit);
    expect(suites).toHaveLength(21);
    const [prices, balance] = suites;
    expect(prices?.testcase).toEqual([
      { classname: 'getCurrencyPrices', name: 'answers with 200' },
      {
        classname: 'getCurrencyPrices',
        name: 'request (answered with 200): query.{} is not declared',
        failure: [{ type: 'accepted', message: 'accepted although wrong, 2 times' }],
      },
    ]);
    expect(balance).toMatchObject({ name: 'getVaultBalance', failures: 0, tests: 2 });
    expect(suites.filter(({ skipped }) => skipped === 1)).toHaveLength(18);
    expect(suites.at(-1)?.testcase).toEqual([{ classname: 'the run', name: 'saw enough' }]);
    const sum = (key: 'tests' | 'failures'): number => suites.reduce((n, suite) => n + (suite[key] ?? 0), 0);
    expect([all.tests, all.failures]).toEqual([sum('tests'), sum('failures')]);
    for (const suite of suites) expect(suite.testcase).toHaveLength(suite.tests ?? 0);
  });

  it('stays XML whatever the report has to quote', async () => {
    const service = await startUpstream(answerOf(418, ''));
    onTestFinished(service.close);
    const odd = `/v1/svc/<&"'>\u{1f600}/%01?t=1`;
    const { junit } = await runProxy(service.url, ['--fail-on', 'request'], (url) => fetch(encodeURI(url + odd)));
    expect((await read(junit))[1]).toHaveLength(22);
  });

  it('fails a run that saw too little', async () => {
    const [, suites] = await read((await run('--min-coverage', '50')).junit);
    const message = suites.at(-1)?.testcase?.[0]?.failure?.[0]?.message;
    expect(message).toMatch(/^a coverage of 0\.6 % is less than 50 %$/);
  });
});

describe('HAR', () => {
  it('fits the schema of HTTP Archives, and has each exchange', async () => {
    const ajv = new Ajv({ strict: false });
    (addFormats as unknown as (ajv: Ajv) => void)(ajv);
    ajv.addMetaSchema(draft6);
    const folder = dirname(fileURLToPath(import.meta.resolve('har-schema')));
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.json')))
      ajv.addSchema(JSON.parse(readFileSync(join(folder, file), 'utf8')) as object);
    const { har } = await run();
    const archive = JSON.parse(har) as {
      log: { entries: Record<string, { url?: string; status?: number } & string>[] };
    };
    expect(ajv.validate('har.json', archive), ajv.errorsText()).toBe(true);
    expect(
      archive.log.entries.map(({ request, response, comment }) => [request?.url, response?.status, comment]),
    ).toEqual([
      [`${mock.url}/v1/svc/currency/prices`, 200, 'getCurrencyPrices'],
      ...[1, 2].map(() => [
        `${mock.url}/v1/svc/currency/prices`,
        200,
        'getCurrencyPrices; accepted although wrong: request query.{} is not declared',
      ]),
      [
        `${mock.url}/v1/svc/wallets/%7BWALLET_ID%7D/vault/balance`,
        403,
        'getVaultBalance; wrong request, not accepted: request path.WALLET_ID must be integer',
      ],
    ]);
    expect(ajv.validate('har.json', { log: { ...archive.log, entries: [{}] } })).toBe(false); // it does look at them
  });
});

it('nothing is fine where only unknown paths were asked for, or all answers broke off', async () => {
  const unknown = (url: string): Promise<unknown> => fetch(`${url}//v1/svc/nothing`);
  const strange = await runProxy(mock.url, [], unknown);
  expect(strange.exitCode).toBe(1);
  expect(strange.printed).toMatch(/^no operation of the document got a whole answer, so nothing was checked$/m);
  expect(strange.har).toContain(`"url": "${mock.url}//v1/svc/%7B%7D"`);

  const upstream = await startUpstream('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"half":');
  onTestFinished(upstream.close);
  const broken = (url: string): Promise<unknown> =>
    fetch(`${url}/v1/svc/currency/prices?t=1`, { headers: CREDENTIALS })
      .then((answer) => answer.text())
      .catch(String);
  const { exitCode, json } = await runProxy(upstream.url, [], broken);
  expect(exitCode).toBe(1);
  expect(JSON.parse(json)).toMatchObject({ ok: false, operations: [{ name: 'getCurrencyPrices', incomplete: 1 }] });
});

describe('a run in which one answer is whole, and the others are not', () => {
  const FORBIDDEN = answerOf(403, '{"error":"Forbidden. Header not found"}', JSON_TYPE);
  const runBefore = async (broken: string, ...args: string[]): Promise<Ended> => {
    const upstream = await startUpstream(FORBIDDEN);
    onTestFinished(upstream.close);
    return runProxy(upstream.url, args, async (url) => {
      for (let i = 0; i < 4; i++) {
        await fetch(`${url}/v1/svc/wallets/1/vault/balance?t=1`, { headers: CREDENTIALS })
          .then((answer) => answer.text())
          .catch(String);
        upstream.answer = broken;
      }
    });
  };
  const HALF = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"currency"';

  it.each([
    ['break off', HALF, 'response 200: body broke off or is too large, so it was not checked'],
    ['do not come', '', 'response none: answer did not come, so it was not checked'],
  ])('is no success where they %s: every report says so', async (_, broken, finding) => {
    const { exitCode, printed, json, junit } = await runBefore(broken);
    expect(exitCode).toBe(1);
    expect(JSON.parse(json)).toMatchObject({ ok: false, problems: 3, kinds: { unchecked: 3, answer: 0 } });
    expect(printed).toContain(`getVaultBalance ${finding}; not checked, 3 times\n`);
    expect(printed).toMatch(/^::error title=getVaultBalance%3A not checked::/m);
    const [balance] = ((await parse(junit)) as TestSuites).testsuite ?? [];
    expect(balance).toMatchObject({ name: 'getVaultBalance', failures: 1 });
    expect(balance?.testcase).toContainEqual({
      classname: 'getVaultBalance',
      name: finding,
      failure: [{ type: 'unchecked', message: 'not checked, 3 times' }],
    });
    expect(junit).not.toContain('"no answer"');
  });

  it('is one for a suite that breaks off on purpose, and says so', async () => {
    const { exitCode, printed } = await runBefore(HALF, '--fail-on', 'answer,undocumented,accepted');
    expect(exitCode).toBe(0);
    expect(printed).toMatch(/^::notice title=getVaultBalance%3A not checked::/m);
  });
});

describe('GitHub annotations', () => {
  it('are an error for each problem, a notice for what does no harm, and the coverage', async () => {
    const { printed } = await run();
    expect(printed.split('\n').filter((line) => line.startsWith('::'))).toEqual([
      '::error title=getCurrencyPrices%3A accepted although wrong::request (answered with 200): query.{} is not declared, 2 times',
      '::notice title=getVaultBalance%3A wrong request%2C not accepted::request (answered with 403): path.WALLET_ID must be integer, once',
      expect.stringMatching(/^::notice title=Coverage::coverage 0\.6 %25: 2 of \d+ documented answers$/),
    ]);
  });
});

describe('coverage', () => {
  it('counts each operation with each status and each error, and lists what was never seen', async () => {
    const prices = (url: string): Promise<unknown> =>
      Promise.all(
        ['', 'example=not_found'].map((prefer) =>
          fetch(`${url}/v1/svc/currency/prices?t=1`, { headers: { ...CREDENTIALS, prefer } }),
        ),
      );
    const { exitCode, json, printed } = await runProxy(mock.url, ['--min-coverage', '0.1'], prices);
    const { coverage } = JSON.parse(json) as ProxyReport;
    expect(exitCode).toBe(0);
    const unseen = coverage.missing.filter(({ operationId }) => operationId === 'getCurrencyPrices');
    expect(unseen.map(({ status, row }) => `${String(status)} ${String(row)}`)).toContain('403 header_not_found');
    expect(unseen.map(({ status }) => status)).not.toContain(200);
    expect(unseen.map(({ row }) => row)).not.toContain('not_found');
    expect(coverage.all - coverage.seen).toBe(coverage.missing.length);
    expect(printed).toMatch(/^Never seen:$/m);
    expect(printed).toMatch(/^listWallets 200, 400 .*, 403 .*header_not_found/m);
  });

  it('counts an error as the one row that its message says', async () => {
    const wrong = (url: string): Promise<unknown> =>
      fetch(`${url}/v1/svc/wallets/1/sender/transactions?t=1`, {
        method: 'POST',
        headers: { ...CREDENTIALS, 'content-type': 'application/json' },
        body: '{"requests":[{"order_id":"a","address":"0x1","amount":"1,5"}]}',
      });
    const { coverage } = JSON.parse((await runProxy(mock.url, [], wrong)).json) as ProxyReport;
    expect(coverage.seen).toBe(1);
  });

  it('is reason enough to fail where there is no problem', async () => {
    const { exitCode, printed } = await run('--fail-on', 'none', '--min-coverage', '1');
    expect(exitCode).toBe(1);
    expect(printed).toMatch(/^a coverage of 0\.6 % is less than 1 %$/m);
    expect((await run('--fail-on', 'none', '--min-coverage', '0.6')).exitCode).toBe(0);
  });
});
