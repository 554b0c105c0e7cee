/** Each store that is broken on purpose fails the suite for stores, and is told what is wrong with it. */
import type { CallbackStore, Claim, Handled, Stale } from '@wallet-operations/client/callbacks';
import {
  callbackStoreChecks,
  CallbackStoreCheckError,
  type CallbackStoreUnderTest,
} from '@wallet-operations/client/testing';
import { expect, it } from 'vitest';
import { PlainStore as Store, type Row } from './plain-store.ts';

type Broken = new () => Store;

/** A store with claims of another kind. */
const withClaims = (change: (claim: Claim, row: Row, store: Store) => Partial<Claim>): Broken =>
  class extends Store {
    override given(row: Row, progress: bigint): Claim {
      const claim = super.given(row, progress);
      return { ...claim, ...change(claim, row, this) };
    }
  };

const withNotes = (kept: (note: string) => string): Broken =>
  class extends Store {
    override kept = ({ progress, note }: Handled): Handled => ({ progress, note: kept(note) });
  };

const withProgress = (kept: (progress: bigint, claimed: bigint) => bigint): Broken =>
  class extends Store {
    override kept = ({ progress, note }: Handled, claimed: bigint): Handled => ({
      progress: kept(progress, claimed),
      note,
    });
  };

const withKeys = (spelled: (key: string) => string): Broken =>
  class extends Store {
    override spelled = spelled;
  };

const withAnswers = (answer: (claimed: Claim | Stale | 'busy') => unknown): Broken =>
  class extends Store {
    override claim(key: string, progress: bigint) {
      return answer(super.claim(key, progress) as Claim) as Claim;
    }
  };

