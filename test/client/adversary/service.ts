/** The service in memory, behind the client's fetch: it judges, keeps books, and does the adversary's worst. */
import { hash } from 'node:crypto';
import type { WithdrawalRequest } from '@wallet-operations/client';
import type { ErrorReason } from '@wallet-operations/openapi/errors';
import { Books } from './books.ts';
import type { Time } from './clock.ts';
import { type Adversary, type Answer, type LookupMove, own, type PostMove } from './moves.ts';
import { lookUp, type Reply } from './lookups.ts';
import { brokenForEver, HEALTHY, refusal, type Refusal, refusalOf, type Settings } from './rules.ts';
import type { Currency } from './spelling.ts';

export const API_CODE = 'MMGC6HAO4G4NPWSXZ6EXAMPLE2';
export const SECRET = 'cSn2yHqLtK4gXwVb9ZfE1aPd7RuM';

/** One process as the service and the judge see it. */
export interface Peer {
  readonly name: string;
  isDead: boolean;
  /** What happens to it while a call is on its way. */
  readonly aborts: () => void;
  readonly isKilled: () => void;
  readonly jump: (milliseconds: number) => void;
  /** Told of each request as it is sent, before anything comes of it. */
  readonly sends: (requests: readonly WithdrawalRequest[] | undefined) => void;
  /** Told of each refusal that an answer brought. */
  readonly isRefused: (requests: readonly WithdrawalRequest[], refusal: Refusal) => void;
  /** What ends the calls that are on their way when it dies. */
  readonly abandon: Set<() => void>;
}

export interface Service {
  readonly books: Books;
  settings: Settings;
  readonly fetch: (peer: Peer, url: string, init: RequestInit) => Promise<Response>;
}

interface Post {
  readonly requests: readonly WithdrawalRequest[];
  readonly ignore_black_list?: boolean;
}

/** How far a request's time may be from the service's. */
const WINDOW = 60_000;

