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

/** Where the senders are that are set for all, for a proxy or a mock maybe, one for each kind of handler. */
const engine = globalThis as { readonly [key: symbol]: Sender | undefined };
const [FIRST, SECOND] = [Symbol.for('undici.globalDispatcher.1'), Symbol.for('undici.globalDispatcher.2')];

/**
 * As fetch. But undici would send a request that is answered with 421 once more by itself, and money twice with it: so it gets a
 * sender that does so once, and the 421 is given without its body. Other engines take no notice of that. It is what a client sends with
 * by itself: for a `fetch` of your own that does something before or after.
 *
 * @param url - where to
 * @param init - what a client gives; a `dispatcher` in it is not used
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
  const once: object = { ...init, dispatcher };
  try {
    return await fetch(url, once);
  } catch (error) {
    if (sent > 1) return new Response('"body lost"', { status: 421 });
    throw error;
  }
}
