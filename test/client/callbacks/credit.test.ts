/** A deposit is credited once, by the README's handler, whatever comes in whatever order, and by whatever point it is safe. */
import { withAnswers, type PointedDocument } from '@wallet-operations/answers';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pointConstants } from '../../../scripts/steps/points.ts';
import { overlayOfSeveral } from '../../overlays/cases.ts';
import type { Callback } from '@wallet-operations/client/callbacks';
import { deposit, SECRET } from './kit.ts';

type Step = readonly [state: number, processing_state: number];

const IN_CHAIN = { field: 'processing_state', is: 'inChain' };
const BY_STATE = { field: 'state', is: 'inChain' };

/** The states of a callback as the document assumes them. */
const ALL_STATES = {
  processing: 1,
  inPool: 2,
  inChain: 3,
  failed: 5,
  cancelled: 8,
  dropped: 10,
  transactionFailed: 11,
};

type Client = typeof import('@wallet-operations/client/callbacks');

/** The client of a build in which a deposit is safe at another moment. */
const clientOf = (value?: unknown, id = 'safe-to-credit'): Promise<Client> =>
  clientOfAll(value === undefined ? {} : { [id]: value });

/** The client of a build with answers. */
async function clientOfAll(answers: Readonly<Record<string, unknown>>): Promise<Client> {
  const given = Object.entries(answers).map(([id, value]) => ({ id, answer: 'So.', value }));
  const document = bundled as unknown as PointedDocument;
  const answered = given.length === 0 ? document : withAnswers(document, overlayOfSeveral(given), 'answers.json');
  vi.resetModules();
  vi.doMock('@wallet-operations/openapi/points', () => pointConstants(answered));
  return import('@wallet-operations/client/callbacks');
}

afterEach(() => {
  vi.doUnmock('@wallet-operations/openapi/points');
});

/** What the README's handler credits of callbacks that come in this order. */
async function creditsOf(client: Awaited<ReturnType<typeof clientOf>>, steps: readonly Step[]): Promise<Step[]> {
  const credits: Step[] = [];
  const handle = client.createCallbackHandler({
    verify: () => true,
    store: client.memoryCallbackStore(),
    onCredited({ state, processing_state }) {
      credits.push([state, processing_state]);
    },
    onReversed: () => undefined,
    onWithdrawal: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  for (const [state, processing_state] of steps) {
    const callback: Callback = { ...deposit, state, processing_state };
    expect((await handle(await client.signTestCallback(callback, SECRET))).status).toBe(200);
  }
  return credits;
}

const story: Step[] = [
  [3, 1],
  [3, 2],
  [4, 2],
  [11, 2],
];

describe.each([
  ['as assumed', undefined, [3, 2]],
  ['when it is in the chain', IN_CHAIN, [3, 1]],
  ['when its state says in chain', BY_STATE, [3, 1]],
] as const)('safe %s', (_, value, at) => {
  it('is one credit, though state and processing_state go on', async () => {
    const client = await clientOf(value);
    expect(await creditsOf(client, story)).toEqual([at]);
    expect(await creditsOf(client, [...story, ...story])).toEqual([at]);
    expect(await creditsOf(client, story.toReversed())).toEqual([]); // the failure said most
  });

  it('is never more than one, and none behind a failure that came as late', async () => {
    const client = await clientOf(value);
    const step = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: -1, max: 4 }));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const credits = await creditsOf(client, steps);
        const isSafe = ([state, processing_state]: Step): boolean =>
          client.isSafeToCredit({ ...deposit, state, processing_state });
        const failed = steps.findIndex(
          ([state, done]) => [5, 6, 8, 10, 11].includes(state) && !(done >= 0 && done < at[1]),
        );
        const before = failed === -1 ? steps : steps.slice(0, failed);
        expect(credits).toEqual(before.filter(isSafe).slice(0, 1));
      }),
    );
  });
});

it('is safe further on, too, where the callback before was missed, but not as a failure or a number without a name', async () => {
  const { isSafeToCredit } = await clientOf(IN_CHAIN);
  const safe = (state: number, processing_state: number): boolean =>
    isSafeToCredit({ ...deposit, state, processing_state });
  expect([safe(2, 0), safe(3, 1), safe(3, 2), safe(3, 3)]).toEqual([false, true, true, false]);
  expect([5, 8, 10, 11].map((state) => safe(state, 2))).toEqual([false, false, false, false]);
  expect(await creditsOf(await clientOf(IN_CHAIN), [[3, 2]])).toEqual([[3, 2]]);
});

