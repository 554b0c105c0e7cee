/** Gathers the calls of others as they pass, and gives them as a transcript: the same redaction as that of a run, and no step of one. */
import { parseJson } from '@wallet-operations/json';
import { createValidator, type Call, type OpenApiDocument } from '@wallet-operations/validator';
import { interfaceOf, takesReadOnlyCode, type WalletKind } from '../document/interface.ts';
import { redacted, type RawAnswer, type RawExchange } from '../redact/redact.ts';
import type { Alterations, Caller, Transcript } from '../transcript/transcript.ts';

/** A request that passed, with its answer. */
export interface Passed {
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** Undefined where it was not there as a whole. */
  readonly body: string | undefined;
  /** Undefined where none came, or not as a whole. */
  readonly answer: RawAnswer | undefined;
}

/** What passed so far. */
export interface Recording {
  readonly add: (passed: Passed) => void;
  readonly transcript: () => Transcript;
}

/** The step of every exchange that nobody made for a run. */
export const RECORDED = 'recorded';

/** More calls, and more of one operation with one status, tell nothing new; they would fill the memory. */
const MOST = 2000;
const MOST_ALIKE = 100;

/** Characters of all answers together. */
const MOST_TEXT = 16 * 1024 * 1024;

/** Operations that wallets of one kind alone are answered by. */
const KINDS: Readonly<Record<string, WalletKind>> = {
  getVaultBalance: 'vault',
  listVaultHistory: 'vault',
  getDelegatedBalances: 'delegated',
};

/** Makes an empty one. `product` is the path segment that stands for `svc`; `now` gives Unix milliseconds. */
export function createRecording(document: OpenApiDocument, product: string, now: () => number = Date.now): Recording {
  const service = interfaceOf(document);
  const { route } = createValidator(document, product);
  const exchanges: RawExchange[] = [];
  const counts = new Map<string, number>();
  /** Places of wallets by their IDs, and by the API codes that they are asked with. */
  const places = new Map<string, number>();
  const codes = new Map<unknown, number>();
  const kinds = new Map<number, WalletKind>();
  let [leftOut, size] = [0, 0];

  const callerOf = ({ operation, segments }: Call, code: unknown): Caller => {
    const id = segments.WALLET_ID;
    if (id === undefined || !/^\d{1,19}$/.test(id))
      return takesReadOnlyCode(operation) ? 'read-only' : (codes.get(code) ?? 'read-only');
    const place = places.get(id) ?? places.size;
    places.set(id, place);
    if (code !== undefined && !codes.has(code)) codes.set(code, place);
    return place;
  };

  return {
    add({ method, url, headers, body, answer }) {
      const call = route(method, url);
      const alike = 'operation' in call ? `${call.operation.operationId} ${String(answer?.status)}` : '';
      const count = counts.get(alike) ?? 0;
      const length = (answer?.text?.length ?? 0) + (body?.length ?? 0);
      const isFull = exchanges.length >= MOST || count >= MOST_ALIKE || size + length > MOST_TEXT;
      if (!('operation' in call) || !answer || isFull) {
        leftOut++;
        return;
      }
      counts.set(alike, count + 1);
      size += length;
      const { operation, segments, query } = call;
      const { operationId, parameters } = operation;
      const caller = callerOf(call, headers['x-api-code']);
      const declared = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => String(name));
      const kind = KINDS[operationId];
      if (kind !== undefined && typeof caller === 'number' && answer.status === 200) kinds.set(caller, kind);
      const sent = body === undefined || body === '' ? undefined : parsed(body);
      exchanges.push({
        ...{ step: RECORDED, operationId, caller, path: segments, answer, altered: omittedOf(headers, query) },
        query: declared.flatMap((name) => query.getAll(name).map((value) => [name, value] as const)),
        ...(sent !== undefined && { body: sent }),
      });
    },
    transcript() {
      const wallets = Array.from(places.values(), (place) => ({ kind: kinds.get(place) ?? ('unknown' as const) }));
      const { exchanges: hidden } = redacted(service, { wallets, exchanges, present: Math.floor(now() / 1000) });
      return { wallets, recorded: { leftOut }, exchanges: hidden };
    },
  };
}

function omittedOf(headers: Passed['headers'], query: URLSearchParams): Alterations {
  if (headers['x-api-code'] === undefined) return { omits: 'X-API-CODE' };
  if (headers['x-checksum'] === undefined) return { omits: 'X-CHECKSUM' };
  return query.has('t') ? {} : { omits: 't' };
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
