/** What a service tells of its customers stays with it: a thousand planted secrets, and none in what a run writes or prints, or a proxy records of it. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRecording, startProxy, writeTranscript } from '@wallet-operations/mock';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { conform, FILES, type Result } from './harness.ts';
import { changedVariant, type Answer } from './variants/behind.ts';
import type { Running } from './variants/variant.ts';

vi.setConfig({ testTimeout: 240_000 }); // hundreds of calls, of which each answer is odd

/** Makes values that nothing else is, and remembers them. */
function createPlanter(): {
  readonly all: string[];
  readonly next: (like: 'word' | 'hex' | 'digits' | 'mail' | 'decimal') => string;
} {
  const all: string[] = [];
  const chance = (i: number): bigint => (BigInt(i) * 0x9e3779b97f4a7c15n + 0xbf58476d1ce4e5b9n) & 0xffffffffffffffffn;
  return {
    all,
    next(like) {
      const seed = chance(all.length + 1);
      const hex = seed.toString(16).padStart(16, '7');
      const made = {
        word: `Kunde${hex.replace(/\d/g, 'q')}`,
        hex: `0x${hex}${chance(all.length + 5000).toString(16)}`,
        digits: String((seed % 900_000_000_000n) + 61_000_000_000_000n),
        mail: `jane.${hex}@customer.example`,
        decimal: `${String((seed % 90_000_000n) + 7_000_000n)}.${String(Number(seed % 8_999n) + 1_000)}7`,
      }[like];
      all.push(made);
      return made;
    },
  };
}

const KINDS = ['word', 'hex', 'mail', 'digits', 'decimal'] as const;

test('a thousand of them, in every field, header, key, text and page', async () => {
  const planter = createPlanter();
  let turn = 0;
  const kind = () => KINDS[turn++ % KINDS.length] ?? 'word';
  /** Replaces leaves, and adds fields and keys. Names that the run follows stay, or it would end at once. */
  const plant = (value: unknown, depth = 0): unknown => {
    if (Array.isArray(value)) return value.slice(0, 6).map((one) => plant(one, depth + 1));
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value).map(([key, one]): [string, unknown] => [key, plant(one, depth + 1)]);
      return Object.fromEntries([
        ...entries,
        [`field_${planter.next('word')}`, planter.next(kind())],
        [
          'remark',
          { note: planter.next(kind()), list: [planter.next('mail'), { [planter.next('hex')]: planter.next('word') }] },
        ],
      ]);
    }
    if (typeof value === 'string') return planter.next(kind());
    if (typeof value === 'number' || typeof value === 'bigint') return BigInt(planter.next('digits'));
    return value;
  };
  let calls = 0;
  const running = await changedVariant({
    answer(answer, { operationId }): Answer {
      if (operationId === 'getApiCodeStatus' && answer.status === 200) {
        answer.body.inactivated = { api_code: planter.next('word'), secret: planter.next('hex') };
        return answer;
      }
      calls++;
      const headers = {
        ...answer.headers,
        'x-customer': planter.next('word'),
        'set-cookie': `session=${planter.next('hex')}`,
      };
      if (calls % 17 === 0) {
        const page = `<html><title>${planter.next('mail')}</title><body>${planter.next('digits')}</body></html>`;
        return {
          status: 502,
          headers: { ...headers, 'content-type': `text/html; boundary=${planter.next('word')}` },
          body: page,
        };
      }
      if (calls % 23 === 0) return { ...answer, headers, body: `{"broken": "${planter.next('word')}", ` };
      if (answer.status >= 400) {
        const body = {
          error_code: Number(planter.next('digits')),
          error: `Forbidden. ${planter.next('word')}`,
          message: `order_id: ${planter.next('word')} is invalid`,
          [planter.next('word')]: planter.next('mail'),
        };
        return { ...answer, headers, body };
      }
      // half of the answers keep their shape, so that the run goes on with what they show
      return {
        ...answer,
        headers,
        body: calls % 2 === 0 ? plant(answer.body) : withTexts(answer.body, planter.next, kind),
      };
    },
  });
  onTestFinished(running.close);
  const result = await conformThroughProxy(running);
  expect(planter.all.length).toBeGreaterThan(1000);
  const credentials = [...running.wallets, running.readOnly].flatMap(({ apiCode, secret }) => [apiCode, secret]);
  expect(told(result, [...planter.all, ...credentials])).toEqual([]);
  expect(result.report.facts.length).toBeGreaterThan(0); // much was told all the same
});