describe('what the document itself has no place for is not safe', () => {
  const STATES = { processing: 1, inPool: 2, inChain: 3, failed: 5, cancelled: 8, transactionFailed: 11 };
  const PROCESSING = { inPool: 0, inChain: 1, done: 2 };
  const safeOf = async (value?: unknown, id?: string): Promise<(...step: Step) => boolean> => {
    const { isSafeToCredit } = await clientOf(value, id);
    return (state, processing_state) => isSafeToCredit({ ...deposit, state, processing_state });
  };

  it.each([
    ['a failure under another name', { ...STATES, orphaned: 10 }, 10],
    ['a name besides', { ...STATES, dropped: 10, reverted: 77 }, 77],
    ['a failure that is named no more', STATES, 10],
  ])('%s', async (_, value, state) => {
    const safe = await safeOf(value, 'callback-state');
    expect([safe(state, 2), safe(3, 2)]).toEqual([false, true]);
  });

  it('a state without a name, or of what is resent; what is confirmed is in the order', async () => {
    const safe = await safeOf();
    expect([-1, 0, 6, 7, 9, 999].filter((state) => safe(state, 2))).toEqual([]);
    expect([1, 2, 3, 4].filter((state) => !safe(state, 2))).toEqual([]);
    const renumbered = await safeOf({ confirmed: 40, resent: 82 }, 'withdrawal-state');
    expect([4, 40, 82].map((state) => renumbered(state, 2))).toEqual([false, true, false]);
  });

  it('a processing_state without a name or with one by an answer alone, where state says that it is safe', async () => {
    const byState = await safeOf(BY_STATE);
    expect([-1, 0, 1, 2, 3].filter((processing) => byState(3, processing))).toEqual([1, 2]);
    const named = await safeOf({ ...PROCESSING, finalised: 3 }, 'processing-state');
    expect([0, 1, 2, 3].filter((processing) => named(3, processing))).toEqual([2]);
  });
});

describe('what the operator names himself comes behind all that the document knows, whatever its number', () => {
  const STAGES = { inPool: 10, inChain: 11, done: 12 };
  const clientOfFinalised = (number: number) =>
    clientOfAll({
      'processing-state': { ...STAGES, finalised: number },
      'safe-to-credit': { field: 'processing_state', is: 'finalised' },
    });

  it.each([1, 13, -4])('as processing_state %i', async (number) => {
    const client = await clientOfFinalised(number);
    const safe: Step = [3, number];
    const late: Step[] = [[3, 11], [11, 12], safe];
    expect(await creditsOf(client, late)).toEqual([safe]);
    expect(await creditsOf(client, [[10, 10], [3, 11], [3, 12], safe, [3, 12], safe])).toEqual([safe]);
    expect(await creditsOf(client, [[11, number], safe])).toEqual([]);
  });

  it('as state: what was dropped and comes back is credited', async () => {
    const client = await clientOfAll({
      'callback-state': { ...ALL_STATES, finalised: 44 },
      'safe-to-credit': { field: 'state', is: 'finalised' },
    });
    const dropped: Step[] = [
      [10, 0],
      [3, 1],
      [3, 2],
      [44, 2],
    ];
    expect(await creditsOf(client, dropped)).toEqual([[44, 2]]);
  });
});

it('may be safe when it is confirmed, a state that the all-states query alone shows', async () => {
  const client = await clientOf({ field: 'state', is: 'confirmed' });
  expect(await creditsOf(client, story)).toEqual([[4, 2]]);
  expect(
    await creditsOf(client, [
      [11, 2],
      [4, 2],
    ]),
  ).toEqual([]);
});

it('by its state, is not safe between two callbacks of which one is a failure: the chain has to have it', async () => {
  const client = await clientOf(BY_STATE);
  expect(
    await creditsOf(client, [
      [5, 0],
      [3, 0],
      [3, 1],
    ]),
  ).toEqual([[3, 1]]);
  expect(
    await creditsOf(client, [
      [5, 1],
      [3, 0],
      [3, 1],
    ]),
  ).toEqual([]);
});

it('that was resent is not credited behind that', async () => {
  expect(
    await creditsOf(await clientOf(), [
      [6, 2],
      [3, 2],
    ]),
  ).toEqual([]);
});

it.each([
  ['address', { to_address: deposit.to_address.toLowerCase() }],
  ['address without 0x', { to_address: deposit.to_address.slice(2) }],
  ['hash', { txid: deposit.txid.toUpperCase().replace('0X', '0x') }],
])('is one deposit and one credit, whatever the spelling of its %s, and its record confirms it', async (_, other) => {
  const { createCallbackHandler, memoryCallbackStore, confirmBy, ...client } = await clientOf();
  const creditsWith = async (record: Callback): Promise<number> => {
    let credits = 0;
    const handle = createCallbackHandler({
      verify: client.sha256Verifier(SECRET),
      confirm: confirmBy(() => Promise.resolve([record])),
      store: memoryCallbackStore(),
      onCredited: () => {
        credits++;
      },
      onReversed: () => undefined,
      onWithdrawal: () => undefined,
      onError: (error) => {
        throw error;
      },
    });
    for (const one of [deposit, { ...deposit, ...other }])
      expect((await handle(await client.signTestCallback(one, SECRET))).status).toBe(200);
    return credits;
  };
  expect([await creditsWith(deposit), await creditsWith({ ...deposit, ...other })]).toEqual([1, 1]);
});

