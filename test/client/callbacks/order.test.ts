/** Copies, reordered and concurrent deliveries: each deposit and withdrawal is handled once for each step, and only forward. */
import { defaultKeyOf, progressOf, type Callback } from '@wallet-operations/client/callbacks';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { deposit, endpoint, everyDeposit, gate, withdrawal } from './kit.ts';

const at = (callback: Callback, processing_state: number, state = 3): Callback => ({
  ...callback,
  processing_state,
  state,
});

describe('what a callback tells of', () => {
  it('is a withdrawal by wallet and order_id, whatever its transaction', () => {
    expect(defaultKeyOf(withdrawal)).toBe('withdrawal:["635743","shop1_20261120_000017"]');
    expect(defaultKeyOf({ ...withdrawal, txid: 'another', vout_index: 5, memo: 'x' })).toBe(defaultKeyOf(withdrawal));
    expect(defaultKeyOf({ ...withdrawal, wallet_id: 1n })).not.toBe(defaultKeyOf(withdrawal));
  });

  it('is a deposit by wallet, output and destination', () => {
    const { txid, to_address } = deposit; // both in hex, which has one spelling in a key
    const [hash, address] = [txid, to_address].map((hex) => hex.slice(2).toLowerCase());
    expect(defaultKeyOf(deposit)).toBe(`deposit:["635770","${String(hash)}",0,"${String(address)}",""]`);
  });

  it('is plain ASCII, whatever its texts are', () => {
    const order_id = 'é\0\ud800';
    expect(defaultKeyOf({ ...withdrawal, order_id })).toBe(String.raw`withdrawal:["635743","\u00e9\u0000\ud800"]`);
  });

  it.each<Partial<Callback>>([
    { wallet_id: 1n },
    { txid: '0x1' },
    { vout_index: 1 },
    { to_address: '0x1' },
    { memo: '1' },
  ])('is another deposit with another %o', (change) => {
    expect(defaultKeyOf({ ...deposit, ...change })).not.toBe(defaultKeyOf(deposit));
  });

  it.each<Partial<Callback>>([
    { serial: 1n },
    { amount: '1' },
    { state: 1 },
    { processing_state: 0 },
    { confirm_blocks: 99 },
    { block_height: 1n },
    { tindex: 9 },
    { chain_at: 1 },
    { type: 4 },
  ])('is the same deposit with another %o', (change) => {
    expect(defaultKeyOf({ ...deposit, ...change })).toBe(defaultKeyOf(deposit));
  });
});

describe('progress', () => {
  const edges = fc.constantFrom(-(2 ** 31), -1, 0, 1, 2 ** 31 - 1);
  const int32 = fc.oneof(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), edges);

  it('of a withdrawal is that of processing_state, then of state', () => {
    fc.assert(
      fc.property(int32, int32, fc.constantFrom(-1, 0, 1, 2 ** 31), int32, (p, s, ahead, t) => {
        const q = p + ahead;
        const expected = Math.sign(p - q) || Math.sign(s - t);
        const [a, b] = [progressOf(at(withdrawal, p, s)), progressOf(at(withdrawal, q, t))];
        expect(a < b ? -1 : a > b ? 1 : 0).toBe(expected);
      }),
    );
  });

  it('fits a 64-bit column for every processing_state that is not negative', () => {
    for (const source of [deposit, withdrawal])
      expect(progressOf(at(source, 2 ** 31 - 1, 2 ** 31 - 1))).toBeLessThan(2n ** 63n);
  });

  it('follows an order that was dropped and sent again into the chain', async () => {
    const { deliver, handled } = endpoint();
    for (const [p, s] of [
      [0, 2],
      [0, 10],
      [0, 2],
      [1, 3],
    ] as const)
      await deliver(at(withdrawal, p, s));
    expect(handled.map(({ callback }) => callback.state)).toEqual([2, 10, 3]);
  });

  it('does not grow with confirm_blocks, or what is done would be done again', async () => {
    const { deliver, handled, stale } = endpoint();
    for (const confirm_blocks of [12, 13, 40]) expect(await deliver({ ...deposit, confirm_blocks })).toBe(200);
    expect(handled).toHaveLength(1);
    expect(stale.map(({ confirm_blocks }) => confirm_blocks)).toEqual([13, 40]);
  });
});

