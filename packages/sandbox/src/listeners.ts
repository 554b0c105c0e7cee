/** Who listens for callbacks over a connection of his own: `listen --forward-to`. What is delivered to him, he acknowledges. */

/** A callback as it is handed over. */
export interface Letter {
  /** As decimal text: it lies beyond 2^53. */
  readonly serial: string;
  readonly walletId: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The very text to post. */
  readonly body: string;
}

/** One of them. */
export interface Listener {
  /** The wallet that he listens for; undefined for all. */
  readonly walletId: bigint | undefined;
  /** Hands a callback over, under an ID by which it is answered. */
  readonly hand: (id: number, letter: Letter) => void;
  /** Tells that somebody else listens for the same from now on. */
  readonly replaced: () => void;
}

/** All of them. */
export interface Listeners {
  /** Returns what ends it; what he has not answered by then was not delivered. */
  readonly add: (listener: Listener) => () => void;
  /** Who hears of a wallet: the latest. */
  readonly of: (walletId: bigint) => Listener | undefined;
  /** Hands a callback over, and gives the status that he got for it, or why he got none. @throws Error if he does not say so in time. */
  readonly send: (listener: Listener, letter: Letter, signal: AbortSignal) => Promise<string>;
  /** Takes what became of a callback. Gives whether it was waited for. */
  readonly answer: (id: number, result: string) => boolean;
}

interface Waiting {
  readonly listener: Listener;
  readonly resolve: (result: string) => void;
}

/** Makes them: none yet. */
export function createListeners(): Listeners {
  const all: Listener[] = [];
  const waiting = new Map<number, Waiting>();
  let last = 0;
  const answer = (id: number, result: string): boolean => {
    waiting.get(id)?.resolve(result);
    return waiting.delete(id);
  };
  return {
    add(listener) {
      const before = all.find(({ walletId }) => walletId === listener.walletId);
      all.push(listener);
      before?.replaced();
      return () => {
        all.splice(all.indexOf(listener), 1);
        for (const [id, each] of waiting) if (each.listener === listener) answer(id, 'who listened has gone');
      };
    },
    of: (walletId) => all.findLast((each) => each.walletId === undefined || each.walletId === walletId),
    send: (listener, letter, signal) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        const giveUp = (): void => {
          waiting.delete(id);
          reject(new Error('who listens has not said in time what became of it'));
        };
        signal.addEventListener('abort', giveUp, { once: true });
        waiting.set(id, {
          listener,
          resolve(result) {
            signal.removeEventListener('abort', giveUp);
            resolve(result);
          },
        });
        listener.hand(id, letter);
      }),
    answer,
  };
}
