// Answers settle open points, and only what they settle changes; whatever is no answer is refused with its line.
import { withAnswers, type PointedDocument } from '@wallet-operations/answers';
import { startMock } from '@wallet-operations/mock';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { cases, overlayOf, type Case } from './cases.ts';
import { caseOf, overlayFile } from './files.ts';

const at = (document: unknown, keys: readonly string[]): unknown =>
  keys.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);

const settled = (one: Case): PointedDocument =>
  withAnswers(bundled as unknown as PointedDocument, overlayOf(one), 'answers.overlay.yaml');

describe.each(cases)('$id', (one) => {
  const document = settled(one);

  test.each(one.document)('%j follows', (keys, value) => {
    expect(at(document, keys)).toEqual(value);
    if (!keys.includes('x-answered-points')) expect(at(bundled, keys)).not.toEqual(value);
  });

  test('is no longer open, and all other points are as they were', () => {
    const points = Object.entries(bundled['x-open-points']);
    const others = Object.fromEntries(points.filter(([id]) => id !== one.id));
    expect(document['x-open-points']).toEqual(others);
    expect(Object.keys(document['x-answered-points'] ?? {})).toEqual([one.id]);
    expect(() => withAnswers(document, overlayOf(one), 'again.yaml')).toThrow(
      new RegExp(`^again\\.yaml:1:\\d+ ${one.id} is answered already, by the build that is used here: "`),
    );
  });
});

describe('examples follow by name', () => {
  const examples = (document: unknown): Record<string, unknown> =>
    JSON.parse(JSON.stringify(at(document, ['components', 'examples']))) as Record<string, unknown>;
  /** All values under a key, in the order of the document. */
  const under = (key: string, node: unknown): unknown[] =>
    typeof node !== 'object' || node === null
      ? []
      : Object.entries(node).flatMap(([name, inner]: [string, unknown]) =>
          name === key ? [inner] : under(key, inner),
        );
  const ofCallbacks = (document: unknown): unknown[] =>
    Object.entries(examples(document)).flatMap(([name, example]) => (/Callback/.test(name) ? [example] : []));

  test.each([
    ['processing-state', 'processing_state', { 0: 5, 1: 6, 2: 7 }],
    ['callback-type', 'type', { 1: 10, 2: 20 }],
    ['callback-state', 'state', { 1: 9, 2: 2, 3: 3, 5: 15, 8: 18 }],
  ])('%s', (id, key, numbers: Record<string, number>) => {
    const old = under(key, ofCallbacks(bundled));
    expect(old.length).toBeGreaterThan(3);
    expect(under(key, ofCallbacks(settled(caseOf(id))))).toEqual(old.map((number) => numbers[String(number)]));
  });

  test('of wallets, in lists too, and of currencies', () => {
    const types = settled(caseOf('wallet-type'));
    const list = ['listWallets.response.coin_and_token_wallets', 'value', 'wallets'];
    const kinds: Record<string, number> = { 0: 1, 2: 2, 3: 3, 5: 4, 6: 5 };
    const old = under('type', at(examples(bundled), list));
    expect(under('type', at(examples(types), list))).toEqual(old.map((number) => kinds[String(number)]));
    const prices = ['getCurrencyPrices.response.usd', 'value', 'currency_prices', '0', 'currency'];
    expect(at(examples(settled(caseOf('currency-numbers'))), prices)).toBe(4);
  });

  test('but not what has no name, and nothing else', () => {
    expect(examples(settled(caseOf('address-format')))).toEqual(examples(bundled));
    const rows = (document: unknown) => Object.entries(examples(document)).filter(([name]) => /^\d/.test(name));
    expect(rows(settled(caseOf('processing-state')))).toEqual(rows(bundled));
  });

  test('in the mock', async () => {
    const overlay = overlayFile(caseOf('processing-state'));
    const mock = await startMock({ overlay });
    try {
      const headers = { 'x-api-code': 'any', 'x-checksum': 'any' };
      const path = '/v1/svc/wallets/635770/receiver/notifications/txid/0x1/0';
      const answer = await fetch(`${mock.url}${path}?t=1`, {
        headers: { ...headers, prefer: 'example=account_chain' },
      });
      expect(await answer.json()).toMatchObject({ notification: { processing_state: 7 } });
    } finally {
      await mock.close();
    }
  });
});