it('is one credit whatever the spelling, where no record is asked for', async () => {
  const client = await clientOf();
  const key = client.defaultKeyOf(deposit);
  expect(client.defaultKeyOf({ ...deposit, to_address: deposit.to_address.toUpperCase().replace('0X', '0x') })).toBe(
    key,
  );
  expect(client.defaultKeyOf({ ...deposit, txid: deposit.txid.slice(2) })).toBe(key);
});

it('is followed out of a failure before the chain had it', async () => {
  const dropped: Step[] = [
    [2, 0],
    [10, 0],
    [3, 1],
    [3, 2],
  ];
  expect(await creditsOf(await clientOf(), dropped)).toEqual([[3, 2]]);
  expect(await creditsOf(await clientOf(BY_STATE), dropped)).toEqual([[3, 1]]);
});

describe('progress that is stored outlives the answers that a build was given', () => {
  const BUILDS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    'as assumed': {},
    'safe in the chain': { 'safe-to-credit': IN_CHAIN },
    'safe by its state': { 'safe-to-credit': BY_STATE },
    'safe when confirmed': { 'safe-to-credit': { field: 'state', is: 'confirmed' } },
    'safe in the pool': { 'safe-to-credit': { field: 'state', is: 'inPool' } },
    'an own name is safe': {
      'processing-state': { inPool: 0, inChain: 1, done: 2, finalised: 3 },
      'safe-to-credit': { field: 'processing_state', is: 'finalised' },
    },
  };
  const pairs = Object.keys(BUILDS).flatMap((before) => Object.keys(BUILDS).map((after) => [before, after] as const));
  const way: Step[] = [
    [2, 0],
    [3, 1],
    [3, 2],
    [4, 2],
    [4, 3],
  ];

  it.each(pairs)('%s, then %s: credited once at most, and once if it was not before', async (before, after) => {
    const builds = [await clientOfAll(BUILDS[before] ?? {}), await clientOfAll(BUILDS[after] ?? {})] as const;
    for (let change = 0; change <= way.length; change++) {
      let stored: bigint | undefined;
      let credits = 0;
      const isSafeAfter = way.some(([state, processing_state], i) => {
        const client = builds[i < change ? 0 : 1];
        const callback = { ...deposit, state, processing_state };
        const progress = client.progressOf(callback);
        if (stored === undefined || progress > stored) {
          stored = progress;
          if (client.isSafeToCredit(callback)) credits++;
        }
        return i >= change && client.isSafeToCredit(callback);
      });
      expect(credits).toBeLessThanOrEqual(1);
      if (isSafeAfter) expect(credits).toBe(1);
    }
  });
});

describe('a name of the operator that both fields have', () => {
  const both = {
    'processing-state': { inPool: 0, inChain: 1, done: 2, settled: 3 },
    'callback-state': { ...ALL_STATES, settled: 12 },
  };
  it.each(['state', 'processing_state'])('is safe by its %s once both have come to it', async (field) => {
    const client = await clientOfAll({ ...both, 'safe-to-credit': { field, is: 'settled' } });
    expect(
      await creditsOf(client, [
        [3, 2],
        [12, 3],
        [12, 3],
      ]),
    ).toEqual([[12, 3]]);
    expect(await creditsOf(client, [[12, 2]])).toEqual([]);
  });

  it('is that of the all-states query, too', async () => {
    const client = await clientOfAll({
      'processing-state': { inPool: 0, inChain: 1, done: 2, confirmed: 3 },
      'safe-to-credit': { field: 'state', is: 'confirmed' },
    });
    expect(
      await creditsOf(client, [
        [4, 2],
        [3, 3],
        [4, 3],
      ]),
    ).toEqual([[4, 3]]);
  });
});

it.each([9, -1])(
  'is not credited behind a failure at a processing_state %i, of which nobody knows where it comes',
  async (p) => {
    expect(
      await creditsOf(await clientOf(), [
        [10, p],
        [3, 2],
      ]),
    ).toEqual([]);
  },
);

it('is credited where the callback of the state that is safe was missed, and the next one says confirmed', async () => {
  const client = await clientOf(BY_STATE);
  expect(await creditsOf(client, [[4, 1]])).toHaveLength(1);
  expect(await creditsOf(client, [[4, 2]])).toHaveLength(1);
});

it.each([3, 4, 99])('is credited after something else of type %i that came under its key', async (type) => {
  const { createCallbackHandler, memoryCallbackStore, ...client } = await clientOf(undefined);
  const credits: bigint[] = [];
  const handle = createCallbackHandler({
    verify: client.sha256Verifier('secret'),
    store: memoryCallbackStore(),
    onCredited({ serial }) {
      credits.push(serial);
    },
    onReversed: () => undefined,
    onWithdrawal: () => undefined,
    onError: () => undefined,
  });
  for (const one of [
    { ...deposit, type, state: 3, processing_state: 2 },
    { ...deposit, state: 3, processing_state: 2 },
  ])
    expect((await handle(await client.signTestCallback(one, 'secret'))).status).toBe(200);
  expect(credits).toHaveLength(1);
});
