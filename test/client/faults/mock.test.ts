/** What the client makes of each fault of the mock: nothing is called refused, or accepted, that may be otherwise. */
import { createWalletClient, ServiceError, submitWithdrawals, TimeoutError } from '@wallet-operations/client';
import { type Fault, type FaultKind, startMock } from '@wallet-operations/mock';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fastClock } from './fast-clock.ts';

const order = (order_id: string) => ({
  order_id,
  address: '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62',
  amount: '1.5',
});

/** Seconds of real time, but for who never gets an answer. */
const timeoutFor = (faults: readonly Omit<Fault, 'operationId'>[]): number =>
  faults.some(({ kind }) => kind === 'silence') ? 20_000 : 600_000;

/** A mock that has the faults for withdrawals, and a client of it. */
async function start(...faults: readonly Omit<Fault, 'operationId'>[]) {
  const log: string[] = [];
  const mock = await startMock({
    fault: faults.map((fault) => ({ ...fault, operationId: 'withdrawAssets' })),
    log: ({ operationId, status }) => log.push(`${operationId ?? ''} ${String(status)}`),
  });
  onTestFinished(() => mock[Symbol.asyncDispose]());
  const timeout = timeoutFor(faults);
  const credentials = { apiCode: 'code', secret: 'secret' };
  const wallet = createWalletClient({ baseUrl: mock.url, credentials, clock: fastClock, timeout }).wallet(635743);
  const submit = async (...ids: readonly string[]): Promise<string[]> => {
    const settled = await submitWithdrawals(wallet, ids.map(order), {
      clock: fastClock,
      timeout,
      deadline: 5 * timeout,
    });
    return settled.map(({ outcome }) => outcome);
  };
  return { log, wallet, submit };
}

/** Whether a withdrawal that met it each time may have been taken: the client cannot tell by looking on. */
const WIRE: Readonly<Record<Exclude<FaultKind, 'throttle' | 'duplicate'>, 'unknown' | 'accepted'>> = {
  'lost-request': 'unknown',
  'lost-answer': 'unknown',
  reset: 'unknown',
  truncate: 'unknown',
  silence: 'unknown',
  'bad-gateway': 'unknown',
  'bad-gateway-after': 'unknown',
  slow: 'accepted',
};
const wire = Object.entries(WIRE) as [keyof typeof WIRE, string][];

describe('a withdrawal', () => {
  it.each(wire)('that meets %s each time is %s', async (kind, outcome) => {
    const { submit } = await start({ kind, ...(kind === 'slow' && { delay: 5 }) });
    expect(await submit('order-1')).toEqual([outcome]);
  });

  it.each(wire)('that meets %s once is accepted', async (kind) => {
    const { submit } = await start({ kind, first: 1, ...(kind === 'slow' && { delay: 5 }) });
    expect(await submit('order-1')).toEqual(['accepted']);
  });

  it('that was taken unheard, is a duplicate then, and cannot be found, is unknown', async () => {
    const { submit, log } = await start({ kind: 'duplicate' }, { kind: 'lost-answer', first: 1 });
    expect(await submit('order-1')).toEqual(['unknown']);
    expect(log).toContain('withdrawAssets 0');
    expect(log).toContain('withdrawAssets 400');
    expect(log).not.toContain('withdrawAssets 200');
  });

  it('that is a duplicate of the order that the mock knows is accepted, for it is found', async () => {
    const { submit } = await start({ kind: 'duplicate' }, { kind: 'lost-answer', first: 1 });
    const [settled] = await submit('shop1_20261120_000017');
    expect(settled).toBe('accepted');
  });

  it('that is throttled is submitted again in the next minute', async () => {
    const { submit, log } = await start({ kind: 'throttle', after: 1 });
    expect(await submit('order-1')).toEqual(['accepted']);
    const outcomes = await submit('order-2');
    expect(outcomes).not.toContain('refused');
    expect(log).toContain('withdrawAssets 403');
  });
});

describe('a call', () => {
  it.each(wire)('that meets %s tells what it may have changed', async (kind, outcome) => {
    const { wallet } = await start({ kind, ...(kind === 'slow' && { delay: 5 }) });
    const error: unknown = await wallet.withdrawAssets({ requests: [order('order-1')] }).catch((e: unknown) => e);
    if (outcome === 'accepted') expect(error).toMatchObject({ results: {} });
    else expect(error).toMatchObject({ effect: 'unknown' });
    if (kind === 'silence') expect(error).toBeInstanceOf(TimeoutError);
  });

  it('that is a duplicate names the order', async () => {
    const { wallet } = await start({ kind: 'duplicate' });
    await wallet.withdrawAssets({ requests: [order('order-1')] });
    const error: unknown = await wallet.withdrawAssets({ requests: [order('order-1')] }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ reason: 'duplicated_entry', values: { ORDER_ID: 'order-1' } });
  });
});