test.each([1, 2, 3])('examples of batches keep to a limit of %i, and their answers to them', (limit) => {
  const { examples } = settled({ ...caseOf('batch-limit'), value: limit }).components as {
    examples: Record<string, { value: { requests: { order_id: string }[]; results: object } }>;
  };
  const requests = examples['withdrawAssets.request.batch']?.value.requests.map(({ order_id }) => order_id);
  expect(requests).toHaveLength(limit);
  expect(Object.keys(examples['withdrawAssets.response.batch']?.value.results ?? {})).toEqual(requests);
  expect(examples['withdrawAssets.request.single']?.value.requests).toHaveLength(1);
});

test('the document that was answered is left alone', () => {
  const before = JSON.stringify(bundled);
  for (const one of cases) settled(one);
  expect(JSON.stringify(bundled)).toBe(before);
});

test('all of them together settle each', () => {
  const actions = cases.flatMap((one) => (JSON.parse(overlayOf(one)) as { actions: unknown[] }).actions);
  const overlay = JSON.stringify({ overlay: '1.0.0', info: { title: 'All', version: '1' }, actions });
  const document = withAnswers(bundled as unknown as PointedDocument, overlay, 'all.yaml');
  expect(Object.keys(document['x-answered-points'] ?? {}).sort()).toEqual(cases.map(({ id }) => id).sort());
});

test('the mock answers and refuses as it was told', async () => {
  const headers = { 'x-api-code': 'any', 'x-checksum': 'any' };
  const mocks = await Promise.all(
    ['wallet-balance-envelope', 'batch-limit'].map((id) => startMock({ overlay: overlayFile(caseOf(id)) })),
  );
  try {
    const [first, second] = mocks;
    const balances = await fetch(`${first?.url ?? ''}/v1/svc/wallets/readonly/walletlist/balances?t=1`, { headers });
    expect(Object.keys((await balances.json()) as object)).toEqual(['total_count', 'wallets']);
    const requests = Array.from({ length: 51 }, (_, i) => ({
      order_id: `shop1_${String(i)}`,
      address: '0x25d5',
      amount: '1',
    }));
    const refused = await fetch(`${second?.url ?? ''}/v1/svc/wallets/635743/sender/transactions?t=1`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ requests }),
    });
    expect([refused.status, await refused.json()]).toMatchObject([400, { message: 'maximum request limit exceeded' }]);
  } finally {
    await Promise.all(mocks.map((mock) => mock.close()));
  }
});

test('the mock wants the nonce', async () => {
  const headers = { 'x-api-code': 'any', 'x-checksum': 'any' };
  const overlay = overlayFile(caseOf('checksum'));
  const mock = await startMock({ overlay });
  try {
    const states = `${mock.url}/v1/svc/wallets/635743/apisecret`;
    const refused = await fetch(`${states}?t=1`, { headers });
    expect([refused.status, await refused.json()]).toMatchObject([403, { error: 'Forbidden. Checksum unmatch' }]);
    expect((await fetch(`${states}?nonce=1&t=1`, { headers })).status).toBe(200);
  } finally {
    await mock.close();
  }
});