/** Opens the service for some orders of a wallet. */
export function createService(
  adversary: Adversary,
  time: Time,
  orders: readonly WithdrawalRequest[],
  currency: Currency,
  log: ((line: string) => void) | undefined,
): Service {
  const books = new Books();
  const seen = new Set<string>();
  const byId = new Map(orders.map((order) => [order.order_id, order]));

  /** The refusal of a request for who sends it and when. */
  function keptOut(init: RequestInit, url: string, isPost: boolean, settings: Settings): Refusal | undefined {
    const headers = init.headers as Record<string, string>;
    const checksum = headers['x-checksum'] ?? '';
    const t = /[?&]t=(\d+)$/.exec(url)?.[1] ?? '';
    const body = init.body as string | undefined;
    const expected = hash('sha256', `t=${t}${body === undefined ? '' : `&${body}`}&secret=${SECRET}`);
    if (headers['x-api-code'] !== API_CODE) return refusal('invalid_api_code');
    if (settings.code) return refusal(settings.code);
    if (checksum !== expected) return refusal('checksum_unmatch');
    if (Math.abs(Number(t) * 1000 - time.wall() - settings.clockAhead) > WINDOW) return refusal('invalid_timestamp');
    const key = `${checksum}${url.slice(0, url.indexOf('?'))}`;
    if (seen.has(key)) return refusal('invalid_checksum');
    seen.add(key);
    return isPost && !settings.permission ? refusal('api_secret_not_valid') : undefined;
  }

  /** Carries a request out as far as the service does so now, and says what it answers. */
  function withdraw(
    { requests, ignore_black_list = false }: Post,
    { odd }: PostMove,
    settings: Settings,
  ): Reply & { refusal?: Refusal } {
    const isUsed = (orderId: string): boolean => books.entries.has(orderId);
    const refused = (some: readonly WithdrawalRequest[]): Refusal | undefined =>
      refusalOf(some, settings, isUsed, currency, ignore_black_list, adversary.judging());
    const no = refused(requests);
    const take = (order: WithdrawalRequest): bigint => books.enter(order, time.now() + adversary.lag()).transactionId;
    if (no) {
      const part = requests.length > 1 ? adversary.part() : 'none';
      const bad = requests.findIndex(no.names);
      const end =
        part === 'none' ? 0 : part === 'up to the bad one' ? (bad < 0 ? requests.length >> 1 : bad) : requests.length;
      const taken: string[] = [];
      for (const order of requests.slice(0, end)) {
        if (no.names(order) || isUsed(order.order_id) || brokenForEver(order, currency)) continue;
        if (part === 'all that are good' && refused([order])) continue;
        take(order);
        taken.push(order.order_id);
      }
      log?.(`    the service refuses: ${no.reason}; takes [${taken.join(' ')}]`);
      return { status: no.status, text: JSON.stringify(no.body), refusal: no };
    }
    const results: [string, string][] = [];
    const taken: string[] = [];
    requests.forEach((order, i) => {
      const isOdd = odd && (odd.of === 'all' || i === (odd.of === 'first' ? 0 : requests.length - 1));
      const id = !isOdd || odd.taken ? (taken.push(order.order_id), take(order)) : 0n;
      if (!isOdd) results.push([order.order_id, String(id)]);
      else if (odd.value !== undefined) results.push([order.order_id, JSON.stringify(odd.value)]);
    });
    log?.(`    the service takes [${taken.join(' ')}]`);
    const pairs = results.map(([orderId, value]) => `${JSON.stringify(orderId)}:${value}`);
    return { status: 200, text: `{"results":{${pairs.join(',')}}}` };
  }

  const service: Service = {
    books,
    settings: HEALTHY,
    fetch: (peer, url, init) =>
      new Promise((resolve, reject) => {
        if (peer.isDead) return; // nobody is there to hear an answer
        const isPost = init.method === 'POST';
        const post = isPost ? (JSON.parse(init.body as string) as Post) : undefined;
        const orderId = isPost ? '' : decodeURIComponent(/transactions\/([^?]*)\?/.exec(url)?.[1] ?? '');
        const jump = adversary.jump();
        if (jump) peer.jump(jump);
        peer.sends(post?.requests);
        const move = post ? adversary.post(post.requests) : adversary.lookUp(orderId);
        const { answer } = move;
        if (move.change) service.settings = move.change(service.settings, orders);
        const settings = move.once ? move.once(service.settings, orders) : service.settings;
        const what = post ? `POST [${post.requests.map(({ order_id }) => order_id).join(' ')}]` : `GET ${orderId}`;
        log?.(`${stamp(time.now())} ${peer.name} ${what}   ${move.name === '-' ? '' : `<${move.name}>`}`);

        if (answer.startsWith('never sent: ')) {
          const reason = answer.slice('never sent: '.length);
          log?.(`    → ${reason}`);
          reject(new TypeError('fetch failed', { cause: Object.assign(new Error(reason), { code: reason }) }));
          if (move.caller) callerDoes(move.caller, peer);
          return;
        }

        let reply: Reply | undefined;
        let waiting: Post | undefined;
        const no = isAuthentication(answer) ? undefined : keptOut(init, url, isPost, settings);
        if (no) reply = { status: no.status, text: JSON.stringify(no.body), refusal: no };
        else if (!post) reply = lookUp(move as LookupMove, orderId, books, byId.get(orderId), time.now(), currency);
        else {
          const { done } = move as PostMove;
          if (done === 'now') reply = withdraw(post, move as PostMove, settings);
          else if (done === 'late') waiting = post;
        }
        const underWay = waiting && { requests: waiting.requests.filter((order) => !brokenForEver(order, currency)) };
        if (underWay) books.underWay.add(underWay);

        /** Nobody waits for the answer any more: what is late is done some time from now. */
        const giveUp = (): void => {
          peer.abandon.delete(isLost);
          if (!waiting || !underWay) return;
          const request = waiting;
          waiting = undefined;
          time.after(adversary.late(), () => {
            books.underWay.delete(underWay);
            log?.(
              `${stamp(time.now())} done late: POST [${request.requests.map(({ order_id }) => order_id).join(' ')}]`,
            );
            withdraw(request, own, service.settings);
          });
        };

        const signal = init.signal as AbortSignal;
        const latency = adversary.latency();
        const stop = (): void => {
          cancel();
          giveUp();
          log?.(`${stamp(time.now())} ${peer.name} gives up ${what}`);
          reject(signal.reason as Error);
        };
        const arrive = (): void => {
          signal.removeEventListener('abort', stop);
          giveUp();
          if (answer === 'reset' && !no) {
            log?.(`    → reset`);
            reject(
              new TypeError('fetch failed', { cause: Object.assign(new Error('ECONNRESET'), { code: 'ECONNRESET' }) }),
            );
            return;
          }
          const told = no ? (reply as Reply) : spoilt(answer, reply, service.settings);
          if (told.refusal && post) peer.isRefused(post.requests, told.refusal);
          log?.(`    → ${String(told.status)} ${told.text.length > 300 ? `${told.text.slice(0, 300)}…` : told.text}`);
          resolve(responseOf(told, time.wall() + service.settings.clockAhead));
        };
        const cancel = answer === 'silence' && !no ? () => undefined : time.after(latency, arrive);
        const isLost = (): void => {
          cancel();
          signal.removeEventListener('abort', stop);
          giveUp();
        };
        peer.abandon.add(isLost);
        signal.addEventListener('abort', stop, { once: true });
        const { caller } = move;
        if (caller)
          time.after(latency / 2, () => {
            callerDoes(caller, peer);
          });
      }),
  };
  return service;
}

