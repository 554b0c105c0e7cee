/** The engine's own fetch, kept from sending a request a second time. */

/** What undici, Node's fetch, sends with. */
interface Sender {
  readonly isMockActive?: unknown;
  readonly dispatch: (options: object, handler: Handler) => unknown;
}

/** What undici gets the answer with: of a second kind, told by this method, from its version 8 on. */
interface Handler {
  readonly onRequestStart?: () => void;
}

/** What Deno's fetch sends with. */
interface Deno {
  readonly createHttpClient?: (options: { readonly poolMaxIdlePerHost: number }) => unknown;
}

/** Deno's, once it is needed. */
let unpooled: unknown;

/** Where the senders are that are set for all, for a proxy or a mock maybe, one for each kind of handler. */
const engine = globalThis as { readonly [key: symbol]: Sender | undefined; readonly Deno?: Deno };
const [FIRST, SECOND] = [Symbol.for('undici.globalDispatcher.1'), Symbol.for('undici.globalDispatcher.2')];

/**
 * As fetch. But undici would send a request that is answered with 421 once more by itself, and money twice with it: so it gets a
 * sender that does so once, and the 421 is given without its body. And Deno would send what a kept connection lost the answer of once
 * more, over a new one: so it keeps none. Other engines take no notice of either. It is what a client sends with by itself: for a `fetch`
 * of your own that does something before or after.
 *
 * @param url - where to
 * @param init - what a client gives; a `dispatcher` or a `client` in it is not used
 * @throws whatever fetch rejects with
 */
export async function fetchOnce(url: string, init: RequestInit): Promise<Response> {
  let sent = 0;
  const dispatcher: Sender = {
    isMockActive: engine[FIRST]?.isMockActive ?? engine[SECOND]?.isMockActive,
    dispatch: (options, handler) => {
      if (sent++ > 0) throw new Error(); // which goes no further than to the end of this
      return ((handler.onRequestStart && engine[SECOND]) ?? engine[FIRST])?.dispatch(options, handler);
    },
  };
  unpooled ??= engine.Deno?.createHttpClient?.({ poolMaxIdlePerHost: 0 });
  const once: object = { ...init, dispatcher, client: unpooled };
  try {
    return await fetch(url, once);
  } catch (error) {
    if (sent > 1) return new Response('"body lost"', { status: 421 });
    throw error;
  }
}
