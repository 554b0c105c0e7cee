/** What stands before the sandbox: it loses, doubles and shuffles callbacks, knows its own records late, and has deposits that fail. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseJson, stringifyJson } from '@wallet-operations/json';
import { chanceOf, type Plan } from './plan.ts';

/** The service as its callers see it. */
export interface Front {
  /** Base address for clients. */
  readonly url: string;
  /** Where the sandbox delivers to. */
  readonly callbackUrl: string;
  /** From now on callbacks go to these. */
  readonly deliverTo: (urls: () => readonly string[], secretOf: (walletId: string) => string) => void;
  /** Deposits that have failed, by {@link nameOf}, when they were final or just before. */
  readonly failed: ReadonlySet<string>;
  readonly counts: Readonly<Record<string, number>>;
  /** Callbacks that the sandbox has delivered, each once. */
  readonly taken: () => number;
  /** Callbacks that are still to be delivered. */
  readonly pending: () => number;
  /** Resolves once every callback is delivered or given up, and the records have all of them. */
  readonly quiet: () => Promise<void>;
  readonly close: () => void;
}

/** A callback, its integers numbers or bigints. */
export type Values = Readonly<Record<string, unknown>>;

interface Kept {
  readonly values: Values;
  readonly walletId: string;
  /** Unix seconds by which it is asked for. */
  readonly time: number;
  /** Milliseconds from which on the records have it. */
  readonly shownAt: number;
}