describe('refused with its line', () => {
  const head = "overlay: 1.0.0\ninfo: { title: a, version: '1' }\nactions:\n";
  const action = (target: string, update: string): string => `${head}  - target: ${target}\n    update: ${update}\n`;
  const point = (id: string): string => `$['x-open-points']['${id}']`;

  test.each([
    ['no YAML', 'overlay: [', /^a\.yaml:1:\d+ It is no YAML/],
    ['no overlay', 'actions: []', /^a\.yaml:1:1 overlay is undefined\. Write 1\.0\.0 or 1\.1\.0\./],
    ['another version', 'overlay: 2.0.0', /^a\.yaml:1:10 overlay is 2\.0\.0\./],
    ['no info', 'overlay: 1.0.0\nactions: []', /^a\.yaml:1:1 info has a title/],
    ['no actions', "overlay: 1.0.0\ninfo: { title: a, version: '1' }\nactions: []", /^a\.yaml:3:10 actions is a list/],
    ['no JSONPath', action('"$[["', '{ answer: a }'), /^a\.yaml:4:13 \$\[\[ is no JSONPath/],
    [
      'no point',
      action(point('request-tim'), '{ answer: a }'),
      /^a\.yaml:4:13 .* names no open point; there are .*request-time/,
    ],
    [
      'a part of a point',
      action(`${point('request-time')}.value`, '{ answer: a }'),
      /^a\.yaml:4:13 .* names no open point/,
    ],
    ['another part of the document', action('$.info', '{ answer: a }'), /^a\.yaml:4:13 \$\.info names no open point/],
    ['no answer in words', action(point('batch-limit'), '{ value: 5 }'), /^a\.yaml:5:13 An update has an answer/],
    [
      'a misspelt key',
      action(point('batch-limit'), '{ answer: a, vlaue: 5 }'),
      /^a\.yaml:5:\d+ vlaue says nothing here/,
    ],
    [
      'a removal',
      `${head}  - target: ${point('batch-limit')}\n    remove: true\n`,
      /^a\.yaml:5:13 remove says nothing here/,
    ],
    [
      'a value that does not fit',
      action(point('batch-limit'), '{ answer: a, value: many }'),
      /^a\.yaml:5:\d+ batch-limit must/,
    ],
    [
      'one of others',
      action(point('batch-refusal'), '{ answer: a, value: half }'),
      /equal to one of the allowed values: whole, order by order\./,
    ],
    [
      'a part that does not fit',
      action(point('request-time'), '{ answer: a, value: { unit: days, window: 60 } }'),
      /^a\.yaml:5:41 request-time unit must/,
    ],
    [
      'a value where none is',
      action(point('address-format'), '{ answer: a, value: 5 }'),
      /^a\.yaml:5:33 address-format has no value/,
    ],
    [
      'two names of one number',
      action(point('processing-state'), '{ answer: a, value: { inPool: 1, inChain: 1, done: 2 } }'),
      /^a\.yaml:5:33 processing-state gives the number 1 two names/,
    ],
    [
      'a name that there is not',
      action(point('safe-to-credit'), '{ answer: a, value: { field: state, is: done } }'),
      /safe-to-credit is done, which is no state\. There are processing/,
    ],
    [
      'a number of another point',
      action(point('withdrawal-state'), '{ answer: a, value: { confirmed: 3, resent: 6 } }'),
      /withdrawal-state has confirmed as 3, and callback-state inChain as 3/,
    ],
    [
      'a name that is none',
      action(point('processing-state'), '{ answer: a, value: { inPool: 0, inChain: 1, done: 2, "on hold": 3 } }'),
      /^a\.yaml:5:78 processing-state has the name on hold\. Write letters and digits/,
    ],
    [
      'the name of every prototype',
      action(point('wallet-type'), '{ answer: a, value: { __proto__: { vault: 1 } } }'),
      /^a\.yaml:5:35 __proto__ is the name of nothing/,
    ],
    [
      'it as the name of a field',
      action(point('price-envelope'), '{ answer: a, value: { records: __proto__ } }'),
      /^a\.yaml:5:44 __proto__ is the name of nothing/,
    ],
    [
      'the number that asks for all',
      action(
        point('wallet-type'),
        '{ answer: a, value: { vault: -1, deposit: 2, withdrawal: 3, depositWithdrawal: 4, delegated: 5 } }',
      ),
      /^a\.yaml:5:42 wallet-type vault is -1, by which a request asks for all of them/,
    ],
    [
      'a number that its field cannot hold',
      action(point('callback-type'), '{ answer: a, value: { deposit: 1, withdrawal: 2147483648 } }'),
      /^a\.yaml:5:59 callback-type withdrawal is 2147483648, which is no int32/,
    ],
    [
      'a number that is read as another',
      action(point('api-code-lifetime'), '{ answer: a, value: 9007199254740993 }'),
      /^a\.yaml:5:33 api-code-lifetime is no number that every program can hold/,
    ],
    [
      'no number',
      action(point('callback-retry'), '{ answer: a, value: [1, .inf] }'),
      /^a\.yaml:5:37 callback-retry 1 is no number that every program can hold/,
    ],
    [
      'no kind at all',
      action(point('deposit-kinds'), '{ answer: a, value: [] }'),
      /^a\.yaml:5:33 deposit-kinds must NOT have fewer than 1 items/,
    ],
    [
      'two fields of one name',
      action(point('wallet-balance-envelope'), '{ answer: a, value: { total: all, records: all } }'),
      /^a\.yaml:5:56 wallet-balance-envelope records is all, which another field is called/,
    ],
    [
      'the name of a field beside it',
      action(point('price-envelope'), '{ answer: a, value: { records: last_refresh_success_time } }'),
      /^a\.yaml:5:44 price-envelope records is last_refresh_success_time, which another field is called/,
    ],
    [
      'a failure that is money',
      action(point('safe-to-credit'), '{ answer: a, value: { field: state, is: dropped } }'),
      /safe-to-credit is dropped, which is a failure/,
    ],
    [
      'a nonce that is called as a parameter is',
      action(point('checksum'), '{ answer: a, value: { scheme: sorted-sha256, nonce: start_index } }'),
      /^a\.yaml:5:65 checksum nonce is start_index, which another parameter is called/,
    ],
    [
      'an alias without an anchor',
      action(point('throttling-count'), '{ answer: a, value: *nine }'),
      /^a\.yaml:5:33 \*nine stands for what is written elsewhere\. Write it out/,
    ],
    [
      'an alias of what it is in',
      action(point('callback-state'), '{ answer: a, value: &self { processing: *self } }'),
      /^a\.yaml:5:53 \*self stands for/,
    ],
    [
      'another version of YAML',
      `%YAML 1.1\n---\n${action(point('batch-limit'), '{ answer: a }')}`,
      /^a\.yaml:1:1 %YAML has words read in another way/,
    ],
    [
      'an answer that asks for a value',
      action(point('batch-limit'), "{ answer: 'see {{throttling-count}}' }"),
      /^a\.yaml:5:23 answer has \{\{/,
    ],
    ...['Content-Length', 'transfer-encoding', 'Host', 'Connection'].map((header): [string, string, RegExp] => [
      `the header ${header}`,
      action(point('callback-signature'), `{ answer: a, value: { header: ${header}, encoding: hex } }`),
      new RegExp(`^a\\.yaml:5:43 callback-signature header is ${header}, which HTTP itself needs`),
    ]),
    ...['no', 'None', 'NULL', 'False', 'yes', 'secret'].map((nonce): [string, string, RegExp] => [
      `the nonce ${nonce}`,
      action(point('checksum'), `{ answer: a, value: { scheme: sorted-sha256, nonce: '${nonce}' } }`),
      new RegExp(`^a\\.yaml:5:65 checksum nonce is ${nonce}, which is no name for one`),
    ]),
    [
      'a code that outlives everybody',
      action(point('api-code-lifetime'), '{ answer: a, value: 36501 }'),
      /^a\.yaml:5:33 api-code-lifetime must be <= 36500/,
    ],
    [
      'a window of more than a day',
      action(point('request-time'), '{ answer: a, value: { unit: seconds, window: 86401 } }'),
      /^a\.yaml:5:58 request-time window must be <= 86400/,
    ],
    [
      'the name of all',
      action(point('callback-type'), '{ answer: a, value: { deposit: 1, withdrawal: 2, all: 3 } }'),
      /^a\.yaml:5:67 callback-type has the name all, by which a request asks for all of them/,
    ],
    [
      'names that differ in their capitals',
      action(point('processing-state'), '{ answer: a, value: { inPool: 0, inChain: 1, done: 2, Done: 3 } }'),
      /^a\.yaml:5:73 processing-state Done differs from another name in its capitals alone/,
    ],
    [
      'two answers',
      `${action(point('batch-limit'), '{ answer: a }')}  - target: ${point('batch-limit')}\n    update: { answer: b }\n`,
      /^a\.yaml:7:13 batch-limit is answered twice/,
    ],
  ])('%s', (_what, text, message) => {
    expect(() => withAnswers(bundled, text, 'a.yaml')).toThrow(message);
  });
});
