/** Callbacks to look at: what was sent at each attempt, byte for byte, and the inbox for those who have no receiver yet. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sha256Verifier } from '@wallet-operations/client/callbacks';
import { expect, it, onTestFinished } from 'vitest';
import type { CallbackDetails, CallbackEntry, InboxEntry, SandboxOptions } from '@wallet-operations/sandbox';
import { createLab, ETH, ORDER, START, type Lab } from './lab.ts';
import { startReceiver, type Receiver } from './receiver.ts';

async function open(options?: SandboxOptions): Promise<Lab> {
  const lab = await createLab(options);
  onTestFinished(lab.close);
  return lab;
}

async function receive(refuse: (earlier: number) => number | undefined = () => undefined): Promise<Receiver> {
  const receiver = await startReceiver(
    () => Promise.resolve(new Response(null, { status: 200 })),
    (_, earlier) => refuse(earlier),
  );
  onTestFinished(receiver.close);
  return receiver;
}

const look = async (lab: Lab, path: string): Promise<[number, unknown]> => {
  const response = await fetch(`${lab.sandbox.url}/_sandbox/${path}`);
  return [response.status, await response.json()];
};

it('shows each attempt as it was sent, although the secret changes in between', async () => {
  const lab = await open();
  const receiver = await receive((earlier) => (earlier < 2 ? 503 : undefined));
  const made = await lab.createWallet({ ...ETH, callbackUrl: receiver.url });
  await made.wallet.withdrawAssets({ requests: [ORDER] });
  await lab.control.mine();
  await lab.clientOf(made.inactive).wallet(made.walletId).getApiCodeStatus(); // activates the other code
  await lab.control.advance({ seconds: 61 });
  const [[, list], serial] = [await look(lab, 'callbacks'), String(receiver.deliveries[0]?.told.serial)];
  expect(list).toEqual([
    {
      ...{ serial, walletId: String(made.walletId), orderId: ORDER.order_id, tells: 'withdrawal', time: START },
      ...{ type: expect.any(Number) as number, txid: expect.stringMatching(/^0x/) as string },
      ...{ deliveredAt: null, nextAt: START + 4 * 60_000 },
      attempts: [
        { at: START, result: '503' },
        { at: START + 60_000, result: '503' },
      ],
    },
  ]);
  await lab.control.advance({ minutes: 3 });
  const [status, body] = await look(lab, `callbacks/${serial}`);
  const details = body as CallbackDetails;
  expect([status, details]).toEqual([200, lab.sandbox.callback(serial)]);
  expect(details).toMatchObject({ deliveredAt: START + 4 * 60_000, nextAt: null });
  expect(receiver.deliveries).toHaveLength(3);
  expect(details.attempts).toHaveLength(3);
  for (const [i, sent] of details.attempts.entries()) {
    const came = receiver.deliveries[i];
    expect(Buffer.from(sent.body)).toEqual(came?.body);
    expect(came?.headers).toMatchObject(
      Object.fromEntries(Object.entries(sent.headers).map(([name, value]) => [name.toLowerCase(), value])),
    );
    expect([sent.url, Object.values(sent.headers)]).toEqual([receiver.url, expect.arrayContaining([sent.signature])]);
  }
  expect(details.attempts.map(({ result }) => result)).toEqual(['503', '503', '200']);
  expect(new Set(details.attempts.map(({ signature }) => signature)).size).toBe(3);
});

it('finds them by wallet and by order', async () => {
  const lab = await open();
  const [one, other] = [await lab.createWallet(ETH), await lab.createWallet({ ...ETH, prefix: 'shop2_' })];
  for (const { wallet, prefix } of [one, other])
    await wallet.withdrawAssets({ requests: ['a', 'b'].map((name) => ({ ...ORDER, order_id: prefix + name })) });
  await lab.control.deposit({ walletId: other.walletId, amount: '1' });
  await lab.control.mine();
  const orders = async (query: string): Promise<unknown> => {
    const [status, body] = await look(lab, `callbacks?${query}`);
    return status === 200 ? (body as CallbackEntry[]).map(({ orderId }) => orderId).toSorted() : body;
  };
  expect(await orders(`wallet=${String(one.walletId)}`)).toEqual(['shop1_a', 'shop1_b']);
  expect(await orders('order=shop2_b')).toEqual(['shop2_b']);
  expect(await orders(`order=shop2_b&wallet=${String(one.walletId)}`)).toEqual([]);
  expect(await orders('latest=1')).toHaveLength(1);
  expect(lab.sandbox.callbacks({ orderId: 'shop1_a' })).toMatchObject([
    { attempts: [], nextAt: null, deliveredAt: null },
  ]);
  expect(await orders('operation=x')).toEqual({
    error: 'There is no parameter operation. There are: wallet, order, latest.',
  });
  expect(await look(lab, 'callbacks/1')).toEqual([404, { error: 'There is no callback 1.' }]);
  expect((await look(lab, 'callbacks/99999999999999999999'))[0]).toBe(404);
});

it('gives as many of the latest as are asked for, and in words what is no number, in all lists alike', async () => {
  const lab = await open();
  const { wallet } = await lab.createWallet({ ...ETH, callbackUrl: 'inbox' });
  const ids = Array.from({ length: 30 }, (_, i) => `shop1_${String(i)}`);
  for (const order_id of ids) await wallet.withdrawAssets({ requests: [{ ...ORDER, order_id }] });
  await lab.control.mine();
  const { sandbox } = lab;
  const lists = {
    requests: (latest?: number) => sandbox.requests({ latest } as { latest: number }),
    callbacks: (latest?: number) => sandbox.callbacks({ latest } as { latest: number }),
    inbox: (latest?: number) => sandbox.inbox({ latest } as { latest: number }),
    orders: (latest?: number) => sandbox.overview(latest).orders,
    'callbacks of the overview': (latest?: number) => sandbox.overview(latest).callbacks,
  };
  for (const [name, list] of Object.entries(lists)) {
    const lengths = [undefined, 0, 7, 1000, 2 ** 53, Infinity].map((latest) => list(latest).length);
    expect([name, lengths]).toEqual([name, [25, 0, 7, 30, 30, 30]]);
    for (const latest of [NaN, 1.5, -1, -Infinity])
      expect(() => list(latest)).toThrow(
        `latest is ${String(latest)}. Give a whole number from 0, or Infinity for all.`,
      );
  }
});

it('takes callbacks into its own inbox, acknowledges and verifies them', async () => {
  const lab = await open();
  const made = await lab.createWallet({ ...ETH, callbackUrl: 'inbox' });
  const nobody = await lab.createWallet({ ...ETH, prefix: 'shop2_' });
  await made.wallet.withdrawAssets({ requests: [ORDER] });
  await nobody.wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: 'shop2_1' }] });
  await lab.control.mine();
  const [status, body] = await look(lab, 'inbox');
  expect([status, body]).toEqual([200, lab.sandbox.inbox()]);
  const [entry, ...others] = body as InboxEntry[];
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    ...{ walletId: String(made.walletId), orderId: ORDER.order_id, at: START, isVerified: true, apiCode: made.apiCode },
  });
  // what a receiver would make of it
  const verify = sha256Verifier([made.secret]);
  const isGenuine = await verify({ body: Buffer.from(entry?.body ?? ''), headers: new Headers(entry?.headers) });
  expect(isGenuine).toBe(true);
  expect(lab.sandbox.callbacks({ walletId: made.walletId })).toMatchObject([{ deliveredAt: START, nextAt: null }]);
  expect((await look(lab, `inbox?wallet=${String(nobody.walletId)}`))[1]).toEqual([]);
  await lab.control.disturbCallbacks({ kind: 'drop' });
  await lab.control.redeliver({ serial: entry?.serial ?? '' });
  expect(lab.sandbox.inbox()).toHaveLength(1);
  await lab.control.redeliver({ serial: entry?.serial ?? '' });
  expect(lab.sandbox.inbox({ orderId: ORDER.order_id })).toHaveLength(2);
});

it('has the inbox over HTTP, too, and no other word for an address', async () => {
  const lab = await open();
  const { walletId } = await lab.createWallet(ETH);
  const set = async (callbackUrl: string): Promise<number> =>
    (
      await fetch(`${lab.sandbox.url}/_sandbox/setWallet`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `{"walletId":${String(walletId)},"callbackUrl":"${callbackUrl}"}`,
      })
    ).status;
  expect([await set('inbox'), await set('inboxes'), await set('mailto:a@b'), await set('')]).toEqual([
    200, 400, 400, 200,
  ]);
});

it('goes on with a file of before, whose attempts have no bytes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const data = join(folder, 'state.db');
  const first = await createLab({ data });
  const receiver = await receive(() => 503);
  const { wallet } = await first.createWallet({ ...ETH, callbackUrl: receiver.url });
  await wallet.withdrawAssets({ requests: [ORDER] });
  await first.control.mine();
  await first.control.advance({ seconds: 60 });
  const before = first.sandbox.overview().callbacks;
  await first.close();

  const db = new DatabaseSync(data); // as the tables were
  db.exec(`CREATE TABLE old (id INTEGER PRIMARY KEY, serial INTEGER NOT NULL, at INTEGER NOT NULL, result TEXT NOT NULL);
    INSERT INTO old (serial, at, result) SELECT serial, at, result FROM attempts ORDER BY serial, number;
    DROP TABLE attempts; ALTER TABLE old RENAME TO attempts; CREATE INDEX attempts_of_callback ON attempts (serial);
    DROP INDEX callbacks_due_of_wallet; DROP INDEX entries_of_collections; DROP INDEX api_codes_by_secret;
    ALTER TABLE inclusions DROP COLUMN first_event; ALTER TABLE vault_transactions DROP COLUMN token_id; DROP INDEX addresses_by_address; DROP INDEX whitelist_by_address;
    ALTER TABLE deposits DROP COLUMN came_at; ALTER TABLE addresses DROP COLUMN memo_key; ALTER TABLE whitelist DROP COLUMN memo_key;
    CREATE INDEX addresses_by_address ON addresses (address_key, memo);
    CREATE INDEX whitelist_by_address ON whitelist (wallet_id, address_key, memo, user_id);
    PRAGMA user_version = 6;`);
  db.close();

  const lab = await createLab({ data });
  onTestFinished(async () => {
    await lab.close();
    rmSync(folder, { recursive: true });
  });
  expect(lab.sandbox.overview().callbacks).toEqual(before);
  const serial = before[0]?.serial ?? '';
  expect(lab.sandbox.callback(serial).attempts).toMatchObject([
    { at: START, result: '503', body: '', headers: {} },
    { result: '503', body: '' },
  ]);
  await lab.control.advance({ minutes: 3 });
  expect(lab.sandbox.callback(serial).attempts[2]?.body).toBe(receiver.deliveries[2]?.body.toString('utf8'));
});

it('tells what is collected from what is deposited or withdrawn', async () => {
  const lab = await open();
  const { walletId } = await lab.createWallet({ kind: 'deposit', currency: 'BTC', callbackUrl: 'inbox' });
  await lab.control.trigger({ scenario: 'deposit', walletId });
  await lab.control.trigger({ scenario: 'collect', walletId });
  const of = (callbacks: readonly CallbackEntry[]) => callbacks.map(({ tells, orderId }) => [tells, orderId]);
  const expected = ['collect', 'deposit', 'deposit'].map((tells) => [tells, '']);
  expect(of(lab.sandbox.callbacks({ walletId }))).toEqual(expected);
  expect(lab.sandbox.inbox({ walletId })).toHaveLength(3);
});

it('shows what the restored state has, bytes and inbox included', async () => {
  const lab = await open();
  const { wallet, walletId } = await lab.createWallet({ ...ETH, callbackUrl: 'inbox' });
  await wallet.withdrawAssets({ requests: [ORDER] });
  await lab.control.mine();
  const seen = () => [lab.sandbox.callbacks(), lab.sandbox.inbox().map(({ body, isVerified }) => [body, isVerified])];
  const before = seen();
  const { snapshot } = await lab.control.snapshot();
  await lab.control.redeliver({ serial: lab.sandbox.callbacks()[0]?.serial ?? '' });
  await lab.control.deposit({ walletId, amount: '1' });
  expect(seen()).not.toEqual(before);
  await lab.control.restore({ snapshot });
  expect(seen()).toEqual(before);
  expect(lab.sandbox.inbox()).toHaveLength(1);
});
