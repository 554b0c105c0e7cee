/** Bodies that are large, or become so: they are checked in time or not at all, and the report says which. */
import { gzipSync } from 'node:zlib';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { operationsOf } from '@wallet-operations/validator';
import { expect, it } from 'vitest';
import { CREDENTIALS, JSON_TYPE, setUp } from './kit.ts';
import { answerOf } from './upstream.ts';

const CHECKS_IN_TIME = 15_000; // minutes, where each breach was copied with all before it
const pages = (items: string): string => `{"item":[${items}],"address":["0x1"],"withdraw_address":[]}`;

async function exchanged(body: Buffer, ...headers: string[]) {
  const { proxy, checked } = await setUp(answerOf(200, body, JSON_TYPE, ...headers));
  const url = `${proxy.url}/v1/svc/wallets/1/addresses?t=1`;
  await (await fetch(url, { headers: CREDENTIALS })).arrayBuffer();
  return { entry: await checked(), report: proxy.report() };
}

it.each([
  ['a hundred thousand wrong items', `{"wallet_id":1,"wallet_address":[${Array(100_000).fill('0').join(',')}]}`],
  ['a hundred thousand empty items', `{"wallet_id":1,"wallet_address":[${Array(100_000).fill('{}').join(',')}]}`],
])(
  'checks %s soon, and counts them',
  async (_, body) => {
    const { entry } = await exchanged(Buffer.from(body));
    expect(entry.complete).toBe(true);
    expect(entry.problems.length).toBeGreaterThan(9_000);
    expect(entry.problems.at(-1)?.message).toBe('has more violations than were counted');
  },
  CHECKS_IN_TIME,
);

it(
  'checks four million bytes soon, up to the first breach',
  async () => {
    const { entry } = await exchanged(Buffer.from(`{"wallet_address":[${Array(1_300_000).fill('{}').join(',')}]}`));
    expect(entry.complete).toBe(true);
    expect(entry.problems).toHaveLength(1);
  },
  CHECKS_IN_TIME,
);

it('checks the largest page that the document allows', async () => {
  const operation = operationsOf(bundled).find(({ operationId }) => operationId === 'listVaultHistory');
  const { body } = operation?.examples.find(({ status }) => status === 200) as { body: Record<string, object[]> };
  const [list, [item]] = Object.entries(body).find(([, value]) => Array.isArray(value)) ?? ['', []];
  const page = Buffer.from(JSON.stringify({ ...body, [list]: Array(5000).fill(item) }));
  expect(page.length).toBeGreaterThan(4 * 1024 * 1024);
  const { proxy, checked } = await setUp(answerOf(200, page, JSON_TYPE));
  const url = `${proxy.url}${operation?.path.replace(/\{\w+\}/, '1') ?? ''}?t=1&from_time=0&to_time=1&request_number=5000`;
  await (await fetch(url, { headers: CREDENTIALS })).arrayBuffer();
  expect(await checked()).toMatchObject({ operationId: 'listVaultHistory', complete: true, problems: [] });
});

const LARGE = Buffer.from(pages('0,'.repeat(4_200_000)));

it.each([
  ['what is larger than eight MiB', LARGE, []],
  ['what becomes larger without its compression', gzipSync(LARGE), ['Content-Encoding: gzip']],
] as const)('does not check %s, and says so', async (_, body, headers) => {
  const { entry, report } = await exchanged(body, ...headers);
  expect(entry).toMatchObject({ complete: false, problems: [{ kind: 'unchecked', path: ['body'] }] });
  expect(report).toMatchObject({
    ok: false,
    reasons: ['no operation of the document got a whole answer, so nothing was checked'],
  });
  expect(report.operations).toMatchObject([{ name: 'listDepositAddresses', incomplete: 1 }]);
});

it.each(['gzip, gzip', 'compress', 'constructor', '__proto__'])(
  'does not check what comes in %s, and says so',
  async (encoding) => {
    const body = gzipSync(gzipSync('{"wallet_id":1,"wallet_address":[]}'));
    const { entry, report } = await exchanged(body, `Content-Encoding: ${encoding}`);
    expect(entry.problems).toMatchObject([{ in: 'response', kind: 'unchecked' }]);
    expect(report.ok).toBe(false);
  },
);

it('closes in time after many large answers, with all of them counted', async () => {
  const body = `{"wallet_address":[${Array(1_300_000).fill('{}').join(',')}]}`;
  const { proxy } = await setUp(answerOf(200, body, JSON_TYPE));
  const ask = () => fetch(`${proxy.url}/v1/svc/wallets/1/addresses?t=1`, { headers: CREDENTIALS });
  await Promise.all(Array.from({ length: 20 }, async () => (await ask()).arrayBuffer()));
  const began = performance.now();
  await proxy.close();
  expect(performance.now() - began).toBeLessThan(9_000);
  expect(proxy.report()).toMatchObject({ ok: false, requests: 20 });
}, 30_000);
