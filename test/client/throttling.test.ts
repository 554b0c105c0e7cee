/** The service's limit of calls a minute: learnt from its refusal, kept for each API code, without a call lost. */
import { TimeoutError } from '@wallet-operations/client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureOf, json, refused, type Reply, type Sent, stub, type Stub } from './stub.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const codeOf = ({ headers }: Sent): string => headers.get('x-api-code') ?? '';

/** A service that takes so many calls of one API code within any minute, and refuses the rest. */
function limitedTo(count: number): Reply {
  const taken: Sent[] = [];
  return (sent) => {
    const lately = taken.filter((other) => codeOf(other) === codeOf(sent) && other.at > sent.at - MINUTE);
    if (lately.length >= count) return refused('call_too_frequently', { THROTTLING_COUNT: String(count) })(sent);
    taken.push(sent);
    return json({})(sent);
  };
}

const credentials = (id: bigint | undefined) => ({ apiCode: `code-of-${String(id)}`, secret: 'secret' });
const many = ({ client }: Stub, count: number, walletId = 1): Promise<unknown>[] =>
  Array.from({ length: count }, (_, i) => client.listDepositAddresses({ WALLET_ID: walletId, start_index: i }));

describe('after a refusal that names a limit', () => {
  it('calls with the code keep to it', async () => {
    const all = stub([refused('call_too_frequently', { THROTTLING_COUNT: '60' }), json({})]);
    await all.clock.finish(all.wallet.getVaultBalance());
    const before = all.sent.length;
    const start = all.sent.at(-1)?.at ?? 0;
    await all.clock.finish(Promise.all(many(all, 5)));
    expect(all.sent.slice(before).map(({ at }) => at - start)).toEqual([1000, 2000, 3000, 4000, 5000]);
    expect(all.clock.pending()).toBe(0);
  });

  it('calls with other codes do not wait', async () => {
    const reply: Reply = (sent) =>
      (sent.at === 0 && codeOf(sent) === 'code-of-1'
        ? refused('call_too_frequently', { THROTTLING_COUNT: '1' })
        : json({}))(sent);
    const all = stub(reply, { credentials });
    await all.clock.finish(all.client.getVaultBalance({ WALLET_ID: 1 }));
    const now = all.sent.at(-1)?.at ?? 0;
    const slow = all.client.listCallbacks({ WALLET_ID: 1 });
    await all.clock.finish(Promise.all(many(all, 10, 2)));
    expect(all.sent.slice(2).map(({ at }) => at)).toEqual(Array.from({ length: 10 }, () => now));
    await all.clock.finish(slow);
    expect(all.sent.at(-1)?.at).toBe(now + MINUTE);
  });

  it('a busy code gets all of its calls through, and no more of them refused than need be', async () => {
    const all = stub(limitedTo(60));
    await all.clock.finish(Promise.all(many(all, 100)));
    const refusals = all.events.filter(({ reason }) => reason === 'call_too_frequently');
    expect(all.sent.length - refusals.length).toBe(100);
    expect(refusals.length).toBeLessThan(100);
    expect(all.clock.pending()).toBe(0);
  });

  it('the time of a turn is no part of an attempt, and the place of a call that has gone is not kept free', async () => {
    const all = stub([refused('call_too_frequently', { THROTTLING_COUNT: '60' }), json({})], { timeout: 3000 });
    await all.clock.finish(all.wallet.getVaultBalance());
    const controllers = Array.from({ length: 20 }, () => new AbortController());
    const gone = controllers.map(({ signal }) => failureOf(all.wallet.listCallbacks({}, { signal })));
    const staying = many(all, 10);
    await all.clock.advance(0);
    const start = all.sent.at(-1)?.at ?? 0;
    for (const controller of controllers) controller.abort();
    await Promise.all(gone);
    await all.clock.finish(Promise.all(staying));
    expect(all.sent.slice(2).map(({ at }) => at - start)).toEqual(Array.from({ length: 10 }, (_, i) => 1000 * (i + 1)));
    expect(all.clock.pending()).toBe(0);
  });

  it('a call that is given up before its turn takes none, even where nobody waits', async () => {
    const all = stub([refused('call_too_frequently', { THROTTLING_COUNT: '60' }), json({})]);
    await all.clock.finish(all.wallet.getVaultBalance());
    await all.clock.advance(5000);
    const controller = new AbortController();
    const gone = failureOf(all.wallet.listCallbacks({}, { signal: controller.signal }));
    controller.abort();
    await gone;
    const start = all.clock.monotonic();
    await all.clock.finish(all.wallet.getVaultBalance());
    expect(all.sent.slice(2).map(({ at }) => at - start)).toEqual([0]);
    expect(all.clock.pending()).toBe(0);
  });

  it.each([-HOUR, HOUR])('a date that is set by %d ms meanwhile changes no wait', async (by) => {
    const all = stub([refused('call_too_frequently', { THROTTLING_COUNT: '60' }), json({})]);
    await all.clock.finish(all.wallet.getVaultBalance());
    const start = all.sent.at(-1)?.at ?? 0;
    const calls = many(all, 3);
    await all.clock.advance(500);
    all.clock.setDate(by);
    await all.clock.finish(Promise.all(calls));
    all.clock.setDate(by);
    await all.clock.finish(Promise.all(many(all, 2)));
    expect(all.sent.slice(2).map(({ at }) => at - start)).toEqual([1000, 2000, 3000, 4000, 5000]);
  });

  it('a turn beyond the deadline is not waited for longer than that', async () => {
    const all = stub([refused('call_too_frequently', { THROTTLING_COUNT: '1' }), json({})]);
    await all.clock.finish(all.wallet.getVaultBalance());
    const before = all.clock.monotonic();
    const error = await failureOf(
      all.clock.finish(all.wallet.createDepositAddresses({ count: 1 }, { deadline: 5000 })),
    );
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ reason: 'deadline', attempts: 0, effect: 'none' });
    expect(all.clock.monotonic() - before).toBe(5000);
    expect(all.clock.pending()).toBe(0);
  });

  it('a limit that is told again lets nobody out earlier', async () => {
    const told = refused('call_too_frequently', { THROTTLING_COUNT: '60' });
    const all = stub([told, json({}), told, json({})]);
    await all.clock.finish(all.wallet.getVaultBalance());
    const before = all.sent.length;
    await all.clock.finish(Promise.all(many(all, 10)));
    const times = all.sent.slice(before).map(({ at }) => at);
    for (const [i, at] of times.entries()) expect(at - (times[i - 1] ?? 0)).toBeGreaterThanOrEqual(1000);
  });

  it('another call with the code waits for its turn at once', async () => {
    const all = stub([refused('call_too_frequently', { THROTTLING_COUNT: '60' }), json({})]);
    const first = all.wallet.getVaultBalance();
    await all.clock.advance(0);
    const others = many(all, 2);
    await all.clock.finish(Promise.all([first, ...others]));
    expect(all.sent.map(({ at }) => at)).toEqual([0, 1000, 2000, 3000]);
  });

  it.each(['-5', '1e400'])('a limit of "%s", which is none, changes nothing', async (count) => {
    const told = [refused('call_too_frequently', { THROTTLING_COUNT: '60' }), json({})];
    const all = stub([...told, refused('call_too_frequently', { THROTTLING_COUNT: count }), json({})]);
    await all.clock.finish(all.wallet.getVaultBalance());
    await all.clock.finish(all.wallet.getVaultBalance());
    const start = all.sent.at(-1)?.at ?? 0;
    await all.clock.finish(Promise.all(many(all, 3)));
    expect(all.sent.slice(-3).map(({ at }) => at - start)).toEqual([1000, 2000, 3000]);
  });

  it('a limit that changes is followed', async () => {
    const all = stub([
      refused('call_too_frequently', { THROTTLING_COUNT: '60' }),
      json({}),
      refused('call_too_frequently', { THROTTLING_COUNT: '600' }),
      json({}),
    ]);
    await all.clock.finish(all.wallet.getVaultBalance());
    await all.clock.finish(all.wallet.getVaultBalance());
    const start = all.sent.at(-1)?.at ?? 0;
    await all.clock.finish(Promise.all(many(all, 3)));
    expect(all.sent.slice(-3).map(({ at }) => at - start)).toEqual([100, 200, 300]);
  });
});

it.each(['0', '-5', '0.5', 'many', '', '1e400'])(
  'a limit of "%s" calls a minute is none: the call is repeated, later ones do not wait',
  async (count) => {
    const all = stub([refused('call_too_frequently', { THROTTLING_COUNT: count }), json({})]);
    await all.clock.finish(all.wallet.getVaultBalance());
    const start = all.sent.at(-1)?.at ?? 0;
    await all.clock.finish(Promise.all(many(all, 3)));
    expect(all.sent.map(({ at }) => at - start).slice(1)).toEqual([0, 0, 0, 0]);
  },
);

it('whatever the limit, what the service takes never exceeds it, and every call ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 60 }), async (limit, calls) => {
      const all = stub(limitedTo(limit), { deadline: 10 * MINUTE, attempts: 50 });
      const results = await all.clock.finish(Promise.allSettled(many(all, calls)));
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ effect: 'none' });
      if (calls <= 5 * limit) expect(results.map(({ status }) => status)).not.toContain('rejected');
      expect(all.clock.pending()).toBe(0);
    }),
    { numRuns: 25 },
  );
});
