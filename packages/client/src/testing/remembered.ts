/** Checks of what is remembered: the very progress and the very note, for good. */
import { claimed, committed, same, stale, upTo, type Check } from './stand.ts';

/** Where fewer than 64 bits, or a float, lose something. */
const EDGES = [
  -(2n ** 63n),
  -(2n ** 53n) - 1n,
  -1n,
  0n,
  1n,
  2n ** 31n,
  2n ** 53n + 1n,
  2n ** 62n,
  2n ** 62n + 1n,
  2n ** 63n - 1n,
];

const PRINTABLE = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');
const NOTES = ['', ' ', 'null', '{"event":"credited","amount":"1e18"}', ' both ends ', PRINTABLE, PRINTABLE.repeat(6)];

export const REMEMBERED: readonly Check[] = [
  {
    name: 'has nothing before a key that is new',
    async run(stand) {
      const claim = await claimed(stand, await stand.open(), stand.key, 1n);
      same('before a new key', claim.before, undefined);
    },
  },
  {
    name: 'is stale at and below what was committed, and gives it',
    async run(stand) {
      const store = await stand.open();
      await committed(stand, store, stand.key, upTo(5n));
      for (const progress of [-1n, 4n, 5n]) await stale(stand, store, stand.key, progress, upTo(5n));
    },
  },
  {
    name: 'gives with a claim what was committed before',
    async run(stand) {
      const store = await stand.open();
      await committed(stand, store, stand.key, upTo(5n, 'first'));
      await committed(stand, store, stand.key, upTo(6n, 'second'));
      same('before', (await claimed(stand, store, stand.key, 7n)).before, upTo(6n, 'second'));
    },
  },
  {
    name: 'remembers what is committed, not what was claimed',
    async run(stand) {
      const store = await stand.open();
      await (await claimed(stand, store, stand.key, 5n)).commit(upTo(8n));
      await stale(stand, store, stand.key, 8n, upTo(8n));
      same('before', (await claimed(stand, store, stand.key, 9n)).before, upTo(8n));
    },
  },
  {
    name: 'keeps progress to the last of its 64 bits',
    async run(stand) {
      const store = await stand.open();
      let before: ReturnType<typeof upTo> | undefined;
      for (const progress of EDGES) {
        const claim = await claimed(stand, store, stand.key, progress);
        same(`before ${String(progress)}`, claim.before, before);
        before = upTo(progress);
        await claim.commit(before);
        await stale(stand, store, stand.key, progress, before);
      }
    },
  },
  {
    name: 'keeps a note as it is, up to 500 characters',
    async run(stand) {
      const store = await stand.open();
      for (const [i, note] of NOTES.entries()) {
        const key = `${stand.key}:${String(i)}`;
        const handled = upTo(1n, note.slice(0, 500));
        await committed(stand, store, key, handled);
        await stale(stand, store, key, 1n, handled);
        const claim = await claimed(stand, store, key, 2n);
        same('before', claim.before, handled);
        await claim.release();
      }
    },
  },
  {
    name: 'knows it all after it was closed and opened again',
    async run(stand) {
      const first = await stand.open();
      await committed(stand, first, stand.key, upTo(5n));
      await stand.close(first);
      const second = await stand.open();
      await stale(stand, second, stand.key, 5n, upTo(5n));
      same('before', (await claimed(stand, second, stand.key, 6n)).before, upTo(5n));
    },
  },
];