test('nothing of a rich and quiet service', async () => {
  const seen = new Set<string>();
  const running = await changedVariant({
    answer(answer) {
      collect(answer.body, seen);
      return answer;
    },
  });
  onTestFinished(running.close);
  const result = await conformThroughProxy(running);
  const values = [...seen].filter((text) => text.length >= 8 && !KNOWN.test(text));
  expect(values.length).toBeGreaterThan(1000);
  const words = new Set(everythingOf(result).split(/[^\w.-]+/)); // a round amount is part of many others
  expect(values.filter((text) => words.has(text.toLowerCase()))).toEqual([]);
  // who knows all addresses and transactions of a chain would find these by where their digits stand
  const long = values.filter((text) => /^\w{30,}$/.test(text)).map(maskOf);
  expect(long.length).toBeGreaterThan(30);
  const masks = new Set(Array.from(words, maskOf));
  expect(long.filter((mask) => masks.has(mask))).toEqual([]);
});

const maskOf = (text: string): string => text.toLowerCase().replace(/\d/g, '0').replace(/[a-z]/g, 'a');

/** Numbers such as no other is in any answer, by what they are told as. */
const NUMBERS = {
  amounts: [48_231, 48_232, 48_233, 48_234, 48_235],
  others: [73_911, 73_912, 73_913, 73_914, 73_915, 73_916],
  nested: [58_111, 58_112, 58_113, 58_114],
} as const;

/** Fields that the document has as texts. */
const TEXTS =
  /(^|_)(amount|fee|fees|balance|address|memo|txid|user_id|decimals|symbol|contract|name|order_id)$|^(price|description)$/;

/** Other values in fields with such names, and other fields in every record, as a service has them that has numbers there. */
function numbered(value: unknown, turn: { next: number }, more: (record: object) => object): unknown {
  if (Array.isArray(value)) return value.map((one) => numbered(one, turn, more));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]): [string, unknown] => [
    key,
    TEXTS.test(key) && typeof one === 'string'
      ? NUMBERS.amounts[turn.next++ % NUMBERS.amounts.length]
      : numbered(one, turn, more),
  ]);
  return { ...Object.fromEntries(entries), ...more(value) };
}

/** What a service tells besides, under names that end as those of states, kinds and counts do. */
const [zip, pin, user, amount, customers, kyc] = NUMBERS.others;
const BESIDES = {
  ...{ zip_code: zip, pin_code: pin, user_code: user, code: user, amount_total: amount, customer_total: customers },
  ...{ monthly_count: customers, kyc_state: kyc, status: kyc, type_decimals: kyc, error: zip },
};

const [inEntry, inObject, instead, deep] = NUMBERS.nested;

