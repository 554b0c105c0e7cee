/** Reading a callback back before it is handled: only what the service itself has on record reaches the handler. */
import { confirmBy, type Callback } from '@wallet-operations/client/callbacks';
import { describe, expect, it, vi } from 'vitest';
import { deposit, endpoint, withdrawal } from './kit.ts';

const records =
  (...found: Callback[]) =>
  () =>
    Promise.resolve(found);

describe('a callback that is confirmed', () => {
  it('is asked for by serial, in its wallet', async () => {
    const fetchByIds = vi.fn(records(withdrawal, deposit));
    const { deliver, handled } = endpoint({ confirm: confirmBy(fetchByIds) });
    expect(await deliver(deposit)).toBe(200);
    expect(fetchByIds).toHaveBeenCalledExactlyOnceWith([deposit.serial], deposit.wallet_id);
    expect(handled.map(({ callback }) => callback)).toEqual([deposit]);
  });

  it('reaches the handler as the service has it, not as it was delivered', async () => {
    const record = { ...deposit, fees: '7', from_address: '0x1', confirm_blocks: 20 };
    const { deliver, handled } = endpoint({ confirm: confirmBy(records(record)) });
    await deliver({ ...deposit, fees: '0', confirm_blocks: 999 });
    expect(handled.map(({ callback }) => callback)).toEqual([record]);
  });

  it.each<Partial<Callback>>([
    { txid: deposit.txid.slice(2) },
    { to_address: deposit.to_address.toUpperCase().replace('0X', '0x') },
    { amount: `0${deposit.amount}.0` },
  ])('may be spelled otherwise in the record: %o', async (spelled) => {
    const { deliver, errors } = endpoint({ confirm: confirmBy(records({ ...deposit, ...spelled })) });
    expect([await deliver(deposit), errors]).toEqual([200, []]);
  });

  it('is remembered as far as the service has it', async () => {
    const { deliver, handled } = endpoint({ confirm: confirmBy(records({ ...deposit, processing_state: 2 })) });
    expect([await deliver({ ...deposit, processing_state: 1 }), await deliver(deposit)]).toEqual([200, 200]);
    expect(handled.map(({ callback }) => callback.processing_state)).toEqual([2]);
  });

  it('is not asked for again by copies, or a replay could use up the calls', async () => {
    const fetchByIds = vi.fn(records(deposit));
    const { deliver } = endpoint({ confirm: confirmBy(fetchByIds) });
    for (let i = 0; i < 5; i++) await deliver(deposit);
    expect(fetchByIds).toHaveBeenCalledTimes(1);
  });
});

describe('a callback that is not confirmed', () => {
  const other: Partial<Record<keyof Callback, unknown>> = {
    type: 3,
    wallet_id: 1n,
    order_id: 'shop1_1',
    txid: '0x1',
    vout_index: 1,
    currency: 'USDT',
    amount: '1',
    to_address: '0x1',
    memo: '1',
  };

  it.each(Object.entries(other))('since its %s is another', async (field, value) => {
    const { deliver, handled, errors } = endpoint({ confirm: confirmBy(records({ ...deposit, [field]: value })) });
    expect(await deliver(deposit)).toBe(503);
    expect(handled).toEqual([]);
    expect(errors).toEqual([expect.objectContaining({ reason: 'not_confirmed' })]);
    expect((errors[0] as Error).message).toContain(
      `another ${field}. If this goes on, somebody else may know the secret`,
    );
  });

  it('names all that is another', async () => {
    const { deliver, errors } = endpoint({ confirm: confirmBy(records({ ...deposit, memo: '1', amount: '1' })) });
    expect(await deliver(deposit)).toBe(503);
    expect((errors[0] as Error).message).toContain('another amount, memo.');
  });

  it.each([
    ['there is no record', records()],
    ['there is only that of another serial', records({ ...deposit, serial: 1n })],
    ['the record says less', records({ ...deposit, processing_state: 1 })],
  ])('since %s', async (_, fetchByIds) => {
    const { deliver, handled, errors } = endpoint({ confirm: confirmBy(fetchByIds) });
    expect(await deliver(deposit)).toBe(503);
    expect(handled).toEqual([]);
    expect(errors).toEqual([expect.objectContaining({ reason: 'not_confirmed' })]);
    const signed = `Callback ${String(deposit.serial)} is signed, but the service's own records do not say as much. It is delivered again;`;
    expect((errors[0] as Error).message).toContain(signed);
  });

  it.each([
    { ...withdrawal, processing_state: 9 },
    { ...deposit, txid: '0x1' },
  ])('since a confirm of your own gives the record of something else', async (record) => {
    const { deliver, handled } = endpoint({ confirm: () => Promise.resolve(record) });
    expect(await deliver(deposit)).toBe(503);
    expect(handled).toEqual([]);
  });

  it('is handled when it comes again and the service has it by then', async () => {
    let found: Callback[] = [];
    const { deliver, handled } = endpoint({ confirm: confirmBy(() => Promise.resolve(found)) });
    expect(await deliver(deposit)).toBe(503);
    found = [deposit];
    expect(await deliver(deposit)).toBe(200);
    expect(handled).toHaveLength(1);
  });
});
