/** What can be looked at besides the page, as JSON: `GET /_sandbox/requests` and the like, with filters in the query. */
import { getCallback, listCallbacks, listInbox, type CallbackFilter } from '../control/callbacks.ts';
import type { Context } from '../context.ts';
import { handlers } from '../operations/index.ts';
import type { RequestFilter, RequestLog } from '../service/request-log.ts';
import type { Answer } from '../service/service.ts';
import { refused, shows } from './control-answer.ts';
import { isWalletId, unknownIn } from './query.ts';

/** What is looked at. */
export interface Looked {
  readonly context: Context;
  readonly requests: RequestLog;
}

interface View {
  /** Parameters of the query. */
  readonly filters: readonly (keyof typeof PARAMETERS)[];
  readonly list: (looked: Looked, filter: Readonly<Record<string, unknown>>) => object;
  /** One of them, by its number; undefined where they have none. */
  readonly get?: (looked: Looked, number: string) => object;
}

const VIEWS: Readonly<Record<string, View>> = {
  requests: {
    filters: ['wallet', 'operation', 'status', 'reason', 'order', 'latest'],
    list: ({ requests }, filter: RequestFilter) => requests.list(filter),
    get: ({ requests }, number) => requests.get(Number(number)),
  },
  callbacks: {
    filters: ['wallet', 'order', 'latest'],
    list: ({ context }, filter: CallbackFilter) => listCallbacks(context, filter),
    get: ({ context }, serial) => getCallback(context, serial),
  },
  inbox: {
    filters: ['wallet', 'order', 'latest'],
    list: ({ context }, filter: CallbackFilter) => listInbox(context, filter),
  },
};

/** Each parameter: the field of a filter that it sets, what it may be, and how it is read. */
const PARAMETERS = {
  wallet: {
    field: 'walletId',
    is: 'a wallet ID',
    pattern: { test: isWalletId },
    read: BigInt,
  },
  operation: {
    field: 'operationId',
    is: `one of ${Object.keys(handlers).join(', ')}`,
    pattern: new RegExp(`^(${Object.keys(handlers).join('|')})$`),
    read: String,
  },
  status: { field: 'status', is: 'a status, 0 for no answer', pattern: /^\d{1,3}$/, read: Number },
  reason: { field: 'reason', is: 'the name of an error row', pattern: /^\w+$/, read: String },
  order: { field: 'orderId', is: 'an order ID', pattern: /^[^]+$/, read: String },
  latest: { field: 'latest', is: 'a number from 1 to 1000', pattern: /^([1-9]\d{0,2}|1000)$/, read: Number },
} as const;

/** Answers a GET; undefined where there is no such view. */
export function answerView(looked: Looked, name: string, query: URLSearchParams): Answer | undefined {
  const [, kind = '', number] = /^(\w+)(?:\/(\d{1,20}))?$/.exec(name) ?? [];
  const view = Object.hasOwn(VIEWS, kind) ? VIEWS[kind] : undefined;
  if (!view || (number !== undefined && !view.get)) return undefined;
  if (number === undefined) {
    const filter = readFilter(view, query);
    if (typeof filter === 'string') return refused(400, filter);
    return shows(kind, view.list(looked, filter));
  }
  const unknown = unknownIn(query, []);
  if (unknown !== undefined) return refused(400, unknown);
  try {
    return shows(kind, view.get?.(looked, number));
  } catch (error) {
    return refused(404, (error as Error).message);
  }
}

/** The filter that a query has, or what is wrong with it. */
function readFilter({ filters }: View, query: URLSearchParams): Readonly<Record<string, unknown>> | string {
  const unknown = unknownIn(query, filters);
  if (unknown !== undefined) return unknown;
  const filter: Record<string, unknown> = {};
  for (const [name, value] of query) {
    const known = filters.find((each) => each === name);
    if (!known) continue; // what control asks for
    const { field, is, pattern, read } = PARAMETERS[known];
    if (!pattern.test(value)) return `The parameter ${name} is ${is}, not ${value}.`;
    filter[field] = read(value);
  }
  return filter;
}
