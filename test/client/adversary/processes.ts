/** The processes of a worker: each with a client of its own, held to its promises at every request and every settlement. */
import { createWalletClient, type Wallet, type WithdrawalRequest } from '@wallet-operations/client';
import type { Time } from './clock.ts';
import { Lie, lieOf } from './judge.ts';
import type { Adversary } from './moves.ts';
import type { Refusal } from './rules.ts';
import { API_CODE, type Peer, SECRET, type Service, stamp } from './service.ts';
import type { EarlierAttempts, Settled, Settler } from './settler.ts';
import type { Currency } from './spelling.ts';

/** What one call of the settler is told. */
export interface Order {
  readonly says: EarlierAttempts | ((order: WithdrawalRequest) => EarlierAttempts);
  /** Only looks up. */
  readonly finds?: boolean;
  readonly deadline?: number | undefined;
  readonly timeout?: number | undefined;
  /** Milliseconds until the caller's signal is aborted, or the process killed. */
  readonly abortAfter?: number | undefined;
  readonly killAfter?: number | undefined;
}

/** A call of the settler that was made. */
export interface Submission {
  readonly hasEnded: () => boolean;
  /** What it said; undefined if its process died before. */
  readonly said: () => readonly Settled[] | undefined;
  /** To be called once it has ended and nothing runs any more. */
  readonly mustHaveLeftNothing: () => void;
}

export interface Process {
  readonly isDead: () => boolean;
  readonly submit: (orders: readonly WithdrawalRequest[], order: Order) => Submission;
}

/** What all processes of a schedule share. */
export interface Scene {
  readonly settler: Settler;
  readonly adversary: Adversary;
  readonly time: Time;
  readonly service: Service;
  readonly currency: Currency;
  readonly random: () => number;
  readonly log: ((line: string) => void) | undefined;
  readonly fails: (lie: Error) => void;
  calls: number;
}

/** One call as it is held to its promises. */
interface Held {
  readonly endsAt: number;
  readonly orders: ReadonlyMap<string, string>;
  readonly refusals: Map<string, Refusal[]>;
  readonly aborts: AbortController;
  readonly finds: boolean;
  isAborted: boolean;
  hasSettled: boolean;
}

/** Milliseconds by which sums of waits that are no whole numbers may differ. */
const ROUNDING = 0.001;

