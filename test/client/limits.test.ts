/** Limits that clients share: turns are waited for, a checksum is used once by all, and whoever watches changes nothing. */
import { createLimits, SigningError, submitWithdrawals, type Caller, type Limits } from '@wallet-operations/client';
import { describe, expect, it } from 'vitest';
import {
  API_CODE,
  broken,
  failureOf,
  json,
  page,
  refused,
  silent,
  stub,
  WALLET_ID,
  type Reply,
  type Stub,
} from './stub.ts';

const ORDER = { order_id: 'shop1_1', address: '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62', amount: '1.5' };

/** Limits that let everything through and write down what they are asked and told. */
function watching(): {
  limits: Limits;
  asked: Caller[];
  claimed: Caller[];
  used: string[];
  ended: boolean[];
  learnt: unknown[];
} {
  const asked: Caller[] = [];
  const claimed: Caller[] = [];
  const used: string[] = [];
  const ended: boolean[] = [];
  const learnt: unknown[] = [];
  const limits: Limits = {
    turn: (caller) => {
      asked.push(caller);
      return undefined;
    },
    claim: (caller, checksum, path) => {
      claimed.push(caller);
      used.push(checksum + path);
      return true;
    },
    learn: (caller, count) => learnt.push([caller.apiCode, count]),
    ended: (_, isAnswered) => ended.push(isAnswered),
  };
  return { limits, asked, claimed, used, ended, learnt };
}

const checksumOf = ({ sent }: Stub, i: number): string | null | undefined => sent[i]?.headers.get('x-checksum');

