/** What variants change of requests and answers, in a word each. */
import { parseJson } from '@wallet-operations/json';
import { sortedSha256, type Checksum } from '@wallet-operations/sandbox';
import type { World } from '../world.ts';
import type { Answer, Change, Passing } from './behind.ts';

/** A part of an answer. */
export type Fields = Record<string, unknown>;

/** The records that an answer has under a name: those of a list, or the one that stands there; its whole body for no name. */
export function recordsOf(body: unknown, name = ''): Fields[] {
  const found = name === '' ? body : (body as Fields)[name];
  return (Array.isArray(found) ? found : [found]) as Fields[];
}

/** Changes each record in the successes of an operation. */
export const each = (
  operationId: string,
  name: string,
  change: (record: Fields, request: Passing, world: World) => void,
): Change => ({
  answer(answer, request, world) {
    if (request.operationId === operationId && answer.status === 200)
      for (const record of recordsOf(answer.body, name)) change(record, request, world);
    return undefined;
  },
});

/** What a request asks for: its path and query without what each has of its own. */
export function askedIn({ target }: Passing): string {
  const { pathname, searchParams } = new URL(target, 'http://localhost');
  for (const name of ['t', 'r']) searchParams.delete(name);
  return `${pathname}?${String(searchParams)}`;
}

/** Takes these `t` alone, given in seconds behind the clock of the service. */
export const takingTime = (isTaken: (late: number) => boolean): Change => ({
  instead({ operationId, query, headers }, { sandbox }) {
    const isWhole = query.has('t') && 'x-api-code' in headers && 'x-checksum' in headers;
    const late = Math.floor(sandbox.now() / 1000) - Number(query.get('t'));
    return operationId === undefined || !isWhole || isTaken(late)
      ? undefined
      : row(403, undefined, 'Forbidden. Invalid timestamp');
  },
});

/** Whether a request is of a wallet of a kind: of the first, or else of the one behind it. */
export const isOf = (
  request: Passing,
  { wallets }: World,
  kind: World['wallets'][number]['kind'],
  place = 0,
): boolean => walletIdOf(request) === wallets.filter((wallet) => wallet.kind === kind)[place]?.walletId;

/** Changes a callback wherever it is answered. */
export const callbacks = (change: (record: Fields, request: Passing, world: World) => void): Change =>
  all(
    each('listCallbacks', 'notifications', change),
    each('getCallbacksById', 'notifications', change),
    each('getDepositCallback', 'notification', change),
  );

/** Adds callbacks to those that a wallet has, wherever they are told of: each with a serial of its own. */
export function withCallbacks(of: (record: Fields) => Fields | undefined): Change {
  const added = new Map<string, Fields>();
  return {
    answer({ status, body, headers }, { operationId, query, body: asked }) {
      if (status !== 200 || (operationId !== 'listCallbacks' && operationId !== 'getCallbacksById')) return undefined;
      const records = recordsOf(body, 'notifications');
      const others =
        operationId === 'listCallbacks'
          ? records.flatMap((record) => another(record))
          : idsIn(asked).flatMap<Fields>((id) => added.get(id) ?? []);
      const type = query.get('type') ?? '-1';
      const notifications = [...records, ...others].filter((one) => type === '-1' || type === String(one.type));
      return { status, headers, body: { notifications } };
    },
  };

  function another(record: Fields): Fields[] {
    const own = of(record);
    if (!own) return [];
    const serial = BigInt(String(record.serial)) + 50_000_000n;
    const other = { ...record, serial, ...own };
    added.set(String(serial), other);
    return [other];
  }
}

/** Leaves callbacks of some orders out of the list. */
export const withoutCallbacksOf = (orders: RegExp): Change => ({
  answer({ status, body }, { operationId }) {
    return operationId === 'listCallbacks' && status === 200
      ? json(200, {
          notifications: recordsOf(body, 'notifications').filter((one) => !orders.test(String(one.order_id))),
        })
      : undefined;
  },
});

/** The serials that a request asks for, as texts. */
export const idsIn = (body: string): string[] => (parseJson(body) as { ids: unknown[] }).ids.map(String);

/** An address that is nobody's. */
export const SOMEBODY = '0x000000000000000000000000000000000000dEaD';

/** Gives another answer to a request that an operation refuses in these words. */
export const refusal = (
  operationId: string | undefined,
  is: (error: Fields, status: number) => boolean,
  instead: (answer: Answer, request: Passing, world: World) => Answer | undefined,
): Change => ({
  answer(answer, request, world) {
    const isMeant = operationId === undefined || request.operationId === operationId;
    return isMeant && answer.status >= 400 && is(answer.body as Fields, answer.status)
      ? instead(answer, request, world)
      : undefined;
  },
});