function callerDoes(caller: 'aborts' | 'is killed', peer: Peer): void {
  if (caller === 'aborts') peer.aborts();
  else peer.isKilled();
}

const ELSEWHERE = 'of another operation: ';

const isAuthentication = (answer: string): boolean => answer === 'throttled' || answer === 'wrong clock';

/** What comes of an answer on its way, or of one that somebody else gives. */
function spoilt(
  answer: string,
  reply: (Reply & { refusal?: Refusal | undefined }) | undefined,
  settings: Settings,
): Reply {
  const by = (no: Refusal): Reply => ({ status: no.status, text: JSON.stringify(no.body), refusal: no });
  if (answer.startsWith(ELSEWHERE)) {
    const { status, body } = refusal(answer.slice(ELSEWHERE.length) as ErrorReason);
    return { status, text: JSON.stringify(body) };
  }
  if (answer.startsWith('body: ')) return { status: 200, text: answer.slice('body: '.length) };
  switch (answer as Answer) {
    case 'half': {
      const { status, text } = reply ?? { status: 200, text: '{"results":{' };
      return { status, text: text.slice(0, text.length >> 1) };
    }
    case 'empty':
      return { status: 200, text: '' };
    case 'bad gateway':
      return { status: 502, text: '<html><body><h1>502 Bad Gateway</h1></body></html>' };
    case 'replay':
      return by(refusal('invalid_checksum'));
    case 'throttled':
      return by(refusal('call_too_frequently', { THROTTLING_COUNT: '600' }));
    case 'wrong clock':
      return by(refusal('invalid_timestamp'));
    case 'unlisted refusal':
      return { status: 400, text: '{"error_code":999,"error":"Operation failed, ask the operator"}' };
    case 'unlisted failure':
      return { status: 500, text: '{"error":"Internal error"}' };
    default:
      if (!reply) throw new Error(`The adversary has no answer for ${answer} with ${JSON.stringify(settings)}.`);
      return reply;
  }
}

/** As much of a Response as the client reads, without what makes the real one slow. */
function responseOf({ status, text }: Reply, now: number): Response {
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: { get: (name: string) => (name.toLowerCase() === 'date' ? new Date(now).toUTCString() : null) },
    text: () => Promise.resolve(text),
  } as unknown as Response;
}

export const stamp = (now: number): string => `+${(now / 1000).toFixed(3)}s`;
