/** Which faults hit a request, and all that the mock has to remember for that: nothing, as long as none is asked for. */
import { createHash } from 'node:crypto';
import type { WireFault } from '@wallet-operations/serving';
import type { Call, OpenApiDocument, RawBody, Refusal, Values } from '@wallet-operations/validator';
import { createCounter } from './counter.ts';
import { type Fault, isOnTheWire } from './fault.ts';
import { takenBefore, tooOften } from './refusals.ts';
import { uniquesIn } from './unique.ts';

/** A fault, or for a request that none shall hit, whatever is asked for all. */
export type OwnFault = Fault | 'none' | undefined;

/** Looks what hits a request, one kind of fault after the other. */
export interface Faults {
  /** Those that may hit it: its own, then those of all that are of another kind. */
  readonly of: (call: Call, own: OwnFault) => readonly Fault[];
  /** The first on the wire that hits it. */
  readonly onTheWire: (asked: readonly Fault[], call: Call, body: RawBody) => WireFault | undefined;
  /** Refuses it if its API code has made more calls in this minute than it may. */
  readonly throttle: (asked: readonly Fault[], call: Call, apiCode: string) => Refusal | undefined;
  /** Takes its orders, or refuses it for one that was taken before, if duplicates are refused; then it takes none. */
  readonly take: (asked: readonly Fault[], call: Call, request: Values) => Refusal | undefined;
}

const MINUTE = 60_000;

const NONE: readonly Fault[] = [];

/** Makes it: `all` are the faults of all requests, and `monotonic` the milliseconds that minutes are counted by. */
export function createFaults(document: OpenApiDocument, all: readonly Fault[], monotonic: () => number): Faults {
  const [sends, calls, orders] = [createCounter(), createCounter(), createCounter()];
  const start = monotonic();
  let minute = 0;
  /** One of all counts for itself, though another may say the same; a request's own counts with those that say the same. */
  const keyOf = (fault: Fault, said: object = fault): string =>
    all.includes(fault) ? String(all.indexOf(fault)) : JSON.stringify(said);

  return {
    of(call, own) {
      if (own === 'none' || (own === undefined && all.length === 0)) return NONE;
      const { operationId } = call.operation;
      const isHere = (each: Fault): boolean => (each.operationId ?? operationId) === operationId;
      const mine = own && isHere(own) ? [own] : [];
      return [...mine, ...all.filter((each) => isHere(each) && each.kind !== mine[0]?.kind)];
    },

    onTheWire: (asked, call, body) =>
      asked.filter(isOnTheWire).find((fault) => {
        const { first, ...said } = fault;
        return first === undefined || sends.add(keyOf(fault, said), identityOf(call, body)) <= first;
      }),

    throttle(asked, { operation }, apiCode) {
      const present = Math.floor((monotonic() - start) / MINUTE);
      if (present !== minute) calls.clear();
      minute = present;
      const limit = asked.find(
        (fault) => fault.after !== undefined && calls.add(keyOf(fault), apiCode) > fault.after,
      )?.after;
      return limit === undefined ? undefined : tooOften(operation, limit);
    },

    take(asked, call, request) {
      const { operation, segments } = call;
      const key = (value: string): string[] => [operation.operationId, JSON.stringify(segments), value];
      const uniques = uniquesIn(document, operation, request.body);
      const refuses = asked.some(({ kind }) => kind === 'duplicate');
      const known = refuses && uniques.find(({ value }) => orders.has(...key(value)));
      if (known) return takenBefore(document, call, request, known);
      for (const { value } of uniques) orders.add(...key(value));
      return undefined;
    },
  };
}

/** The same for the same request, whenever it was signed. */
function identityOf({ operation, query, target }: Call, body: RawBody): string {
  const own = [...query].filter(([name]) => !operation.schemes.some((scheme) => scheme.name === name));
  return createHash('sha1')
    .update(JSON.stringify([operation.method, target.path, own]))
    .update(body ?? '')
    .digest('base64');
}
