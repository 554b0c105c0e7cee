/** A service that pays, with its books, and the writing pack as its user runs it: every request that comes is noted. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { startSandbox, type Sandbox } from '@wallet-operations/sandbox';
import { createValidator } from '@wallet-operations/validator';
import { onTestFinished } from 'vitest';
import { command, configurationOf } from '../harness.ts';
import type { KnownWallet } from '../world.ts';

/** Where the withdrawals go: an address of the user's own. */
export const OWN = '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62';

/** The word that goes with the configuration below. */
export const WORD = '0.25 ETH';

/** A request that came. */
export interface Came {
  readonly operationId: string | undefined;
  readonly query: URLSearchParams;
  readonly body: string;
}

/** An answer in the place of the sandbox's. */
export type Instead = { readonly status: number; readonly body: unknown } | 'no answer' | undefined;

/** A service that is up. */
export interface Paying {
  readonly sandbox: Sandbox;
  readonly came: Came[];
  /** What is done when a request comes, before the sandbox gets it, and when it is answered. */
  on: {
    request?: (came: Came) => Instead | Promise<Instead>;
    answer?: (came: Came, given?: string) => Instead | Promise<Instead>;
  };
  /** The clock of the machine that `write` runs on. */
  readonly clock: {
    /** Milliseconds that it is ahead of the service's. */
    ahead: number;
  };
  readonly payer: KnownWallet;
  readonly tagged: KnownWallet;
  readonly folder: string;
  readonly ledger: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Writes a configuration, with these changes to what it says of writing. */
  readonly configure: (changes?: object, others?: object) => string;
  /** Runs `write`, with the word unless it is told otherwise. */
  readonly write: (args?: readonly string[], changes?: object) => Promise<Result>;
  /** The lines of the ledger. */
  readonly lines: () => Record<string, unknown>[];
  /** What the books of the sandbox have of the payer's orders. */
  readonly paid: () => { readonly orders: number; readonly ids: string[]; readonly total: number };
  readonly writes: () => string[];
}

/** What the command gives. */
export interface Result {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly effects: readonly { readonly what: string; readonly verdict: string; readonly evidence: string }[];
}

type Token = NonNullable<Parameters<Sandbox['control']['createWallet']>[0]['token']>;

const START = Date.parse('2026-11-20T08:30:00Z');

/** Starts one. With a token the wallet that pays is one of it, mapped to another of its currency. */
export async function startPaying({
  balance = '10',
  startAt = START,
  product,
  token,
  overlay,
}: { balance?: string; startAt?: number; product?: string; token?: Token; overlay?: string } = {}): Promise<Paying> {
  const sandbox = await startSandbox({
    running: false,
    seeded: false,
    startAt,
    ...(product !== undefined && { product }),
    ...(overlay !== undefined && { overlay }),
  });
  const { control } = sandbox;
  const ofEth = { kind: 'withdrawal', currency: 'ETH', balance } as const;
  const parent = token && (await control.createWallet(ofEth));
  const payer = await control.createWallet({
    ...ofEth,
    prefix: 'shop1_',
    ...(token && parent && { token, parentId: parent.walletId }),
  });
  const tagged = await control.createWallet({
    kind: 'deposit-withdrawal',
    currency: 'XRP',
    prefix: 'shop2_',
    balance: '5000',
  });
  const readOnly = await control.createReadOnlyCode();
  const came: Came[] = [];
  const on: Paying['on'] = {};
  const clock: Paying['clock'] = { ahead: 0 };
  const { route } = createValidator(bundled, product);
  const server = createServer((request, response) => {
    void (async () => {
      const { method = '', url = '', headers } = request;
      const call = route(method, url);
      const one = {
        operationId: 'operation' in call ? call.operation.operationId : undefined,
        query: new URL(url, 'http://localhost').searchParams,
        body: await text(request),
      };
      came.push(one);
      const kept = ['x-api-code', 'x-checksum', 'content-type'].flatMap((name) =>
        typeof headers[name] === 'string' ? [[name, headers[name]] as const] : [],
      );
      const before = await on.request?.(one);
      let answer: Exclude<Instead, undefined> | { status: number; body: string };
      if (before) answer = before;
      else {
        const given = await fetch(`${sandbox.url}${url}`, {
          method,
          headers: Object.fromEntries(kept),
          ...(one.body !== '' && { body: one.body }),
        });
        const said = { status: given.status, body: await given.text() };
        answer = (await on.answer?.(one, said.body)) ?? said;
      }
      if (answer === 'no answer') response.destroy();
      else
        response
          .writeHead(answer.status, { 'content-type': 'application/json' })
          .end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await sandbox.close();
  });
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const folder = mkdtempSync(join(tmpdir(), 'write-'));
  const ledger = join(folder, 'ledger.jsonl');
  const wallets = [payer, tagged].map(({ walletId, apiCode, secret, kind }) => ({ walletId, apiCode, secret, kind }));
  const { config, environment } = configurationOf({
    url,
    wallets,
    readOnly,
    ...(product !== undefined && { product }),
  });
  const writing = {
    ...{ wallet: String(payer.walletId), currency: 'ETH', address: OWN, amount: '0.25', at_most: '0.6' },
    ...{ wallet_prefix: 'shop1_', order_id_prefix: 'shop1_conform_' },
  };
  const configure = (changes: object = {}, others: object = {}): string => {
    const file = join(folder, 'config.json');
    writeFileSync(file, JSON.stringify({ ...config, writing: { ...writing, ...changes }, ...others }));
    return file;
  };
  const json = join(folder, 'effects.json');
  return {
    ...{
      sandbox,
      came,
      on,
      clock,
      payer: wallets[0] as KnownWallet,
      tagged: wallets[1] as KnownWallet,
      folder,
      ledger,
      environment,
      configure,
    },
    async write(args = ['--yes-spend', WORD], changes) {
      const given = [
        'write',
        '--config',
        configure(changes),
        '--ledger',
        ledger,
        '--json',
        json,
        '--calls',
        '1000000',
        ...args,
      ];
      const outcome = await command(
        [...given, '--share', '100', ...(args.includes('--wait') ? [] : ['--wait', '60'])],
        {
          now: () => sandbox.now() + clock.ahead,
          pass: (milliseconds) =>
            control.advance({ seconds: Math.max(milliseconds / 1000, 0.001) }).then(() => undefined),
        },
        environment,
      );
      const written =
        existsSync(json) && outcome.exitCode !== 2
          ? (JSON.parse(readFileSync(json, 'utf8')) as Result)
          : { effects: [] };
      return { ...outcome, effects: written.effects };
    },
    lines: () =>
      readFileSync(ledger, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    paid() {
      const orders = sandbox.overview(Infinity).orders.filter(({ walletId }) => walletId === String(payer.walletId));
      return {
        orders: orders.length,
        ids: orders.map(({ orderId }) => orderId),
        total: orders.reduce((sum, { amount }) => sum + parseFloat(amount), 0),
      };
    },
    writes: () =>
      came.flatMap(({ operationId = 'no operation' }) =>
        ['withdrawAssets', 'createDepositAddresses', 'addWhitelistEntries', 'no operation'].includes(operationId)
          ? [operationId]
          : [],
      ),
  };
}

/** The verdicts, each with what it is of. */
export const verdictsOf = ({ effects }: Result): string[] => effects.map(({ what, verdict }) => `${what}: ${verdict}`);
