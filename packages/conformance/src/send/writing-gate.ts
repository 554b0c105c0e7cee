/** The way out of a writing pack: each write needs a permit of its own, for this very body, which is used up as it leaves. */
import { isDeepStrictEqual } from 'node:util';
import { fetchOnce, parseJson, type FetchAnswer, type FetchInit } from '@wallet-operations/client';
import type { Interface, RawAnswer, Recording } from '@wallet-operations/transcript';
import { createValidator } from '@wallet-operations/validator';
import { WritingError } from '../document/reading.ts';
import { isWriting, refuseOthers } from '../document/writing.ts';
import type { AsRead } from './as-read.ts';
import { boundedText } from './bounded-text.ts';
import { AstrayError, type Target } from './gate.ts';
import { heard } from './heard.ts';

/** A write that may leave, once. */
export interface Permit {
  readonly operationId: string;
  readonly walletId: string;
  /** The body as the client makes it. */
  readonly body: unknown;
  /** Looks whether it still may, when nothing is left to do but to send it. @throws what then ends `permitting` */
  readonly leave: () => void;
}

/** The gate. */
export interface WritingGate {
  /** What the client sends with. */
  readonly fetch: (url: string, init: FetchInit) => Promise<FetchAnswer>;
  /** Does something while this very write may leave, once; before and afterwards none may. */
  readonly permitting: <T>(permit: Permit, work: () => Promise<T>) => Promise<T>;
}

/** What it is made with. */
export interface GateOptions {
  readonly service: Interface;
  readonly target: Target;
  /** Notes what passes, and hides every value. */
  readonly recording: Recording;
  readonly asRead?: AsRead;
  /** Once it is aborted, nobody waits for the answer to a read. */
  readonly signal?: AbortSignal | undefined;
}

/** Makes it. */
export function createWritingGate({
  service: { document },
  target,
  recording,
  asRead = (_, text) => text,
  signal,
}: GateOptions): WritingGate {
  const { route } = createValidator(document, target.product);
  let open: Permit | undefined;
  /** The one for which something is done, used up or not. */
  let current: Permit | undefined;
  /** Why a write was not let out at the last moment. The client takes it for a failure of the network, which it is not. */
  let held: { readonly why: unknown } | undefined;

  /** @returns the operation, and the permit of a write, which it uses up */
  function passed(
    url: string,
    { method, body }: FetchInit,
  ): { readonly operationId: string; readonly permit?: Permit } {
    const path = url.slice(target.base.length);
    if (!url.startsWith(`${target.base}/`) || URL.parse(url)?.href !== url)
      throw new AstrayError('A call is refused, and nothing was sent: its address is not the one of the service.');
    const call = route(method, path);
    if (!('operation' in call))
      throw new WritingError('A call is refused, and nothing was sent: no operation is like it.');
    refuseOthers(call.operation);
    const { operationId } = call.operation;
    if (!isWriting(call.operation)) return { operationId };
    const permit = open;
    open = undefined; // whatever becomes of it, nothing leaves a second time
    const isPermitted =
      permit?.operationId === operationId &&
      permit.walletId === call.segments.WALLET_ID &&
      isDeepStrictEqual(parseJson(body ?? ''), permit.body);
    if (!isPermitted)
      throw new WritingError(`${operationId} is refused, and nothing was sent: the ledger has no open line for it.`);
    return { operationId, permit };
  }

  async function leave(permit: Permit, { signal }: FetchInit): Promise<void> {
    await heard(); // whoever has ended the run by now: nobody could tell later whether that came before the request or behind it
    signal.throwIfAborted();
    if (current !== permit)
      throw new WritingError(`${permit.operationId} is refused, and nothing was sent: it is over.`);
    try {
      permit.leave();
    } catch (why) {
      held = { why };
      throw why;
    }
  }

  return {
    async fetch(url, init) {
      const { operationId, permit } = passed(url, init);
      if (permit) await leave(permit, init);
      let answer: RawAnswer | undefined;
      try {
        const ends = AbortSignal.any([init.signal, ...(signal && !permit ? [signal] : [])]);
        const response = await fetchOnce(url, { ...init, signal: ends });
        const text = await boundedText(response);
        const { ok, status, headers } = response;
        answer = { status, contentType: headers.get('content-type') ?? '', text };
        if (text === undefined) throw new TypeError('The answer has more than 16 MB.'); // to the client, one that got lost
        return { ok, status, headers, text: () => Promise.resolve(asRead(operationId, text)) };
      } finally {
        const { method, headers, body } = init;
        recording.add({ method, url: url.slice(target.base.length), headers, body, answer });
      }
    },
    async permitting(permit, work) {
      open = current = permit;
      held = undefined;
      try {
        const result = await work();
        // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- what leaves may set it while the work is done
        if (held) throw (held as { why: unknown }).why;
        return result;
      } finally {
        open = current = undefined;
      }
    },
  };
}
