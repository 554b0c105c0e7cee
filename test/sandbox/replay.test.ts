/** A request that was seen is refused for as long as its t is good, however late it comes again and whatever came between. */
import { expect, it, onTestFinished } from 'vitest';
import { createLab, ETH } from './lab.ts';
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
