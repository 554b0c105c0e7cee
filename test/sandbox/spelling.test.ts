/** The bytes of callbacks: whoever verifies anything but them, or takes a serial for a number, is found out here. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { parseJson, stringifyJson } from '@wallet-operations/json';
import { sha256Verifier } from '@wallet-operations/client/callbacks';
import type { SandboxOptions } from '@wallet-operations/sandbox';
import { expect, it, onTestFinished } from 'vitest';
import { ADDRESS, createLab, ETH, ORDER, type Lab, type LabWallet } from './lab.ts';

interface Posted {
  readonly text: string;
  readonly bytes: Buffer;
  readonly headers: Headers;
}

/** Takes bytes, and answers with the status that `answer` has for the number of each. */
async function listen(answer: (count: number) => number = () => 200): Promise<{ url: string; posted: Posted[] }> {
  const posted: Posted[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      posted.push({
        bytes,
        text: bytes.toString('utf8'),
        headers: new Headers(request.headers as Record<string, string>),
      });
      response.writeHead(answer(posted.length)).end('OK');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`, posted };
}

async function open(options?: SandboxOptions): Promise<Lab> {
  const lab = await createLab(options);
  onTestFinished(lab.close);
  return lab;
}

const MEMOS = ['Zoë/7', 'a "b" \\ c', 'платёж', '🪙🪙', 'tab\tline\n', 'x', 'https://a.b/c', '']; // the last is of the wallet itself

/** A wallet with deposits of such memos, final by now. */
async function deposited(lab: Lab, callbackUrl: string): Promise<LabWallet> {
  const made = await lab.createWallet({ kind: 'deposit', currency: 'EOS', callbackUrl });
  await made.wallet.createDepositAddresses({ count: 7, memos: MEMOS.slice(0, 7) });
  for (const memo of MEMOS) await lab.control.deposit({ walletId: made.walletId, amount: '1', memo });
  await lab.control.mine({ blocks: 3 });
  return made;
}

/** The assumed scheme, written here once more. */
const signatureOf = (body: string, secret: string): string =>
  createHash('sha256')
    .update(body + secret)
    .digest('base64')
    .replaceAll('+', '-')
    .replaceAll('/', '_');

const record = ({ text }: Posted): Record<string, unknown> => {
  const value = parseJson(text) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, exact(each)]));
};
const exact = (value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
/** Integers as text, since a bigint is no number; in the order of the serials. */
const recordsOf = (values: readonly object[]): object[] =>
  values
    .map((each) =>
      Object.fromEntries(
        Object.entries(each).map(([name, value]) => [
          name,
          typeof value === 'bigint' && value < 2n ** 53n ? Number(value) : exact(value),
        ]),
      ),
    )
    .sort((a, b) => (String(a['serial']) < String(b['serial']) ? -1 : 1));

it('gives back from no serialiser, is signed as it came, and says what the list says', async () => {
  const lab = await open();
  const { url, posted } = await listen();
  const { wallet, secret } = await deposited(lab, url);
  expect(posted).toHaveLength(14); // in a block, and final
  const verify = sha256Verifier(secret);
  for (const { text, bytes, headers } of posted) {
    expect(headers.get('x-checksum')).toBe(signatureOf(text, secret));
    await expect(verify({ body: bytes, headers })).resolves.toBe(true);
    // What Express leaves behind express.json(), and what a parser without its faults would leave.
    for (const again of [JSON.stringify(JSON.parse(text)), stringifyJson(parseJson(text))]) {
      expect(again).not.toBe(text);
      await expect(verify({ body: Buffer.from(again), headers })).resolves.toBe(false);
    }
  }
  const { notifications } = await wallet.listCallbacks();
  expect(recordsOf(posted.map(record))).toEqual(recordsOf(notifications));
  expect(new Set(notifications.map(({ memo }) => memo))).toEqual(new Set(MEMOS.slice(0, 7)));
  expect(new Set(posted.map((each) => Object.keys(record(each)).join(' '))).size).toBe(14);
});

it('spells in every way that JSON has', async () => {
  const { url, posted } = await listen();
  const lab = await open();
  await deposited(lab, url);
  await deposited(lab, url);
  const all = posted.map(({ text }) => text).join('');
  const ways = [/\\\//, /[^\\]\//, /\\u002f/i, /\\u00eb/, /\\u00EB/, /ë/, /\\ud83e\\udE99|\\ud83e\\ude99/i, /🪙/];
  for (const way of ways) expect(all).toMatch(way);
  for (const space of [/": \d/, /" :/, /\n/, /\t/, /\r\n/, / {2}/, /":\d/]) expect(all).toMatch(space);
  for (const { text } of posted) expect(text).toMatch(/\\u00[2-7]/); // which no serialiser writes
});

it('begins with serials that no number holds, and is asked for them', async () => {
  const { url, posted } = await listen();
  const lab = await open();
  const { wallet } = await deposited(lab, url);
  const serials = (await wallet.listCallbacks()).notifications.map(({ serial }) => serial);
  expect(serials).toEqual(serials.map((_, i) => 90_000_000_000_000_001n + BigInt(i)));
  const rounded = posted.map(({ text }) => (JSON.parse(text) as { serial: number }).serial);
  expect(new Set(rounded).size).toBeLessThan(3);
  const { notifications } = await wallet.getCallbacksById({ ids: serials });
  expect(notifications.map(({ serial }) => serial)).toEqual(serials);
  expect(lab.sandbox.overview().callbacks[0]?.serial).toBe(String(serials.at(-1)));
});

it('delivers the same bytes for the same seed, and others for another', async () => {
  const bodies = async (seed: string): Promise<string[]> => {
    const { url, posted } = await listen();
    await deposited(await open({ seed }), url);
    return posted.map(({ text }) => text).sort();
  };
  const first = await bodies('one');
  expect(await bodies('one')).toEqual(first);
  const other = await bodies('two');
  expect(other.filter((body) => first.includes(body))).toEqual([]);
});

it('spells each attempt anew, and signs it for its own bytes', async () => {
  const { url, posted } = await listen((count) => (count < 5 ? 500 : 200));
  const lab = await open();
  const { wallet, secret } = await lab.createWallet({ ...ETH, callbackUrl: url });
  await wallet.withdrawAssets({ requests: [ORDER] });
  await lab.control.mine();
  await lab.control.advance({ hours: 1 });
  expect(posted).toHaveLength(5);
  expect(new Set(posted.map(({ text }) => text)).size).toBe(5);
  expect(new Set(posted.map((each) => JSON.stringify(recordsOf([record(each)]).map(sorted)))).size).toBe(1);
  for (const { bytes: body, headers } of posted)
    await expect(sha256Verifier(secret)({ body, headers })).resolves.toBe(true);
});

const sorted = (value: object): unknown => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));

it('asks for approval in the same way', async () => {
  const { url, posted } = await listen();
  const lab = await open();
  const { wallet, walletId, secret } = await lab.createWallet({ ...ETH, approvalUrl: url });
  await wallet.withdrawAssets({ requests: [ORDER] });
  const [asked] = posted;
  if (!asked) throw new Error('Nobody was asked.');
  expect(record(asked)).toEqual({ wallet_id: Number(walletId), ...ORDER });
  expect(JSON.stringify(JSON.parse(asked.text))).not.toBe(asked.text);
  expect(asked.headers.get('x-checksum')).toBe(signatureOf(asked.text, secret));
});

it('goes on with the serials of a data file that has callbacks', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-spelling-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const data = join(folder, 'state.db');
  const { url, posted } = await listen((count) => (count === 1 ? 500 : 200));
  const lab = await createLab({ data });
  const made = await lab.createWallet({ ...ETH, kind: 'deposit-withdrawal', callbackUrl: url });
  await made.wallet.withdrawAssets({ requests: [ORDER] });
  await lab.control.mine();
  await lab.close();

  // As sandboxes left it whose serials began at 90 000 000 001.
  const db = new DatabaseSync(data);
  db.exec(`UPDATE callbacks SET serial = serial - 89999910000000000, body = replace(body, '90000000000000001', '90000000001');
    UPDATE attempts SET serial = serial - 89999910000000000;`);
  db.close();

  const later = await open({ data });
  const wallet = later.clientOf(made).wallet(made.walletId);
  await wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: 'shop1_2', address: ADDRESS }] });
  await later.control.mine();
  await later.control.advance({ minutes: 1 });
  const { notifications } = await wallet.listCallbacks();
  expect(notifications.map(({ serial }) => serial)).toEqual([90_000_000_001n, 90_000_000_002n]);
  const came = posted.slice(1);
  expect(recordsOf(came.map(record))).toEqual(recordsOf(notifications));
  for (const { bytes: body, headers } of came)
    await expect(sha256Verifier(made.secret)({ body, headers })).resolves.toBe(true);
});
