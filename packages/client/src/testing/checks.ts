/** All checks of a store of callbacks, as a list of functions: whatever runs tests can run them. */
import type { CallbackStore, Claim } from '../callbacks/store.ts';
import { CLAIMS } from './claims.ts';
import { HANDLING } from './handling.ts';
import { KEYS } from './keys.ts';
import { RACES } from './races.ts';
import { REMEMBERED } from './remembered.ts';
import {
  CallbackStoreCheckError,
  inTime,
  judgedAnswer,
  quietly,
  wrong,
  type CallbackStoreCheck,
  type CallbackStoreCheckGroup,
  type CallbackStoreUnderTest,
  type Check,
  type Stand,
} from './stand.ts';

const GROUPS: Readonly<Record<CallbackStoreCheckGroup, readonly Check[]>> = {
  remembered: REMEMBERED,
  keys: KEYS,
  claims: CLAIMS,
  races: RACES,
  handling: HANDLING,
};

/**
 * Everything that a handler of callbacks relies on of its store. Whoever writes a {@link CallbackStore} proves it by them: each check has
 * a name, and rejects with what is wrong.
 *
 * They are functions in a list and need no test runner, since everybody has another: `for (const { name, timeout, run } of
 * callbackStoreChecks(…)) it(name, run, timeout)`. Run them one after another. Each works with keys of its own, and leaves them behind.
 *
 * What none of them can see: whether a booking in your own transaction and what is remembered become durable together, and what a disk or
 * a server loses.
 */
export function callbackStoreChecks(store: CallbackStoreUnderTest): CallbackStoreCheck[] {
  const { claims = 'many', expire, patience = 10_000 } = store;
  return Object.entries(GROUPS).flatMap(([group, checks]) =>
    checks
      .filter(({ of, expires }) => (of === undefined || of === claims) && (!expires || expire !== undefined))
      .map(({ name, run }) => ({
        group: group as CallbackStoreCheckGroup,
        name,
        timeout: 3 * patience,
        run: () => standing(store, patience, name, run),
      })),
  );
}

async function standing(
  { open, close, expire, claims = 'many' }: CallbackStoreUnderTest,
  patience: number,
  name: string,
  run: (stand: Stand) => Promise<void>,
): Promise<void> {
  const opened = new Set<CallbackStore>();
  const held = new Set<Claim>();
  const end = async (store: CallbackStore): Promise<void> => {
    opened.delete(store);
    await close?.(store);
  };
  const stand: Stand = {
    key: `check:${crypto.randomUUID()}`,
    isOneByOne: claims === 'one',
    patience,
    async open() {
      const store = await open();
      opened.add(store);
      return store;
    },
    close: end,
    async ask(store, key, progress) {
      const answer = judgedAnswer(await store.claim(key, progress));
      if (answer !== 'busy' && !('stale' in answer)) held.add(answer);
      return answer;
    },
    expire: async () => expire?.(),
  };
  let isDone = false;
  try {
    await inTime(patience, name, () => run(stand));
    isDone = true;
  } catch (error) {
    if (error instanceof CallbackStoreCheckError) throw error;
    wrong(`${name}: it has failed where nothing may fail, with ${String(error)}`, { cause: error });
  } finally {
    const ended = inTime(patience, 'release and close', async () => {
      for (const claim of held) await quietly(() => claim.release()); // it may have ended, with its store
      for (const store of opened) await end(store);
    });
    // What has failed before says more.
    await (isDone ? ended : ended.catch(() => undefined));
  }
}