/** Passes the requests of an operation on with another query, which counts as the one that was signed: see {@link asSigned}. */
export const requery = (operationId: string, change: (query: URLSearchParams, request: Passing) => void): Change => ({
  target(request) {
    if (request.operationId !== operationId) return request.target;
    const [path = '', signed = ''] = request.target.split('?');
    const query = new URLSearchParams(signed);
    change(query, request);
    query.set(SIGNED, signed);
    return `${path}?${query.toString()}`;
  },
});

/** The same with other times, of those that a run takes from records. */
export const respanned = (
  operationId: string,
  change: (seconds: number) => number,
  names: readonly string[] = ['from_time', 'to_time'],
): Change =>
  requery(operationId, (query) => {
    for (const name of names) {
      const text = query.get(name) ?? '';
      if (/^1[78]\d{8}$/.test(text)) query.set(name, String(change(Number(text))));
    }
  });

/** A parameter that no operation has: the query as its caller signed it. */
const SIGNED = 'signed-query';

/** The assumed scheme, over the query as its caller signed it. A sandbox behind {@link requery} needs it. */
export const asSigned: Checksum = (input) =>
  sortedSha256({ ...input, query: new URLSearchParams(input.query).get(SIGNED) ?? input.query });

/** One after the other. */
export const all = (...changes: readonly Change[]): Change => ({
  target: (request) =>
    changes.reduce((target, change) => change.target?.({ ...request, target }) ?? target, request.target),
  answer: (first, request, world) =>
    changes.reduce((answer, change) => change.answer?.(answer, request, world) ?? answer, first),
});

/** An answer in JSON. */
export const json = (status: number, body: unknown): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body,
});

/** A row of the catalogue. */
export const row = (status: number, code: number | undefined, error: string, message?: string): Answer =>
  json(status, { ...(code !== undefined && { error_code: code }), error, ...(message !== undefined && { message }) });

/** The ID of the wallet in the path; undefined where there is none. */
export const walletIdOf = ({ target }: Passing): bigint | undefined => {
  const id = /\/wallets\/(\d+)\//.exec(target)?.[1];
  return id === undefined ? undefined : BigInt(id);
};

/** A whole number that a query has, or what stands for one that is left out; undefined for a text that is none. */
export function wholeOf(query: URLSearchParams, name: string, absent: number): number | undefined {
  const text = query.get(name) ?? String(absent);
  return /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** The times that a query has, or what stands for those that are left out; undefined unless they are a span. */
export function spanOf(
  { query }: Passing,
  { sandbox }: World,
): { readonly from: number; readonly to: number } | undefined {
  const [from = '0', to = String(Math.floor(sandbox.now() / 1000))] = ['from_time', 'to_time'].map(
    (name) => query.get(name) ?? undefined,
  );
  const isSpan = [from, to].every((text) => /^-?\d{1,12}$/.test(text)) && Number(from) <= Number(to);
  return isSpan ? { from: Number(from), to: Number(to) } : undefined;
}

/** How an operation pages. */
export interface Pages {
  readonly list: string;
  readonly total: string;
  /** The page where none is asked for, and the largest. */
  readonly usual: number;
  readonly most: number;
}

/**
 * Makes pages anew out of all that fits a query, but for what is `ignored` of it. A query that is broken is passed on as it is. It needs
 * {@link asSigned}.
 */
export function repaged(
  operationId: string,
  { list, total, usual, most }: Pages,
  change: (records: Fields[], request: Passing, world: World) => Fields[],
  ignored: readonly string[] = [],
): Change {
  const pageOf = ({ query }: Passing): { readonly start: number; readonly size: number } | undefined => {
    const [start, size] = [wholeOf(query, 'start_index', 0), wholeOf(query, 'request_number', usual)];
    return start === undefined || size === undefined || size > most
      ? undefined
      : { start: Math.max(start, 0), size: Math.max(size, 0) };
  };
  return all(
    requery(operationId, (query, request) => {
      const isSpan = Number(query.get('from_time') ?? 0) <= Number(query.get('to_time') ?? Infinity); // which NaN is not
      if (!pageOf(request) || !isSpan) return;
      for (const name of ignored) query.delete(name);
      query.set('start_index', '0');
      query.set('request_number', String(most));
    }),
    {
      answer(answer, request, world) {
        const page = pageOf(request);
        if (request.operationId !== operationId || answer.status !== 200 || !page) return undefined;
        const records = change(recordsOf(answer.body, list), request, world);
        const { start, size } = page;
        return json(200, {
          ...(answer.body as Fields),
          [list]: records.slice(start, start + size),
          [total]: records.length,
        });
      },
    },
  );
}

/** Whether the checksum of a request is that of its API code. */
export function isSignedWell({ method, target, headers, body }: Passing, { wallets, readOnly }: World): boolean {
  const caller = [...wallets, readOnly].find(({ apiCode }) => apiCode === headers['x-api-code']);
  const [path = '', query = ''] = target.split('?');
  return (
    caller !== undefined && sortedSha256({ method, path, query, body, secret: caller.secret }) === headers['x-checksum']
  );
}
