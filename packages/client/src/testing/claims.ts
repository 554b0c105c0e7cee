/** Checks of claims: who has one, who has none, and what ends it. */
import { busy, claimed, committed, quietly, rejects, same, stale, upTo, type Check } from './stand.ts';

export const CLAIMS: readonly Check[] = [
  {
    name: 'is busy for a key for which a claim is held, whatever the progress, and wherever it was opened',
    of: 'many',
    async run(stand) {
      const [store, other] = [await stand.open(), await stand.open()];
      const held = await claimed(stand, store, stand.key, 5n);
      for (const progress of [4n, 5n, 6n])
        for (const each of [store, other]) await busy(stand, each, stand.key, progress);
      await held.commit(upTo(5n));
      for (const each of [store, other]) await stale(stand, each, stand.key, 5n, upTo(5n));
    },
  },
  {
    name: 'is busy for a key that has something before, too',
    of: 'many',
    async run(stand) {
      const [store, other] = [await stand.open(), await stand.open()];
      await committed(stand, store, stand.key, upTo(5n));
      await claimed(stand, store, stand.key, 6n);
      for (const progress of [6n, 7n]) for (const each of [store, other]) await busy(stand, each, stand.key, progress);
    },
  },
  {
    name: 'gives claims for other keys meanwhile',
    of: 'many',
    async run(stand) {
      const store = await stand.open();
      const claims = [];
      for (const end of ['a', 'b', 'c']) claims.push(await claimed(stand, store, stand.key + end, 1n));
      for (const claim of claims) await claim.commit(upTo(1n));
      for (const end of ['a', 'b', 'c']) await stale(stand, store, stand.key + end, 1n, upTo(1n));
    },
  },
  {
    name: 'takes a claim that is released for one that never was',
    async run(stand) {
      const store = await stand.open();
      await (await claimed(stand, store, stand.key, 5n)).release();
      const claim = await claimed(stand, store, stand.key, 4n);
      same('before', claim.before, undefined);
      await claim.commit(upTo(4n));
      await (await claimed(stand, store, stand.key, 9n)).release();
      await stale(stand, store, stand.key, 4n, upTo(4n));
      same('before', (await claimed(stand, store, stand.key, 5n)).before, upTo(4n));
    },
  },
  {
    name: 'keeps what was committed, though its claim is released after that, and again',
    async run(stand) {
      const store = await stand.open();
      const claim = await claimed(stand, store, stand.key, 5n);
      await claim.commit(upTo(5n));
      await claim.release();
      await claim.release();
      await stale(stand, store, stand.key, 5n, upTo(5n));
    },
  },
  {
    name: 'rejects what is committed on a claim that has ended, by a release or by a commit',
    async run(stand) {
      const store = await stand.open();
      const released = await claimed(stand, store, stand.key, 5n);
      await released.release();
      await rejects('a commit after the release', () => released.commit(upTo(5n)));
      const claim = await claimed(stand, store, stand.key, 3n);
      same('before, after a commit that was rejected', claim.before, undefined);
      await claim.commit(upTo(3n));
      await rejects('a second commit', () => claim.commit(upTo(9n)));
      await stale(stand, store, stand.key, 3n, upTo(3n));
    },
  },
  {
    name: 'lets nobody end the claim of another, by a release or by a commit that is late',
    of: 'many',
    async run(stand) {
      const store = await stand.open();
      const first = await claimed(stand, store, stand.key, 5n);
      await first.release();
      const second = await claimed(stand, store, stand.key, 5n);
      await first.release();
      await busy(stand, store, stand.key, 6n);
      await rejects('a commit after the release', () => first.commit(upTo(5n, 'first')));
      await busy(stand, store, stand.key, 6n);
      await second.commit(upTo(5n, 'second'));
      await stale(stand, store, stand.key, 5n, upTo(5n, 'second'));
    },
  },
  {
    name: 'gives the key to the next once a claim has run out, and forgets what the one before it commits then',
    expires: true,
    async run(stand) {
      const dead = await claimed(stand, await stand.open(), stand.key, 5n);
      await stand.expire();
      const store = await stand.open();
      const next = await claimed(stand, store, stand.key, 4n);
      same('before', next.before, undefined);
      if (!stand.isOneByOne) {
        await rejects('a commit of what ran out, while another holds the key', () => dead.commit(upTo(5n, 'dead')));
        await quietly(() => dead.release()); // its connection may be gone
        await busy(stand, store, stand.key, 6n);
      }
      await next.commit(upTo(4n, 'next'));
      await rejects('a commit of what ran out, after another one', () => dead.commit(upTo(5n, 'dead')));
      await stale(stand, store, stand.key, 4n, upTo(4n, 'next'));
    },
  },
];
