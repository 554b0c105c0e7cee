/** Checks of what comes at the same moment: a claim is given in one step, whoever else asks. */
import { claimed, committed, same, upTo, wrong, type Check, type Stand } from './stand.ts';
import type { CallbackStore, Handled } from '../callbacks/store.ts';

const AT_ONCE = 16;
const ROUNDS = 5;
const STEPS = 12;

export const RACES: readonly Check[] = [
  {
    name: 'gives one claim to many that ask at the same moment',
    of: 'many',
    async run(stand) {
      for (let round = 0; round < ROUNDS; round++) await race(stand, `${stand.key}:${String(round)}`);
    },
  },
  {
    name: 'gives one claim to many that ask at the same moment for a key that has something before',
    of: 'many',
    async run(stand) {
      const store = await stand.open();
      for (let round = 0; round < ROUNDS; round++) {
        const key = `${stand.key}:${String(round)}`;
        await committed(stand, store, key, upTo(1n));
        await race(stand, key);
      }
    },
  },
  {
    name: 'gives one claim to many that ask at the same moment for a key of which a claim has run out',
    of: 'many',
    expires: true,
    async run(stand) {
      const keys = Array.from({ length: ROUNDS }, (_, i) => `${stand.key}:${String(i)}`);
      const store = await stand.open();
      for (const key of keys) await claimed(stand, store, key, 9n);
      await stand.expire();
      for (const key of keys) await race(stand, key);
    },
  },
  {
    name: 'hands a key on from one to the next, forward only, with what the one before has committed',
    async run(stand) {
      const stores = [await stand.open(), await stand.open()];
      let holders = 0;
      let last: Handled | undefined;
      const work = async (store: CallbackStore, mine: bigint): Promise<void> => {
        const claim = await whenFree(stand, store, mine);
        if (!claim) return;
        if (++holders > 1) wrong('one key: two hold a claim for it side by side');
        same('before', claim.before, last);
        await Promise.resolve();
        const handled = upTo(mine);
        last = handled;
        holders--;
        await claim.commit(handled);
      };
      const order = Array.from({ length: STEPS }, (_, i) => BigInt((i * 5) % STEPS));
      await Promise.all(order.map((mine, i) => work(stores[i % 2] as CallbackStore, mine)));
      same('what is remembered in the end', last, upTo(BigInt(STEPS - 1)));
    },
  },
  {
    name: 'has one of many handle what all of them bring',
    async run(stand) {
      const stores = [await stand.open(), await stand.open()];
      let handled = 0;
      await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, i) => {
          const claim = await whenFree(stand, stores[i % 2] as CallbackStore, 1n);
          if (!claim) return;
          handled++;
          await claim.commit(upTo(1n));
        }),
      );
      if (handled !== 1)
        wrong(`${String(AT_ONCE)} copies of one callback: ${String(handled)} are handled, and one has to be`);
    },
  },
];

/** Of many that ask for a key, one has it. */
async function race(stand: Stand, key: string): Promise<void> {
  const [store, other] = [await stand.open(), await stand.open()];
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, i) => stand.ask(i % 2 ? store : other, key, BigInt(2 + (i % 3)))),
  );
  const claims = answers.filter((answer) => answer !== 'busy');
  if (claims.length !== 1)
    wrong(
      `${String(AT_ONCE)} that ask for one key at the same moment: ${String(claims.length)} have a claim, and one has to`,
    );
}

/** A claim, once nobody else holds one; undefined if it is stale by then. */
async function whenFree({ ask, key, patience }: Stand, store: CallbackStore, progress: bigint) {
  const end = performance.now() + patience;
  while (performance.now() < end) {
    const answer = await ask(store, key, progress);
    if (answer !== 'busy') return 'stale' in answer ? undefined : answer;
    await new Promise((resolve) => setTimeout(resolve)); // so that whoever holds it gets on
  }
  return wrong('one key: it stays busy, though each claim for it is committed');
}
