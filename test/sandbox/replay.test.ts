/** A request that was seen is refused for as long as its t is good, however late it comes again and whatever came between. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createLab, ETH, ORDER, type Lab } from './lab.ts';
import { createReplayMemory } from '../../packages/sandbox/src/service/replays.ts';
import { rawRequest } from './raw.ts';

const REPLAY = [403, { error: 'Forbidden. Invalid checksum' }];
const TOO_LATE = [403, { error: 'Forbidden. Invalid timestamp' }];

it('knows a replay to the last second of its t', async () => {
  const lab = await createLab();
  onTestFinished(lab.close);
  const access = await lab.createWallet(ETH);
  const request = (late: number) => rawRequest(lab, { operationId: 'getApiCodeStatus', access, late });
  const ahead = await request(-300); // a caller whose clock is as far ahead as may be
  const behind = await request(300);
  for (const send of [ahead, behind]) expect((await send())[0]).toBe(200);
  expect(await behind()).toEqual(REPLAY);
  for (let second = 1; second <= 600; second += 30) {
    await lab.control.advance({ seconds: second === 1 ? 1 : 30 });
    expect((await (await request(0))())[0]).toBe(200);
    expect(await behind()).toEqual(TOO_LATE);
    expect(await ahead()).toEqual(REPLAY);
  }
  await lab.control.advance({ seconds: 29 });
  expect(await ahead()).toEqual(REPLAY);
  await lab.control.advance({ seconds: 1 });
  expect(await ahead()).toEqual(TOO_LATE);
});

/** A file of a test, and what opens it again and again. */
function openAgain(): () => Promise<Lab> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  let lab: Lab | undefined;
  onTestFinished(async () => {
    await lab?.close();
    rmSync(folder, { recursive: true });
  });
  return async () => {
    await lab?.close();
    return (lab = await createLab({ data: join(folder, 'state.db') }));
  };
}

/** The same bytes to wherever the sandbox listens by now. */
async function recorded(lab: Lab, request: Parameters<typeof rawRequest>[1]): Promise<(to: Lab) => Promise<unknown>> {
  const moved = { ...lab, sandbox: { ...lab.sandbox } };
  const send = await rawRequest(moved, request);
  return async (to) => {
    Object.assign(moved.sandbox, { url: to.sandbox.url });
    return send();
  };
}

it('knows a replay after a restart, for as long as its t is good', async () => {
  const open = openAgain();
  let lab = await open();
  const access = await lab.createWallet(ETH);
  const paid = await recorded(lab, { operationId: 'withdrawAssets', access, body: { requests: [ORDER] } });
  const read = await recorded(lab, { operationId: 'getApiCodeStatus', access });
  const refused = await recorded(lab, { operationId: 'getWithdrawalState', access, segments: ['shop1_9'] });
  expect(await paid(lab)).toMatchObject([200, {}]);
  expect(await read(lab)).toMatchObject([200, {}]);
  expect(await refused(lab)).toMatchObject([404, {}]);
  for (let restart = 0; restart < 3; restart++) {
    lab = await open();
    for (const send of [paid, read, refused]) expect(await send(lab)).toEqual(REPLAY);
    const another = await recorded(lab, { operationId: 'getApiCodeStatus', access });
    expect(await another(lab)).toMatchObject([200, {}]);
    await lab.control.advance({ seconds: 100 });
  }
  lab = await open();
  expect(await read(lab)).toEqual(REPLAY);
  await lab.control.advance({ seconds: 1 });
  expect(await read(lab)).toEqual(TOO_LATE);
});

it('forgets in the file what it forgets in memory, and takes it for no change of the state', async () => {
  const open = openAgain();
  let lab = await open();
  const access = await lab.createWallet(ETH);
  const { snapshot } = await lab.control.snapshot();
  const { fingerprint } = await lab.control.fingerprint();
  const read = await recorded(lab, { operationId: 'getApiCodeStatus', access });
  expect(await read(lab)).toMatchObject([200, {}]);
  expect((await lab.control.fingerprint()).fingerprint).toBe(fingerprint);
  await lab.control.restore({ snapshot });
  expect(await read(lab)).toMatchObject([200, {}]);
  expect(await read(lab)).toEqual(REPLAY);
  lab = await open();
  expect(await read(lab)).toEqual(REPLAY);
});

it('does not walk all that it has seen for each request where its window has no end', () => {
  let looks = 0;
  const isTimely = (): boolean => ++looks > 0;
  const store = { all: () => [], isFile: false };
  const memory = createReplayMemory({ store } as unknown as Parameters<typeof createReplayMemory>[0]);
  for (let second = 0; second < 1000; second++) expect(memory.isNew('one', second, isTimely)).toBe(true);
  for (let second = 0; second < 1000; second++) expect(memory.isNew('one', second, isTimely)).toBe(false);
  expect(looks).toBeLessThan(5000);
});
