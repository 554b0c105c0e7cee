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

/** The sender that is set for all, for a proxy or a mock maybe, by the kind of handler that it takes. */
const common = (kind: 1 | 2): Sender | undefined =>
  (globalThis as { readonly [key: symbol]: Sender })[Symbol.for(`undici.globalDispatcher.${String(kind)}`)];

/**
 * As fetch. But undici would send a request that is answered with 421 once more by itself, and money twice with it: so it gets a
 * sender that does so once, and the 421 is given without its body. Other engines take no notice of that.
 */
export async function fetchOnce(url: string, init: RequestInit): Promise<Response> {
  let sent = 0;
  const dispatcher: Sender = {
    get isMockActive() {
      return common(1)?.isMockActive ?? common(2)?.isMockActive;
    },
    dispatch: (options, handler) => {
      if (sent++ > 0) throw new Error('It was sent already.');
      return ((handler.onRequestStart && common(2)) ?? common(1))?.dispatch(options, handler);
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