describe('limits', () => {
  it('are asked for each request, by operation, wallet and API code', async () => {
    const { limits, asked, claimed, used } = watching();
    const all = stub([json({})], { limits });
    await all.clock.finish(all.wallet.getVaultBalance());
    expect(asked).toEqual([{ operationId: 'getVaultBalance', walletId: WALLET_ID, apiCode: API_CODE }]);
    expect(claimed).toEqual(asked);
    expect(used).toEqual([`${String(checksumOf(all, 0))}${new URL(all.sent[0]?.url ?? '').pathname}`]);
  });

  it('that are one object keep two clients from sending one checksum twice', async () => {
    const used = new Set<string>();
    const shared: Limits = {
      turn: () => undefined,
      claim: (_, checksum, path) => used.size < used.add(checksum + path).size,
      learn: () => undefined,
    };
    const [one, two] = [
      stub(() => json({})(undefined as never), { limits: shared }),
      stub(() => json({})(undefined as never), { limits: shared }),
    ];
    await one.clock.finish(one.wallet.getVaultBalance());
    await two.clock.finish(two.wallet.getVaultBalance());
    expect(checksumOf(one, 0)).toBeTruthy();
    expect(checksumOf(two, 0)).not.toBe(checksumOf(one, 0));
  });

  it('may answer later, and with no', async () => {
    let first = true;
    const { limits } = watching();
    const claim = async (): Promise<boolean> => {
      await Promise.resolve();
      const isNew = !first;
      first = false;
      return isNew;
    };
    const all = stub([json({})], { limits: { ...limits, claim } });
    await all.clock.finish(all.wallet.getVaultBalance());
    const plain = stub([json({})]);
    await plain.clock.finish(plain.wallet.getVaultBalance());
    expect(all.sent).toHaveLength(1);
    expect(all.sent[0]?.query.get('t')).not.toBe(plain.sent[0]?.query.get('t'));
  });

  it.each([
    ['a claim that rejects', { claim: () => Promise.reject(new Error('the lease is lost')) }],
    [
      'a claim that throws',
      {
        claim: () => {
          throw new Error('the lease is lost');
        },
      },
    ],
    ['a turn that rejects', { turn: () => () => Promise.reject(new Error('the lease is lost')) }],
    [
      'a turn that throws',
      {
        turn: () => {
          throw new Error('the lease is lost');
        },
      },
    ],
    [
      'a wait for a turn that throws',
      {
        turn: () => () => {
          throw new Error('the lease is lost');
        },
      },
    ],
  ] as [string, Partial<Limits>][])('keep a request from being sent by %s', async (_, broken) => {
    const { limits, ended } = watching();
    const all = stub([json({})], { limits: { ...limits, ...broken } });
    const error = await failureOf(all.clock.finish(all.wallet.withdrawAssets({ requests: [ORDER] })));
    expect(error).toBeInstanceOf(SigningError);
    expect(error).toMatchObject({ effect: 'none', attempts: 0, cause: { message: 'the lease is lost' } });
    expect(all.clock.pending()).toBe(0);
    expect((error as Error).message).toMatch(/: limits\.(turn|claim) failed: /);
    expect(all.sent).toEqual([]);
    expect(ended).toEqual([]);
    const [settlement] = await submitWithdrawals(all.wallet, [ORDER], { earlierAttempts: 'none' });
    expect(settlement?.outcome).toBe('not_submitted');
  });

  it('are waited for before a request is signed, so that its t is fresh', async () => {
    const { limits } = watching();
    const all: Stub = stub([json({})], {
      limits: { ...limits, turn: () => () => new Promise((resolve) => all.clock.after(60_000, resolve)) },
    });
    await all.clock.finish(all.wallet.getVaultBalance());
    const plain = stub([json({})]);
    await plain.clock.finish(plain.wallet.getVaultBalance());
    expect(Number(all.sent[0]?.query.get('t')) - Number(plain.sent[0]?.query.get('t'))).toBe(60);
  });

  it('are waited for no longer than the call may take, or the caller wants to', async () => {
    const { limits } = watching();
    const never: Limits = { ...limits, turn: () => () => new Promise(() => undefined) };
    const late = stub([json({})], { limits: never, deadline: 5_000 });
    expect(await failureOf(late.clock.finish(late.wallet.getVaultBalance()))).toMatchObject({
      name: 'TimeoutError',
      reason: 'deadline',
      effect: 'none',
    });
    const ended = stub([json({})], { limits: never });
    const signal = AbortSignal.abort();
    expect(await failureOf(ended.clock.finish(ended.wallet.getVaultBalance(undefined, { signal })))).toMatchObject({
      name: 'AbortedError',
    });
    expect([...late.sent, ...ended.sent]).toEqual([]);
  });

  it('are claimed from no more once nobody waits for the call', async () => {
    const { limits } = watching();
    let asked = 0;
    const slow = async (after: (milliseconds: number, run: () => void) => unknown): Promise<boolean> => {
      asked++;
      await new Promise<void>((resolve) => after(7000, resolve));
      return false;
    };
    const all: Stub = stub([json({})], { limits: { ...limits, claim: () => slow(all.clock.after) }, deadline: 5000 });
    expect(await failureOf(all.clock.finish(all.wallet.getVaultBalance()))).toMatchObject({ reason: 'deadline' });
    await all.clock.advance(60_000);
    expect(asked).toBe(1);
  });

  it('of one object in memory let two clients take turns, and never share a checksum', async () => {
    const told = [refused('call_too_frequently', { THROTTLING_COUNT: '60' }), json({})];
    const one = stub(told);
    const limits = createLimits(one.clock);
    const clients = [stub(told, { limits, clock: one.clock }), stub(json({}), { limits, clock: one.clock })] as const;
    const calls = clients.map(
      ({ wallet }) =>
        () =>
          wallet.getVaultBalance(),
    );
    await one.clock.finish(calls[0]?.() ?? Promise.reject(new Error()));
    const before = one.clock.monotonic();
    await one.clock.finish(Promise.all([...calls, ...calls].map((call) => call())));
    expect(one.clock.monotonic() - before).toBeGreaterThanOrEqual(3000);
    const checksums = clients.flatMap(({ sent }) => sent.map(({ headers }) => headers.get('x-checksum')));
    expect(new Set(checksums).size).toBe(checksums.length);
    expect(checksums).toHaveLength(6);
  });

  it('in memory go by the machine unless they get a clock', async () => {
    const limits = createLimits();
    const all = stub([json({})], { limits });
    expect(await all.clock.finish(all.wallet.getVaultBalance())).toEqual({});
  });

  it('hear of the calls a minute that the service allows', async () => {
    const { limits, learnt } = watching();
    const all = stub([refused('call_too_frequently', { THROTTLING_COUNT: '60' }), json({})], { limits });
    await all.clock.finish(all.wallet.getVaultBalance());
    expect(learnt).toEqual([[API_CODE, 60]]);
  });

  it.each(['0', '0.5', '-1', '1e999', 'many', ''])('hear of no calls a minute that are none: %o', async (count) => {
    const { limits, learnt } = watching();
    const all = stub([refused('call_too_frequently', { THROTTLING_COUNT: count }), json({})], { limits });
    await all.clock.finish(all.wallet.getVaultBalance());
    expect(learnt).toEqual([]);
  });

  it('hear of one call a minute, which is the least', async () => {
    const { limits, learnt } = watching();
    const all = stub([refused('call_too_frequently', { THROTTLING_COUNT: '1' }), json({})], { limits });
    await all.clock.finish(all.wallet.getVaultBalance());
    expect(learnt).toEqual([[API_CODE, 1]]);
  });

  it.each([
    ['a success', json({}), true],
    ['a refusal', refused('invalid_api_code'), true],
    ['a refusal that is not listed', json({ error: 'odd' }, 418), true],
    ['an outage in the words of the service', json({ error: 'odd' }, 500), false],
    ['a page of a gateway', page('<html>', 502), false],
    ['a page with a success', page('<html>', 200), false],
    ['a connection that breaks', broken('ECONNRESET'), false],
    ['silence', silent, false],
  ] as const)('hear whether the service answered: %s', async (_, reply, isAnswered) => {
    const { limits, ended } = watching();
    const all = stub([reply], { limits, attempts: 1 });
    await all.clock.finish(all.wallet.getVaultBalance().catch(() => undefined));
    expect(ended).toEqual([isAnswered]);
  });

  it('hear nothing of the service from a request that its caller ended', async () => {
    const { limits, ended } = watching();
    const stop = new AbortController();
    const cut: Reply = (sent) => {
      stop.abort();
      return silent(sent);
    };
    const all = stub([cut], { limits });
    const call = all.wallet.getVaultBalance(undefined, { signal: stop.signal });
    expect(await failureOf(all.clock.finish(call))).toMatchObject({ name: 'AbortedError' });
    expect(all.sent).toHaveLength(1);
    expect(ended).toEqual([]);
  });

  it('change nothing by what they throw or reject with when they are told', async () => {
    const { limits } = watching();
    for (const fails of [
      () => Promise.reject(new Error('no')),
      () => {
        throw new Error('no');
      },
    ]) {
      const replies = [refused('call_too_frequently', { THROTTLING_COUNT: '60' }), json({})];
      const all = stub(replies, { limits: { ...limits, ended: fails, learn: fails } });
      expect(await all.clock.finish(all.wallet.getVaultBalance())).toEqual({});
    }
  });

  it('may be methods of an object of a class', async () => {
    class Own implements Limits {
      readonly #used = new Set<string>();
      turn(): undefined {
        this.#used.add('turn');
      }
      claim(): boolean {
        return this.#used.has('turn');
      }
      learn(): void {
        this.#used.clear();
      }
      ended(): void {
        this.#used.clear();
      }
    }
    const all = stub([json({})], { limits: new Own() });
    expect(await all.clock.finish(all.wallet.getVaultBalance())).toEqual({});
  });
});