/** Starts a process. */
export function startProcess(scene: Scene, name: string): Process {
  const { time, adversary, service, settler, log, random } = scene;
  const clock = time.process();
  let held: Held | undefined;
  const lies = (what: string, cause?: unknown): void => {
    scene.fails(new Lie(`${name} ${what}`, { cause }));
  };
  const tell = (what: string): void => log?.(`${stamp(time.now())} ${name} ${what}`);

  const peer: Peer = {
    name,
    isDead: false,
    abandon: new Set(),
    jump: clock.jump,
    aborts() {
      if (!held || held.hasSettled || held.isAborted) return;
      tell("has the caller's signal aborted");
      held.isAborted = true;
      held.aborts.abort(new Error('a rolling deploy'));
    },
    isKilled() {
      if (peer.isDead) return;
      tell('is killed');
      peer.isDead = true;
      clock.stop();
      for (const isLost of peer.abandon) isLost();
    },
    sends(requests) {
      scene.calls++;
      const lie = wrongInSending(held, requests, time.now());
      if (lie) lies(`sent ${requests ? 'a withdrawal' : 'a lookup'} ${lie}`);
    },
    isRefused(requests, refusal) {
      for (const { order_id } of requests)
        held?.refusals.set(order_id, [...(held.refusals.get(order_id) ?? []), refusal]);
    },
  };

  const wallet: Wallet = createWalletClient({
    baseUrl: 'https://wallets.example',
    credentials() {
      const move = adversary.credentials();
      if (move === 'gives them') return { apiCode: API_CODE, secret: SECRET };
      tell(`has a credentials function that ${move}`);
      if (move === 'throws') throw new Error('the vault is sealed');
      return move === 'gives none' ? { apiCode: '', secret: '' } : { apiCode: API_CODE, secret: 'another one' };
    },
    clock,
    random,
    fetch: (url, init) => service.fetch(peer, url, init),
  }).wallet(635743);

  return {
    isDead: () => peer.isDead,
    submit(orders, { says, finds = false, deadline = 300_000, timeout, abortAfter, killAfter }) {
      const mine: Held = {
        endsAt: time.now() + deadline,
        orders: new Map(orders.map((order) => [order.order_id, inTurn(order)])),
        refusals: new Map(),
        aborts: new AbortController(),
        finds,
        isAborted: false,
        hasSettled: false,
      };
      held = mine;
      let result: readonly Settled[] | undefined;
      settle(settler, finds, wallet, orders, {
        clock,
        random,
        signal: mine.aborts.signal,
        deadline,
        earlierAttempts: says,
        ...(timeout !== undefined && { timeout }),
      }).then(
        (settled) => {
          if (peer.isDead) return;
          mine.hasSettled = true;
          result = settled;
          if (time.now() > mine.endsAt + ROUNDING) lies('settled after its deadline');
          if (settled.length !== orders.length) lies(`gave ${String(settled.length)} settlements`);
          orders.forEach((order, i) => {
            const one = settled[i];
            if (log) tell(`says ${told(one)}`);
            const lie =
              one?.order_id === order.order_id
                ? lieOf(one, order, service.books, scene.currency, mine.refusals.get(order.order_id) ?? [])
                : `the settlement of ${order.order_id} is missing`;
            if (lie) lies(`lies: ${lie}`);
          });
        },
        (error: unknown) => {
          mine.hasSettled = true;
          if (!peer.isDead) lies(`threw ${String(error)}`, error);
        },
      );
      const isMine = (): boolean => held === mine && !mine.hasSettled;
      if (abortAfter !== undefined)
        time.after(abortAfter, () => {
          if (isMine()) peer.aborts();
        });
      if (killAfter !== undefined)
        time.after(killAfter, () => {
          if (isMine()) peer.isKilled();
        });
      return {
        hasEnded: () => mine.hasSettled || peer.isDead,
        said: () => (peer.isDead ? undefined : result),
        mustHaveLeftNothing() {
          if (!peer.isDead && clock.pending() > 0) lies(`left ${String(clock.pending())} timers`);
        },
      };
    },
  };
}

/** Calls the settler with objects that change as soon as it has returned. */
function settle(
  { submit, find }: Settler,
  finds: boolean,
  wallet: Wallet,
  orders: readonly WithdrawalRequest[],
  options: Parameters<Settler['submit']>[2],
): Promise<readonly Settled[]> {
  const given = orders.map((order) => ({ ...order }));
  const call = finds && find ? find(wallet, given, options) : submit(wallet, given, options);
  for (const order of given) Object.assign(order, { address: '0xe71e', amount: '1000000', memo: 'changed' });
  given.length = 0;
  return call;
}

/** What is wrong with a request in the moment in which it is sent. */
function wrongInSending(
  held: Held | undefined,
  requests: readonly WithdrawalRequest[] | undefined,
  now: number,
): string | undefined {
  if (!held || held.hasSettled) return 'after it had settled';
  if (held.isAborted) return 'after the abort';
  if (now > held.endsAt + ROUNDING) return 'after the deadline';
  if (!requests) return undefined;
  if (held.finds) return 'though it was only to look';
  const ids = new Set<string>();
  for (const request of requests) {
    const wanted = held.orders.get(request.order_id);
    const is = inTurn(request);
    if (is !== wanted) return `with ${is}, and the order was ${String(wanted)}`;
    if (ids.has(request.order_id)) return `with ${request.order_id} twice`;
    ids.add(request.order_id);
  }
  return undefined;
}

/** An order as text, whatever the order of its fields. */
function inTurn(order: WithdrawalRequest): string {
  const fields = Object.entries(order).sort(([a], [b]) => (a < b ? -1 : 1));
  return fields.map(([name, value]) => `${name}: ${String(value)}`).join(', ');
}

function told(one: Settled | undefined): string {
  if (!one) return 'nothing';
  return `${one.order_id} ${one.outcome}${'error' in one ? `, ${one.error.message.slice(0, 160)}` : ''}`;
}
