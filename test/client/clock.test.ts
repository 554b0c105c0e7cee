/** A wrong clock of this machine: learnt once from the Date header, and kept. */
import { ServiceError } from '@wallet-operations/client';
import { describe, expect, it } from 'vitest';
import { seeded } from './faults/random.ts';
import { failureOf, json, page, refused, type Reply, type Sent, stub, type Stub } from './stub.ts';

const HOUR = 3600_000;
const timeOf = ({ query }: Sent): number => Number(query.get('t'));
const dateHeader = (milliseconds: number): Record<string, string> => ({ date: new Date(milliseconds).toUTCString() });

/** A service whose clock is ahead of the machine's, and which accepts five minutes of difference, or less. */
function serviceAhead(of: () => number, milliseconds: () => number, seconds = 300): Reply {
  return (sent) => {
    const now = of() + milliseconds();
    const isValid = Math.abs(timeOf(sent) - now / 1000) <= seconds;
    return (isValid ? json({}, 200, dateHeader(now)) : refused('invalid_timestamp', {}, dateHeader(now)))(sent);
  };
}

function withClockOff(milliseconds: () => number) {
  const all = stub((sent) => serviceAhead(all.clock.now, milliseconds)(sent));
  return all;
}

describe.each([HOUR, -HOUR])('a clock that is %d ms behind the service’s', (off) => {
  it('is corrected by one more attempt, at once, and for later calls too', async () => {
    const { wallet, sent, clock } = withClockOff(() => off);
    const start = clock.now();
    await clock.finish(wallet.getVaultBalance());
    expect(sent.map(timeOf)).toEqual([start / 1000, (start + off) / 1000]);
    expect(sent.map(({ at }) => at)).toEqual([0, 0]);
    await clock.finish(wallet.listCallbacks());
    expect(sent).toHaveLength(3);
    expect(clock.pending()).toBe(0);
  });

  it('is corrected for writes too, since nothing has happened', async () => {
    const { wallet, sent, clock } = withClockOff(() => off);
    await clock.finish(wallet.createDepositAddresses({ count: 1 }));
    expect(sent).toHaveLength(2);
  });

  it('is corrected for every call that was on its way', async () => {
    const { wallet, sent, clock } = withClockOff(() => off);
    const calls = Array.from({ length: 5 }, (_, i) => wallet.listDepositAddresses({ start_index: i }));
    expect(await clock.finish(Promise.all(calls))).toHaveLength(5);
    expect(sent).toHaveLength(10);
  });
});

it.each([0, -HOUR])('a clock that is set to %d ms later is followed again', async (later) => {
  let off = HOUR;
  const { wallet, sent, clock } = withClockOff(() => off);
  await clock.finish(wallet.getVaultBalance());
  off = later;
  await clock.finish(wallet.getVaultBalance());
  expect(sent).toHaveLength(4);
  await clock.finish(wallet.listCallbacks());
  expect(sent).toHaveLength(5);
});

it('a date in a Retry-After is one of the service’s clock', async () => {
  const later = (sent: Sent): Response | Promise<Response> =>
    page('', 503, { 'retry-after': new Date(all.clock.now() + HOUR + 9000).toUTCString() })(sent);
  const replies = [
    serviceAhead(
      () => all.clock.now(),
      () => HOUR,
    ),
    serviceAhead(
      () => all.clock.now(),
      () => HOUR,
    ),
    later,
    json({}),
  ];
  const all: Stub = stub(replies);
  await all.clock.finish(all.wallet.getVaultBalance());
  await all.clock.finish(all.wallet.listCallbacks());
  expect(all.sent.map(({ at }) => at)).toEqual([0, 0, 0, 9000]);
});

