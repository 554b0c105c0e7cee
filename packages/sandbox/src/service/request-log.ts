/** The latest requests to the service, why they were answered as they were, and what became of their orders: for the owner of the sandbox. */
import type { WireFaultKind } from '@wallet-operations/serving';
import { serialsOfOrders } from '../callbacks/of-order.ts';
import type { Context } from '../context.ts';
import type { OperationId } from '../document/names.ts';
import type { Reason } from '../document/refusal.ts';
import { LONGEST_SECRET, masking, withoutNamed } from './shown.ts';
import type { Trace } from './trace.ts';

/** A request in the log. Secrets of the sandbox are masked as they are, wherever they stand so, and not in other spellings. */
export interface RequestEntry {
  /** Counted from 1 since the start. */
  readonly number: number;
  /** When it came, in milliseconds of the sandbox's clock. */
  readonly at: number;
  readonly method: string;
  /** As sent, percent-encoded. */
  readonly path: string;
  /** As sent, percent-encoded; empty where there is none. What a parameter's name calls a token or a secret is masked, right or wrong. */
  readonly query: string;
  /** Undefined where no operation is at this path. */
  readonly operationId?: OperationId;
  /** As it stands in the path; undefined where none does. */
  readonly walletId?: string;
  /** The status that the caller saw; 0 where an injected fault left none. */
  readonly status: number;
  /** The row of the error catalogue that it was refused with; undefined where it was not. */
  readonly reason?: Reason;
  /** Why it was refused, or not carried out; empty for what was carried out. */
  readonly why: string;
  /** For a wrong checksum the text that should have been signed, as it is, but for the secret at its end and any other of the sandbox. */
  readonly toSign?: string;
  /** The injected fault that hit it. */
  readonly fault?: WireFaultKind;
  /** Real ones, from its arrival to its answer, to a tenth. */
  readonly milliseconds: number;
  /** The `order_id`s of a withdrawal, refused or not: the first 100. */
  readonly orderIds: readonly string[];
  /** Serials of the callbacks of these orders of the wallet so far, whichever request placed them. */
  readonly callbacks: readonly string[];
}

/** A request with all that is kept of it. */
export interface RequestDetails extends RequestEntry {
  readonly headers: Readonly<Record<string, string>>;
  /** As text: its first 16 384 characters. */
  readonly body: string;
  /** Bytes that it had; undefined for more than 4 MiB, of which nothing is kept. */
  readonly bodyLength?: number;
  /** The body of the answer: its first 4096 characters. */
  readonly answer: string;
}

/** Which requests to give: those for which all of it holds. */
export interface RequestFilter {
  readonly walletId?: bigint | number;
  readonly operationId?: OperationId;
  readonly status?: number;
  readonly reason?: string;
  readonly orderId?: string;
  /** How many of the latest; of 1000 that are kept. Default: 25. */
  readonly latest?: number;
}

/** A request as it is noted. */
export interface NotedRequest {
  readonly at: number;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Undefined for one that was too large. */
  readonly body: Buffer | undefined;
  readonly status: number;
  readonly answer: string;
  readonly fault: WireFaultKind | undefined;
  readonly milliseconds: number;
}

/** The log, in memory. */
export interface RequestLog {
  /** Gives its number. */
  readonly add: (request: NotedRequest, trace: Trace) => number;
  /** The latest first. */
  readonly list: (filter?: RequestFilter) => RequestEntry[];
  /** @throws Error for a number that is not kept. */
  readonly get: (number: number) => RequestDetails;
  readonly clear: () => void;
}

/** So many are kept, and of each so much. */
const KEPT = { requests: 1000, body: 16_384, answer: 4096, orders: 100 };

const LATEST = 25;

interface Kept extends Omit<NotedRequest, 'body'> {
  readonly trace: Trace;
  readonly number: number;
  readonly body: string;
  readonly bodyLength: number | undefined;
  readonly orderIds: readonly string[];
}