const ROWS: readonly (readonly [what: string, from: number, more: (record: object) => object])[] = [
  ['amounts and other texts in whole numbers', 200, () => ({})],
  ['whole numbers in fields that nobody declared', 200, () => BESIDES],
  ['those of an error', 403, () => ({ ...BESIDES, detail: { zip_code: deep, code: inObject, error_code: inEntry } })],
  [
    'fields in the place of others',
    200,
    (record: object) => ({
      customer_no: instead,
      ...('transactions' in record && { transactions: undefined, accounts: [{ state: inEntry, type: deep }] }),
      ...('valid' in record ? {} : { holder: { state: inObject, currency: deep } }),
      ...('state' in record && { state: undefined }),
      ...('type' in record && { type: undefined }),
      ...('currency' in record && { currency: undefined }),
    }),
  ],
];
test.each(ROWS)('%s', async (_, from, more) => {
  const turn = { next: 0 };
  const running = await changedVariant({
    answer(answer, { operationId }) {
      const isMeant = from === 200 ? answer.status === 200 : answer.status >= from;
      if (!isMeant || operationId === 'getApiCodeStatus') return answer;
      return {
        ...answer,
        body: from === 200 ? numbered(answer.body, turn, more) : { ...(answer.body as object), ...more({}) },
      };
    },
  });
  onTestFinished(running.close);
  const result = await conformThroughProxy(running);
  const words = new Set(everythingOf(result).split(/[^\w-]+/));
  expect(
    Object.values(NUMBERS)
      .flat()
      .filter((number) => words.has(String(number))),
  ).toEqual([]);
  expect(result.report.facts.length).toBeGreaterThan(0);
});

test('numbers that the document has names for stay, and those of its errors', async () => {
  const running = await changedVariant({
    answer(answer) {
      if (answer.status < 400) return undefined;
      const { error_code, ...rest } = answer.body as Record<string, unknown>;
      return { ...answer, body: { ...rest, code: error_code } };
    },
  });
  onTestFinished(running.close);
  const { recorded } = await conformThroughProxy(running);
  expect(recorded).toContain('"currency":60');
  expect(recorded).toMatch(/"code":\d{3},|"code":\d{3}\}/);
});

/** A run whose calls a proxy records. */
async function conformThroughProxy(running: Running): Promise<Result & { readonly recorded: string }> {
  const recording = createRecording(bundled, 'svc', running.now);
  const proxy = await startProxy({ upstream: running.url, recording });
  onTestFinished(() => proxy.close());
  const result = await conform({ ...running, url: proxy.url });
  proxy.report(); // what waits is recorded first
  const transcript = recording.transcript();
  expect(transcript.exchanges.length).toBeGreaterThan(200);
  return { ...result, recorded: writeTranscript(transcript) };
}

/** Words of the document, and dates: what they say of others is in no text. */
const KNOWN = /^(not found$|Forbidden|Invalid|Operation|API Secret|Wallet ID|invalid|withdraw-api|\d{4}-\d\d-\d\d)/;

/** Texts and whole numbers of an answer; names of fields are the document's. */
function collect(value: unknown, seen: Set<string>): void {
  if (typeof value === 'string') seen.add(value);
  else if (typeof value === 'bigint' || (typeof value === 'number' && value > 1e7)) seen.add(String(value));
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) collect(one, seen);
}

/** The same body with some of its texts planted. */
function withTexts(
  body: unknown,
  next: (like: (typeof KINDS)[number]) => string,
  kind: () => (typeof KINDS)[number],
): unknown {
  if (Array.isArray(body)) return body.map((one: unknown) => withTexts(one, next, kind));
  if (typeof body !== 'object' || body === null) return body;
  const hidden = ['memo', 'user_id', 'wallet_name', 'issue_user_name', 'description', 'token_name', 'user_message'];
  return Object.fromEntries(
    Object.entries(body).map(([key, one]): [string, unknown] => [
      key,
      hidden.includes(key) ? next(kind()) : withTexts(one, next, kind),
    ]),
  );
}

/** Those that stand in anything of this, as they are or in another case. */
function told(result: Result & { readonly recorded: string }, secrets: readonly string[]): string[] {
  const all = everythingOf(result);
  return secrets.filter((secret) => all.includes(secret.toLowerCase()));
}

/** All that a run wrote and printed, and the proxy recorded of it, in lower case. */
function everythingOf(result: Result & { readonly recorded: string }): string {
  const files = (Object.keys(FILES) as (keyof typeof FILES)[]).map((name) => result.read(name));
  return [...files, result.stdout, result.stderr, result.recorded].join('\n').toLowerCase();
}