describe('deliveries', () => {
  it('of a copy are acknowledged and not handled, under a new serial too', async () => {
    const { deliver, handled, stale } = endpoint();
    const again = { ...deposit, serial: deposit.serial + 1n };
    expect([await deliver(deposit), await deliver(deposit), await deliver(again)]).toEqual([200, 200, 200]);
    expect(handled).toHaveLength(1);
    expect(stale).toEqual([deposit, again]);
  });

  it('of a copy are told with key and progress', async () => {
    const onStale = vi.fn();
    const { deliver } = endpoint({ onStale });
    for (const callback of [deposit, deposit]) await deliver(callback);
    const context = { key: defaultKeyOf(deposit), progress: progressOf(deposit) };
    expect(onStale).toHaveBeenCalledExactlyOnceWith(deposit, context);
  });

  it('of a step back are acknowledged and not handled', async () => {
    const { deliver, handled, stale } = endpoint();
    expect([await deliver(at(deposit, 2)), await deliver(at(deposit, 1))]).toEqual([200, 200]);
    expect(handled.map(({ callback }) => callback.processing_state)).toEqual([2]);
    expect(stale.map(({ processing_state }) => processing_state)).toEqual([1]);
  });

  it('of coins and tokens, or to several addresses, by one transaction are each handled', async () => {
    const { deliver, handled } = endpoint();
    const all = [
      deposit,
      { ...deposit, wallet_id: 635771n, currency: 'USDT' },
      { ...deposit, to_address: '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62' },
    ];
    for (const callback of [...all, ...all]) await deliver(callback);
    expect(handled.map(({ callback }) => callback)).toEqual(all);
  });

  it('that fail are handled when they come again', async () => {
    let failures = 2;
    const { deliver, errors } = endpoint({
      onCredited: () => {
        if (failures-- > 0) throw new Error('not now');
      },
    });
    expect([await deliver(deposit), await deliver(deposit), await deliver(deposit), await deliver(deposit)]).toEqual([
      500, 500, 200, 200,
    ]);
    expect(errors).toHaveLength(2);
    expect(failures).toBe(-1);
  });
});

describe('a delivery during another', () => {
  function slow() {
    const begun = gate();
    const done = gate();
    let outcome: Error | undefined;
    let calls = 0;
    const handling = endpoint({
      ...everyDeposit(async (callback) => {
        calls++;
        if (callback.memo === 'fast') return;
        begun.open();
        await done.opened;
        if (outcome) throw outcome;
      }),
    });
    const finish = (error?: Error): void => {
      outcome = error;
      done.open();
    };
    return { ...handling, begun: begun.opened, finish, calls: () => calls };
  }

  it.each([
    ['a copy', at(deposit, 1)],
    ['a further step', at(deposit, 2)],
    ['a step back', at(deposit, 0)],
  ])('for the same deposit (%s) is told to come again, and nothing is handled side by side', async (_, second) => {
    const { deliver, begun, finish, calls } = slow();
    const first = deliver(at(deposit, 1));
    await begun;
    expect(await deliver(second)).toBe(503);
    expect(calls()).toBe(1);
    finish();
    expect(await first).toBe(200);
    expect(await deliver(second)).toBe(200);
    expect(calls()).toBe(second.processing_state > 1 ? 2 : 1);
  });

  it('is handled when it comes again after the first has failed', async () => {
    const { deliver, begun, finish, calls } = slow();
    const first = deliver(deposit);
    await begun;
    expect(await deliver(deposit)).toBe(503);
    finish(new Error('not now'));
    expect(await first).toBe(500);
    finish();
    expect(await deliver(deposit)).toBe(200);
    expect(calls()).toBe(2);
  });

  it('for another deposit goes through', async () => {
    const { deliver, begun, finish } = slow();
    const first = deliver(deposit);
    await begun;
    expect(await deliver({ ...deposit, memo: 'fast' })).toBe(200);
    finish();
    expect(await first).toBe(200);
  });

  it('is answered only after the handler has resolved', async () => {
    const { deliver, begun, finish } = slow();
    let answered = false;
    const first = deliver(deposit).then((status) => {
      answered = true;
      return status;
    });
    await begun;
    await new Promise((resolve) => setImmediate(resolve));
    expect(answered).toBe(false);
    finish();
    expect(await first).toBe(200);
  });

  it('in any number leaves one call', async () => {
    const { deliver, handled } = endpoint();
    const statuses = await Promise.all(Array.from({ length: 20 }, () => deliver(deposit)));
    expect(new Set(statuses).difference(new Set([200, 503])).size).toBe(0);
    expect(handled).toHaveLength(1);
  });
});