/** Makes it, empty. */
export function createRequestLog(context: Context): RequestLog {
  let kept: Kept[] = [];
  let last = 0;
  return {
    // each by its name: to spread them would cost as much as all of this
    add({ at, method, target, headers, body, status, answer, fault, milliseconds }, trace) {
      kept.push({
        trace,
        number: ++last,
        at,
        method,
        target,
        headers,
        status,
        fault,
        milliseconds,
        body: body ? beginOf(body, KEPT.body + LONGEST_SECRET) : '',
        bodyLength: body?.length,
        answer: answer.slice(0, KEPT.answer + LONGEST_SECRET),
        orderIds: trace.operationId === 'withdrawAssets' && body ? orderIdsOf(body) : [],
      });
      if (kept.length > KEPT.requests) kept.shift();
      return last;
    },
    list({ latest = LATEST, ...filter } = {}) {
      const meant = kept.filter((each) => isMeant(each, filter));
      const found = meant.slice(Math.max(0, meant.length - latest));
      const mask = masking(
        context,
        found.flatMap(({ target, trace: { walletId = '' }, orderIds }) => [target, walletId, ...orderIds]),
      );
      return found.map((each) => entryOf(context, each, mask)).reverse();
    },
    get(number) {
      const found = kept.find((each) => each.number === number);
      if (!found) throw new Error(`There is no request ${String(number)}: ${rangeOf(kept)}.`);
      const headers = Object.entries(found.headers).map(([name, value = '']) => [name, value] as const);
      const texts = [found.target, found.body, found.answer, ...found.orderIds, ...headers.map(([, value]) => value)];
      const mask = masking(context, texts);
      const { body, bodyLength, answer } = found;
      return {
        ...entryOf(context, found, mask),
        headers: Object.fromEntries(headers.map(([name, value]) => [name, SECRET.test(name) ? '***' : mask(value)])),
        body: mask(body, 0, KEPT.body),
        ...(bodyLength !== undefined && { bodyLength }),
        answer: mask(answer, 0, KEPT.answer),
      };
    },
    clear() {
      kept = [];
    },
  };
}

/** The first characters of a body, as text of its own: a part of a buffer, or of a text, would keep all of it. */
function beginOf(body: Buffer, length: number): string {
  const text = body.toString('utf8', 0, length * 3); // no character has more bytes to a unit of text
  return text.length <= length ? text : Buffer.from(text.slice(0, length)).toString();
}

/** Headers that are secrets by their names. */
const SECRET = /authorization|cookie|secret|token|password/i;

const rangeOf = (kept: readonly Kept[]): string =>
  kept.length === 0
    ? 'the log is empty'
    : `the log has ${String(kept[0]?.number)} to ${String(kept[kept.length - 1]?.number)}`;

const isMeant = (
  { trace: { walletId, operationId, reason }, status, orderIds }: Kept,
  filter: Omit<RequestFilter, 'latest'>,
): boolean =>
  (filter.walletId === undefined || String(filter.walletId) === walletId) &&
  (filter.operationId === undefined || filter.operationId === operationId) &&
  (filter.status === undefined || filter.status === status) &&
  (filter.reason === undefined || filter.reason === reason) &&
  (filter.orderId === undefined || orderIds.includes(filter.orderId));

function entryOf(context: Context, kept: Kept, mask: ReturnType<typeof masking>): RequestEntry {
  const { number, at, method, status, fault, milliseconds } = kept;
  const { operationId, walletId, reason, why = '', toSign } = kept.trace;
  const [path = '', ...query] = withoutNamed(mask(kept.target)).split('?');
  const ids = /^\d{1,20}$/.test(walletId ?? '') ? kept.orderIds : [];
  return {
    ...{ number, at, method, path, query: query.join('?') },
    ...(operationId !== undefined && { operationId }),
    ...(walletId !== undefined && { walletId: mask(walletId) }),
    status,
    ...(reason !== undefined && { reason }),
    why,
    ...(toSign !== undefined && { toSign }),
    ...(fault !== undefined && { fault }),
    milliseconds: Math.round(milliseconds * 10) / 10,
    orderIds: kept.orderIds.map((id) => mask(id)),
    callbacks: serialsOfOrders(context, { walletId, orderIds: ids }).map(String),
  };
}

const ORDER_ID = /"order_id"\s*:\s*("(?:[^"\\\u0000-\u001f]|\\.)*")/g;

/** Of a body that may be refused before it is read, cut off, or no JSON at all. */
function orderIdsOf(body: Buffer): string[] {
  const ids = new Set<string>();
  for (const [, literal = ''] of body.toString('utf8', 0, KEPT.body * 16).matchAll(ORDER_ID)) {
    try {
      ids.add(JSON.parse(literal) as string);
    } catch {
      continue; // an escape that is none
    }
    if (ids.size === KEPT.orders) break;
  }
  return [...ids];
}
