/** Orders of which something else may know more than this database: a backup that is older, a callback that is ahead, a caller who remembers. */
import { createWalletClient } from '@wallet-operations/client';
import type { Callback } from '@wallet-operations/client/callbacks';
import type { Withdrawals } from '@wallet-operations/durable';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BLACKLISTED, createWorld, KINDS, order, type World } from './world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // a busy machine

describe.each(KINDS)('on $name', ({ start }) => {
  let started: Awaited<ReturnType<typeof start>>;
  let world: World;
  let by: Withdrawals;
  /** What the network and the service are like now. */
  const is = { lost: false, hidden: false, refused: 0, before: undefined as (() => Promise<unknown>) | undefined };
  const one = order(1, { address: BLACKLISTED });

  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started.stop());
  beforeEach(async () => {
    world = await createWorld(await started.make(), { lease: 10 });
    Object.assign(is, { lost: false, hidden: false, refused: 0, before: undefined });
    by = await world.reopen({
      shownAfter: 600,
      service: {
        baseUrl: world.sandbox.url,
        credentials: world.access,
        async fetch(url, init) {
          if (init.method !== 'POST') return fetch(is.hidden ? url.replace('/s_1', '/s_9') : url, init);
          if (is.lost) throw new TypeError('fetch failed');
          await is.before?.();
          const response = await fetch(url, init);
          if (response.status !== 200) is.refused++;
          return response;
        },
      },
    });
  });
  afterEach(() => world.close());

  const setList = (isListed: boolean): Promise<void> =>
    world.sandbox.control.blacklist({ address: BLACKLISTED, causes: isListed ? ['sanctions'] : [] });
  const client = () =>
    createWalletClient({ baseUrl: world.sandbox.url, credentials: world.access }).wallet(world.access.walletId);
  /** Something else gets it taken; lookups do not show it yet, and whoever sends it now is refused. */
  async function takenUnseen(): Promise<void> {
    await setList(false);
    await client().withdrawAssets({ requests: [one] });
    await setList(true);
    is.hidden = true;
  }
  async function callbackOf(id: string): Promise<Callback> {
    await world.sandbox.control.mine({});
    const { notifications } = await client().listCallbacks();
    const found = notifications.find(({ order_id }) => order_id === id);
    if (!found) throw new Error(`there is no callback of ${id}`);
    return found;
  }
  /** It was never sent from here; then the service has refused it. */
  async function refusedInDoubt(): Promise<void> {
    is.lost = true;
    await by.enqueue(world.access.walletId, [one]);
    await world.until(async () => (await world.stateOf(1)) === 'unknown', by);
    is.lost = false;
    await world.until(() => is.refused > 0, by);
    expect(await world.stateOf(1)).toBe('unknown');
  }
  /** However often it is refused now, that says nothing; once it is seen it is accepted, and nothing else was told. */
  async function isNotRefused(): Promise<void> {
    const calls = world.calls.length;
    const before = is.refused;
    await world.until(() => is.refused > before || world.calls.length > calls + 3, by);
    expect(await world.stateOf(1)).toBe('unknown');
    is.hidden = false;
    await world.until(async () => (await world.stateOf(1)) === 'accepted', by);
    expect(world.outcomes.map(({ state }) => state)).toEqual(['accepted']);
    expect(world.taken()).toEqual(['s_1']);
  }

  describe('a database that was set back', () => {
    it('forgets when an attempt was the last one', async () => {
      await refusedInDoubt();
      await takenUnseen(); // by the worker whose database was lost
      await world.pass(3600);
      expect(await by.afterRestore({ by: 'ann' })).toBe(1);
      await isNotRefused();
      const { history = [] } = (await by.find('s_1')) ?? {};
      expect(history.map(({ evidence }) => evidence?.message)).toContain('ann says that the database was set back');
    });

    it('forgets that something was sent after a person had called it shown', async () => {
      await refusedInDoubt();
      await by.decide('s_1', 'retry_as_shown', { by: 'ann' });
      await takenUnseen();
      await by.afterRestore({ by: 'ann' });
      await isNotRefused();
    });

    it('forgets that something was sent at all, or was sent again after a refusal', async () => {
      for (const each of [one, order(2, { address: BLACKLISTED })]) {
        await by.enqueue(world.access.walletId, [each]);
        await world.until(async () => (await by.find(each.order_id))?.state === 'refused', by);
      }
      await by.decide('s_1', 'retry', { by: 'ann' });
      expect(await world.stateOf(1)).toBe('queued');
      await takenUnseen();
      expect(await by.afterRestore({ by: 'ann' })).toBe(2);
      expect([await world.stateOf(1), await world.stateOf(2)]).toEqual(['unknown', 'refused']);
      await by.decide('s_2', 'retry', { by: 'ann' });
      expect(await world.stateOf(2)).toBe('unknown');
      world.outcomes.length = 0;
      await isNotRefused();
    });

    it('is said by somebody', async () => {
      await expect(by.afterRestore({ by: '' })).rejects.toThrow('nobody decides');
    });
  });

  it('a callback of what is still to be sent has it looked up first', async () => {
    await by.enqueue(world.access.walletId, [one]);
    await takenUnseen();
    expect(await by.follow(await callbackOf('s_1'))).toBe(true);
    expect(await world.stateOf(1)).toBe('unknown');
    await isNotRefused();
  });

  it('a callback that comes while the order is sent leaves nothing to a refusal', async () => {
    is.before = async () => {
      is.before = undefined;
      await takenUnseen();
      await by.follow(await callbackOf('s_1'));
    };
    await by.enqueue(world.access.walletId, [one]);
    await world.until(() => is.refused > 0, by);
    await isNotRefused();
  });

  it('that something else may have sent an order is heard afterwards, too', async () => {
    await by.enqueue(world.access.walletId, [one]);
    await takenUnseen();
    const again = await by.enqueue(world.access.walletId, [one], { earlierAttempts: 'possible' });
    expect(again).toEqual([{ order_id: 's_1', isNew: false, state: 'unknown' }]);
    await isNotRefused();
  });

  it('that is heard of one that waits for the time at which a lookup shows it, or was called shown', async () => {
    await refusedInDoubt();
    await world.pass(3600);
    await by.decide('s_1', 'retry_as_shown', { by: 'ann' });
    await takenUnseen();
    await by.enqueue(world.access.walletId, [one], { earlierAttempts: 'possible' });
    await isNotRefused();
  });

  it('that is heard of one whose refusal could not be booked, and does not leave it to wait for that', async () => {
    const closed = await world.reopen({
      onOutcome() {
        throw new Error('the books are closed');
      },
    });
    await by.enqueue(world.access.walletId, [one]);
    await world.until(() => world.errors.map(String).includes('Error: the books are closed'), closed);
    await takenUnseen();
    await by.enqueue(world.access.walletId, [one], { earlierAttempts: 'possible' });
    await isNotRefused();
  });

  it('that is heard while it is sent again', async () => {
    await refusedInDoubt();
    is.before = async () => {
      is.before = undefined;
      await takenUnseen();
      await by.enqueue(world.access.walletId, [one], { earlierAttempts: 'possible' });
    };
    await by.decide('s_1', 'retry_as_shown', { by: 'ann' });
    const before = is.refused;
    await world.until(() => is.refused > before, by);
    await isNotRefused();
  });

  it('that is heard while the order is sent, and after it was refused', async () => {
    is.before = async () => {
      is.before = undefined;
      await takenUnseen();
      await by.enqueue(world.access.walletId, [one], { earlierAttempts: 'possible' });
    };
    await by.enqueue(world.access.walletId, [one]);
    await world.until(() => is.refused > 0, by);
    await isNotRefused();

    const other = order(2, { address: BLACKLISTED });
    await by.enqueue(world.access.walletId, [other]);
    await world.until(async () => (await world.stateOf(2)) === 'refused', by);
    const again = await by.enqueue(world.access.walletId, [other], { earlierAttempts: 'possible' });
    expect(again).toEqual([{ order_id: 's_2', isNew: false, state: 'refused' }]);
    await by.decide('s_2', 'retry', { by: 'ann' });
    expect(await world.stateOf(2)).toBe('unknown');
  });
});