/** Which transfer it is, in the words of the chain. */
export const nameOf = (values: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(['wallet_id', 'txid', 'vout_index', 'to_address', 'memo'].map((field) => String(values[field])));

const textOf = (values: Values, field: string): string => String(values[field]);

const FAILED = 11;
const [IN_CHAIN, DONE] = [1, 2];
const ATTEMPTS = 3;
const OWN_SERIALS = 95_000_000_000_000_001n;
const INTAKE = '/callbacks-of-the-sandbox';

/** Starts it, before the sandbox at a port. */
export async function startFront(plan: Plan, port: number): Promise<Front> {
  const kept = new Map<string, Kept>();
  const failed = new Set<string>();
  const ended = new Set<unknown>();
  const counts: Record<string, number> = {};
  const count = (what: string): void => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  let urls: () => readonly string[] = () => [];
  let secretOf: (walletId: string) => string = () => '';
  let serials = OWN_SERIALS;
  let pending = 0;
  let taken = 0;
  let isClosed = false;

  const server = createServer((request, response) => {
    (request.url === INTAKE ? intake(request, response) : pass(request, response)).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;

  /** A callback of the sandbox, in its own bytes. */
  async function intake(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    response.writeHead(200).end();
    const values = parseJson(body.toString('utf8')) as Values;
    if (kept.has(textOf(values, 'serial'))) return;
    taken++;
    const name = nameOf(values);
    const isDeposit = values['order_id'] === '';
    const fate = chanceOf(plan, 'fate', name);
    if (isDeposit && values['processing_state'] === DONE && fate < plan.failed) {
      failed.add(name);
      count('failed');
      keep({ ...values, state: FAILED, processing_state: IN_CHAIN }); // under the serial of what it takes the place of
      return;
    }
    keep(values, { body, checksum: String(request.headers['x-checksum']) });
    if (isDeposit && values['processing_state'] === DONE && fate < plan.failed + plan.reversed) {
      failed.add(name);
      count('reversed');
      later(plan.delay, { ...values, state: FAILED });
    }
    if (isDeposit || ended.has(values['order_id'])) return;
    ended.add(values['order_id']);
    later(plan.delay, { ...values, processing_state: DONE });
  }

  /** Another callback of the same, after a while. */
  function later(delay: number, values: Values): void {
    const serial = serials++;
    pending++;
    void sleep(delay * chanceOf(plan, 'later', nameOf(values), values['order_id'])).then(() => {
      pending--;
      keep({ ...values, serial });
    });
  }

  function keep(values: Values, delivered?: { readonly body: Buffer; readonly checksum: string }): void {
    const serial = textOf(values, 'serial');
    const now = Date.now();
    const shownAt = now + plan.lag * chanceOf(plan, 'lag', serial);
    const walletId = textOf(values, 'wallet_id');
    kept.set(serial, { values, walletId, time: Math.floor(now / 1000), shownAt });
    if (chanceOf(plan, 'dropped', serial) < plan.dropped) {
      count('dropped');
      return;
    }
    const body = delivered?.body ?? Buffer.from(stringifyJson(values));
    const checksum = delivered?.checksum ?? checksumOf(body, secretOf(walletId));
    const times = chanceOf(plan, 'doubled', serial) < plan.doubled ? 2 : 1;
    if (times === 2) count('doubled');
    for (let i = 0; i < times; i++) void deliver(body, checksum, `${serial} ${String(i)}`);
  }

  async function deliver(body: Buffer, checksum: string, name: string): Promise<void> {
    pending++;
    // Some of those that come twice come at the same moment.
    const isAtOnce = chanceOf(plan, 'at once', name.split(' ')[0]) < 0.3;
    let wait = plan.delay * chanceOf(plan, 'delay', isAtOnce ? name.split(' ')[0] : name);
    for (let attempt = 0; attempt < ATTEMPTS && !isClosed; attempt++) {
      await sleep(wait);
      const all = urls();
      const to = all[Math.floor(chanceOf(plan, 'to', name, attempt) * all.length)];
      const status = to === undefined ? 0 : await post(to, body, checksum);
      count(status === 200 ? 'acknowledged' : `answered with ${String(status)}`);
      if (status === 200) break;
      if (attempt === ATTEMPTS - 1) count('given up');
      wait = 200 + plan.delay * chanceOf(plan, 'again', name, attempt);
    }
    pending--;
  }

  /** To the sandbox, which knows who may ask; of what it answers the records are put in place of its own. */
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await buffer(request);
    const { method = 'GET', url: target = '/', headers } = request;
    const onwards = send({ port, host: '127.0.0.1', method, path: target, headers });
    onwards.end(asked);
    const [answer] = (await once(onwards, 'response')) as [IncomingMessage];
    let body = await text(answer);
    const path = /\/wallets\/(\d+)\/notifications(\/get_by_id)?\?/.exec(target);
    if (answer.statusCode === 200 && path) {
      const query = new URLSearchParams(target.split('?')[1]);
      const ids = path[2] === undefined ? undefined : (parseJson(asked.toString('utf8')) as { ids: unknown[] }).ids;
      body = stringifyJson({ notifications: recordsOf(path[1] ?? '', query, ids?.map(String)) });
    }
    response.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json' }).end(body);
  }

  function recordsOf(walletId: string, query: URLSearchParams, ids: readonly string[] | undefined): Values[] {
    const now = Date.now();
    const [from, to] = [Number(query.get('from_time') ?? 0), Number(query.get('to_time') ?? now / 1000)];
    return [...kept]
      .filter(([serial, each]) => each.walletId === walletId && each.shownAt <= now && (!ids || ids.includes(serial)))
      .filter(([, { time }]) => ids !== undefined || (time >= from && time <= to))
      .map(([, { values }]) => values);
  }

  return {
    url,
    callbackUrl: `${url}${INTAKE}`,
    deliverTo(to, secrets) {
      [urls, secretOf] = [to, secrets];
    },
    failed,
    counts,
    taken: () => taken,
    pending: () => pending,
    async quiet() {
      while (pending > 0) await sleep(50);
      await sleep(plan.lag);
    },
    close() {
      isClosed = true;
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The assumed scheme. */
const checksumOf = (body: Buffer, secret: string): string =>
  createHash('sha256').update(body).update(secret).digest('base64').replaceAll('+', '-').replaceAll('/', '_');

/** @returns 0 where no answer came */
async function post(url: string, body: Buffer, checksum: string): Promise<number> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-checksum': checksum },
      body: new Uint8Array(body),
      signal: AbortSignal.timeout(10_000),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}