const BROKEN: Readonly<Record<string, readonly [Broken, RegExp]>> = {
  'answers nothing': [withAnswers(() => undefined), /answered undefined\. Let it answer 'busy'/],
  'answers null': [withAnswers(() => null), /answered null/],
  'answers true': [withAnswers(() => true), /answered a value of type boolean/],
  'says stale without what was committed': [
    withAnswers((claim) => (claim !== 'busy' && 'stale' in claim ? 'stale' : claim)),
    /answered 'stale'/,
  ],
  'has no release': [
    withAnswers((claim) => (claim === 'busy' || 'stale' in claim ? claim : { before: claim.before })),
    /answered an object with before\./,
  ],
  'gives progress as a text, as drivers do': [
    withAnswers((claim) =>
      claim !== 'busy' && 'stale' in claim
        ? { stale: { ...claim.stale, progress: String(claim.stale.progress) } }
        : claim,
    ),
    /answered an object with stale/,
  ],
  'gives progress before a claim as a number': [
    withClaims(({ before }) => ({
      before: before && ({ ...before, progress: Number(before.progress) } as unknown as Handled),
    })),
    /before: it is 6 \(number\) with "second", and has to be 6 \(bigint\)/,
  ],
  'has nothing before a claim': [withClaims(() => ({ before: undefined })), /before: it is undefined, and has to be 6/],
  'has something before a key that is new': [
    withClaims(({ before }) => ({ before: before ?? { progress: 0n, note: '' } })),
    /before a new key: it is 0/,
  ],
  'forgets the note': [withNotes(() => ''), /with "", and has to be .* "up to 5"/],
  'cuts the note off': [withNotes((note) => note.slice(0, 255)), /what it is stale by/],
  'trims the note': [withNotes((note) => note.trim()), /what it is stale by/],
  'reads the note as JSON': [withNotes((note) => (note === 'null' ? '' : note)), /has to be 1 \(bigint\) with "null"/],
  'keeps progress as a float': [withProgress((progress) => BigInt(Number(progress))), /-9007199254740993/],
  'keeps 32 bits of progress': [withProgress((progress) => BigInt.asIntN(32, progress)), /9223372036854775808/],
  'remembers what was claimed': [
    withProgress((_, claimed) => claimed),
    /at 8: it is claimed, and was committed up to 8/,
  ],
  'takes what is equal for new': [
    class extends Store {
      override isStale = (handled: Handled, progress: bigint): boolean => handled.progress > progress;
    },
    /at 5: it is claimed, and was committed/,
  ],
  'never goes stale': [
    class extends Store {
      override isStale = (): boolean => false;
    },
    /at -1: it is claimed, and was committed/,
  ],
  'goes stale too soon': [
    class extends Store {
      override isStale = (): boolean => true;
    },
    /at 6: it is stale by 5 .*, and has to be claimed/,
  ],
  'knows no case of a key': [withKeys((key) => key.toLowerCase()), /A at 1: it is stale/],
  'trims keys': [withKeys((key) => key.trimEnd()), /before the key|at 1: it is stale/],
  'cuts keys off': [withKeys((key) => key.slice(0, 255)), /at 1: it is stale/],
  'hashes keys to too little': [withKeys((key) => String(key.length)), /it is stale/],
  'takes escapes of a key for characters': [withKeys((key) => key.replace('\\\\', '\\')), /it is stale/],
  'never is busy': [
    class extends Store {
      override isHeld = (): boolean => false;
    },
    /it is claimed, and has to be busy/,
  ],
  'is busy for the same progress alone': [
    class extends Store {
      held = new Map<Row, bigint>();
      override isHeld = (row: Row, progress: bigint): boolean => {
        const isHeld = row.owner !== undefined && this.held.get(row) === progress;
        if (!isHeld) this.held.set(row, progress);
        return isHeld;
      };
    },
    /it is claimed, and has to be busy/,
  ],
  'is busy only where nothing was committed': [
    class extends Store {
      override isHeld = (row: Row): boolean => row.owner !== undefined && row.handled === undefined;
    },
    /it is claimed, and has to be busy/,
  ],
  'is busy for every key': [
    class extends Store {
      override isHeld = (): boolean => [...this.rows.values()].some(({ owner }) => owner !== undefined);
    },
    /it is busy, and nobody holds a claim/,
  ],
  'looks first and claims then': [
    class extends Store {
      override async claim(key: string, progress: bigint) {
        const row = this.rowOf(key);
        const isFree = !this.isHeld(row, progress);
        await Promise.resolve();
        if (row.handled && this.isStale(row.handled, progress)) return { stale: row.handled };
        return isFree ? this.given(row, progress) : 'busy';
      }
    },
    /16 that ask for one key at the same moment: 16 have a claim, and one has to/,
  ],
  'looks first where something was committed, and claims then': [
    class extends Store {
      override async claim(key: string, progress: bigint) {
        const row = this.rowOf(key);
        if (!row.handled) return super.claim(key, progress);
        const isFree = !this.isHeld(row, progress);
        await Promise.resolve();
        if (this.isStale(row.handled, progress)) return { stale: row.handled };
        return isFree ? this.given(row, progress) : 'busy';
      }
    },
    /16 that ask for one key at the same moment: 16 have a claim, and one has to/,
  ],
  'looks first whether a claim has run out, and claims then': [
    class extends Store {
      late = new Set<Row>();
      override expire(): void {
        for (const row of this.rows.values()) if (row.owner) this.late.add(row);
      }
      override async claim(key: string, progress: bigint) {
        const row = this.rowOf(key);
        if (!this.late.has(row)) return super.claim(key, progress);
        await Promise.resolve();
        this.late.delete(row);
        return this.given(row, progress);
      }
    },
    /16 that ask for one key at the same moment: 16 have a claim, and one has to/,
  ],
  'is by itself in each process': [
    class extends Store {
      override again(): CallbackStore {
        const other = new Store();
        for (const [key, { handled }] of this.rows) other.rows.set(key, { handled });
        return other;
      }
    },
    /it is claimed, and has to be busy/,
  ],
  'forgets all when it is closed': [
    class extends Store {
      override again = (): CallbackStore => new Store();
    },
    /at 5: it is claimed, and was committed up to 5/,
  ],
  'lets a claim go on when it is released': [
    withClaims(() => ({ release: () => undefined })),
    /it is busy, and nobody holds/,
  ],
  'takes a released claim for a committed one': [
    withClaims(({ release }, row) => ({
      release: () => {
        if (row.owner) row.handled ??= { progress: 99n, note: '' };
        void release();
      },
    })),
    /it is stale by 99/,
  ],
  'forgets what was committed when its claim is released': [
    withClaims(({ release }, row) => ({
      release: () => {
        void release();
        row.handled = undefined;
      },
    })),
    /, and was committed up to [45]|, and has to be 4/,
  ],
  'commits on a claim that was released': [
    withClaims((_, row) => ({
      commit: (handled) => {
        row.owner = undefined;
        row.handled = handled;
      },
    })),
    /a commit after the release: it resolved, and has to reject/,
  ],
  'commits twice on a claim': [
    withClaims(({ commit }, row) => {
      let isCommitted = false;
      return {
        commit: (handled) => {
          if (isCommitted) row.handled = handled;
          else void commit(handled);
          isCommitted = true;
        },
      };
    }),
    /a second commit: it resolved, and has to reject/,
  ],
  'lets anybody release a claim': [
    withClaims((_, row) => ({
      release: () => {
        row.owner = undefined;
      },
    })),
    /it is claimed, and has to be busy/,
  ],
  'forgets in silence what comes too late': [
    withClaims(({ commit }, row) => {
      const owner = row.owner;
      return {
        commit: (handled) => {
          if (row.owner === owner) void commit(handled);
        },
      };
    }),
    /a commit after the release: it resolved, and has to reject/,
  ],
  'never lets a claim run out': [
    class extends Store {
      override expire = (): void => undefined;
    },
    /it is busy, and nobody holds a claim/,
  ],
  'waits in the place of being busy': [
    class extends Store {
      override async claim(key: string, progress: bigint) {
        const row = this.rowOf(key);
        while (this.isHeld(row, progress)) await new Promise((resolve) => setTimeout(resolve, 5));
        return super.claim(key, progress);
      }
    },
    /has not ended after 100 ms\. A claim that somebody holds is answered with 'busy'/,
  ],
  'throws where a claim is held': [
    class extends Store {
      override claim(key: string, progress: bigint) {
        const row = this.rowOf(key);
        if (row.owner) throw new Error('could not obtain lock');
        return super.claim(key, progress);
      }
    },
    /it has failed where nothing may fail, with Error: could not obtain lock/,
  ],
};

const underTest = (store: Store): CallbackStoreUnderTest => {
  let opened = 0;
  return {
    open: () => (opened++ === 0 ? store : store.again()),
    expire: () => {
      store.expire();
    },
    patience: 100,
  };
};

/** What is wrong, by the first check that says so. Each gets a store of its own, as if it were run alone. */
async function firstFailure(Broken: Broken): Promise<unknown> {
  const { length } = callbackStoreChecks(underTest(new Broken()));
  for (let i = 0; i < length; i++)
    try {
      await callbackStoreChecks(underTest(new Broken()))[i]?.run();
    } catch (error) {
      return error;
    }
  return undefined;
}

it('passes as long as nothing is broken', async () => {
  expect(await firstFailure(Store)).toBeUndefined();
});

it.each(Object.entries(BROKEN))('one that %s fails', async (_, [Broken, says]) => {
  const error = await firstFailure(Broken);
  expect(error).toBeInstanceOf(CallbackStoreCheckError);
  expect((error as Error).message).toMatch(says);
});