describe('a service that takes fewer seconds of difference than other times are set apart by', () => {
  it.each([0, 3, 10, 60, 299])('is found out, and kept to: %d', async (seconds) => {
    const chance = seeded(seconds);
    const all: Stub = stub((sent) => serviceAhead(all.clock.now, () => 0, seconds)(sent), {
      random: chance.next,
      attempts: 10,
    });
    for (let round = 0; round < 50; round++)
      await all.clock.finish(Promise.all([all.wallet.getVaultBalance(), all.wallet.getVaultBalance()]));
    // Each refusal halves what is left of 240 seconds.
    expect(all.events.filter(({ reason }) => reason === 'invalid_timestamp').length).toBeLessThanOrEqual(8);
    const start = all.clock.now() / 1000;
    await all.wallet.listCallbacks();
    expect(timeOf(all.sent.at(-1) as Sent)).toBe(Math.floor(start)); // the clock was never thought to be wrong
  });

  it('is not taken for one while the clock is wrong', async () => {
    const all: Stub = stub((sent) => serviceAhead(all.clock.now, () => HOUR)(sent), { random: () => 0.0242 }); // times near by
    const many = (): Promise<unknown> =>
      all.clock.finish(Promise.all(Array.from({ length: 50 }, () => all.wallet.getVaultBalance())));
    await many();
    const before = all.events.length;
    await many();
    expect(all.events.slice(before).map(({ reason }) => reason)).not.toContain('invalid_timestamp');
    expect(all.events.length).toBe(before + 50);
    expect(all.clock.monotonic()).toBe(0);
  });
});

describe('the refusal is given as it is', () => {
  const start = Date.parse('2026-11-20T08:30:00Z');
  const refusedAt = (off: number): Reply => refused('invalid_timestamp', {}, dateHeader(start + off));
  const refusals: [string, Reply[], number][] = [
    ['if every corrected time is wrong again', [1, 2, 3, 4, 5, 6, 7, 8, 9].map((hours) => refusedAt(hours * HOUR)), 8],
    ['if a corrected time is wrong, and is said to be right', [refusedAt(HOUR)], 2],
    ['if there is no Date header', [refused('invalid_timestamp')], 1],
    ['if the Date header is none', [refused('invalid_timestamp', {}, { date: 'today' })], 1],
    ['if the Date header says what the clock says', [refusedAt(0)], 1],
  ];

  it.each(refusals)('%s', async (_, replies, requests) => {
    const { wallet, sent, clock } = stub(replies);
    expect(clock.now()).toBe(start);
    const error = await failureOf(clock.finish(wallet.getVaultBalance()));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ reason: 'invalid_timestamp', effect: 'none', attempts: requests });
    expect(sent).toHaveLength(requests);
    expect(clock.pending()).toBe(0);
  });
});

describe('a Date header', () => {
  const start = Date.parse('2026-11-20T08:30:00Z');

  it('that differs by a second from the clock is believed', async () => {
    const { wallet, sent, clock } = stub([refused('invalid_timestamp', {}, dateHeader(start + 1000)), json({})]);
    await clock.finish(wallet.getVaultBalance());
    expect(sent.map(timeOf)).toEqual([start / 1000, start / 1000 + 1]);
  });

  it('of another refusal is not', async () => {
    const { wallet, sent, clock } = stub([refused('not_found', {}, dateHeader(start + HOUR)), json({})]);
    await failureOf(clock.finish(wallet.getVaultBalance()));
    await clock.finish(wallet.listCallbacks());
    expect(timeOf(sent[1] as Sent)).toBe(start / 1000);
  });

  it('that says what the clock says, of a refused present time, keeps no other times from being used', async () => {
    const { wallet, sent, clock } = stub([refused('invalid_timestamp', {}, dateHeader(start)), json({})]);
    await failureOf(clock.finish(wallet.getVaultBalance()));
    await clock.finish(Promise.all(Array.from({ length: 100 }, () => wallet.getVaultBalance())));
    expect(sent).toHaveLength(101);
    expect(clock.monotonic()).toBe(0);
  });
});
