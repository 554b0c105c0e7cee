/** The receiver as it is loaded: with the answers of an operator to what is not shown, and in an engine that is too old. */
import { afterEach, expect, it, vi } from 'vitest';
import { deposit, withdrawal, SECRET } from './kit.ts';

type Points = typeof import('@wallet-operations/openapi/points');
type Step = readonly [state: number, processing_state: number];

/** What the build of such an operator has for the points. */
async function receiverOf(points: object) {
  vi.resetModules();
  vi.doMock('@wallet-operations/openapi/points', async (original) => ({ ...(await original<Points>()), ...points }));
  return { ...(await import('./kit.ts')), ...(await import('@wallet-operations/client/callbacks')) };
}

/** What is told of a deposit, or of a withdrawal, with these states one after another. */
async function eventsOf(points: object, steps: readonly Step[], source = deposit): Promise<string[]> {
  const { endpoint } = await receiverOf(points);
  const { deliver, handled, errors } = endpoint();
  for (const [state, processing_state] of steps)
    expect(await deliver({ ...source, state, processing_state })).toBe(200);
  expect(errors).toEqual([]);
  return handled.map(({ event, callback: { state } }) => `${event} ${String(state)}`);
}

afterEach(() => {
  vi.doUnmock('@wallet-operations/openapi/points');
});

it.each([
  // printf '%s' '{"a":1}s3cret' | openssl dgst -sha256
  ['hex', '83df45a5a0fc26fc08e60c55467dbb68642f7f041dbc78142a16ff049daa6ae0'],
  ['base64', 'g99FpaD8JvwI5gxVRn27aGQvfwQdvHgUKhb/BJ2qauA='],
])('verifies a checksum in %s', async (encoding, checksum) => {
  const { sha256Verifier } = await receiverOf({ callbackSignatureEncoding: encoding });
  const body = new TextEncoder().encode('{"a":1}');
  const verify = sha256Verifier(SECRET);
  expect(await verify({ body, headers: new Headers({ 'X-CHECKSUM': checksum }) })).toBe(true);
});

const BY_STATE = {
  creditedAt: { field: 'state', is: 3, further: [4], beside: [1, 2], since: 1, stages: [0, 1, 2] },
};

it('credits by the state, with it or beyond it, once the chain has it', async () => {
  const way: Step[] = [
    [2, 0],
    [3, 0],
    [3, 1],
    [3, 2],
    [4, 2],
    [11, 2],
  ];
  expect(await eventsOf(BY_STATE, way)).toEqual(['detected 2', 'detected 3', 'credited 3', 'reversed 11']);
  expect(await eventsOf(BY_STATE, [[4, 1]])).toEqual(['credited 4']);
  expect(await eventsOf(BY_STATE, [[2, 2]])).toEqual(['detected 2']);
  expect(await eventsOf(BY_STATE, [[3, 3]])).toEqual(['detected 3']);
});

it('credits in the chain, and once it is beyond that', async () => {
  const inChain = {
    creditedAt: { field: 'processing_state', is: 1, further: [2], beside: [1, 2, 3, 4], since: 1, stages: [0, 1, 2] },
  };
  expect(
    await eventsOf(inChain, [
      [3, 1],
      [3, 2],
    ]),
  ).toEqual(['credited 3']);
  expect(
    await eventsOf(inChain, [
      [3, 2],
      [11, 1],
    ]),
  ).toEqual(['credited 3', 'reversed 11']);
  expect(
    await eventsOf(inChain, [
      [3, 0],
      [3, 3],
    ]),
  ).toEqual(['detected 3', 'detected 3']);
});

it('goes by the order that numbers of its own have', async () => {
  const finalised = {
    creditedAt: {
      field: 'processing_state',
      is: 1,
      further: [],
      beside: [1, 2, 3, 4],
      since: 1,
      stages: [10, 11, 12, 1],
    },
    progressRanks: { processing_state: { 1: 12, 10: 1, 11: 10, 12: 11 }, state: { 2: 9, 9: 2 } },
  };
  expect(
    await eventsOf(finalised, [
      [3, 11],
      [11, 12],
      [3, 1],
      [11, 1],
      [3, 1],
    ]),
  ).toEqual(['detected 3', 'failed 11', 'credited 3', 'reversed 11']);
  expect(
    await eventsOf(
      finalised,
      [
        [9, 10],
        [2, 10],
        [9, 10],
        [2, 1],
      ],
      withdrawal,
    ),
  ).toEqual(['withdrawal 9', 'withdrawal 2', 'withdrawal 2']);
});

it('is refused by an engine that would lose digits', async () => {
  const { rawJSON } = JSON as unknown as { rawJSON?: unknown };
  vi.resetModules();
  try {
    Object.assign(JSON, { rawJSON: undefined });
    await expect(import('@wallet-operations/client/callbacks')).rejects.toThrow('This engine lacks JSON.rawJSON');
  } finally {
    Object.assign(JSON, { rawJSON });
  }
});
