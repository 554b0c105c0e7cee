/** What came of a run is written down, as much of it as there can be in one text: no amount of it loses all. */
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { interfaceOf, readTranscript, type RawExchange, type RawRun } from '@wallet-operations/transcript';
import { expect, test } from 'vitest';
import { writtenDown } from '../../packages/conformance/src/commands/written-down.ts';

const exchange = (bytes: number): RawExchange => ({
  ...{ step: 'getVaultBalance.plain', operationId: 'getVaultBalance', caller: 0, path: {}, query: [], altered: {} },
  answer: {
    status: 200,
    contentType: 'application/json',
    text: JSON.stringify({ balance: '1', note: ['x'.repeat(bytes)] }),
  },
});

const run = (...sizes: number[]): RawRun => ({
  wallets: [{ kind: 'vault' }],
  exchanges: sizes.map(exchange),
  present: 1_790_000_000,
});

const SERVICE = interfaceOf(bundled);

test('all of it, where there is room', () => {
  const { text, lost } = writtenDown(SERVICE, run(10, 200, 30));
  expect(lost).toBe(0);
  expect(readTranscript(text, 'it')).toMatchObject({ exchanges: [{}, {}, {}] });
  expect(readTranscript(text, 'it').stopped).toBeUndefined();
});

test('without what there is no room for, and it says that the run did not end well', () => {
  const whole = writtenDown(SERVICE, run(10, 200, 30)).text;
  const { text, lost } = writtenDown(SERVICE, run(10, 200, 30), whole.length - 100);
  expect(lost).toBe(1);
  expect(text.length).toBeLessThanOrEqual(whole.length - 100);
  expect(readTranscript(text, 'it')).toMatchObject({ stopped: 'fault', exchanges: [{}, {}] });
});
