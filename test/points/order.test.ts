// How far a callback has come hangs on the names of its numbers, and on the document's order of them: never on how an answer is written.
import { pointsOf, withAnswers, type PointedDocument } from '@wallet-operations/answers';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { pointConstants } from '../../scripts/steps/points.ts';
import { overlayOf } from '../overlays/cases.ts';

const document = bundled as unknown as PointedDocument;
const constants = (id: string, value: unknown): Record<string, unknown> =>
  pointConstants(withAnswers(document, overlayOf({ id, answer: 'So.', value }), 'a.json'));

const NUMBERS = {
  'processing-state': { done: 5, inPool: 7, inChain: 6 },
  'callback-state': {
    processing: 9,
    inPool: 3,
    inChain: 2,
    failed: 1,
    cancelled: 0,
    dropped: 20,
    transactionFailed: 21,
  },
};

describe.each(Object.entries(NUMBERS))('%s', (id, value) => {
  test('is ranked alike, however the keys of an answer are ordered', () => {
    const entries = Object.entries(value);
    const ways = [entries, entries.toReversed(), entries.toSorted(([a], [b]) => a.localeCompare(b))];
    const [first, ...others] = ways.map((way) => constants(id, Object.fromEntries(way)));
    expect(others.map(({ progressRanks }) => progressRanks)).toEqual(others.map(() => first?.progressRanks));
    expect(others.map(({ failures }) => failures)).toEqual(others.map(() => first?.failures));
    expect(others.map(({ creditedAt }) => creditedAt)).toEqual(others.map(() => first?.creditedAt));
  });

  test('has each name of its value in the order or among the failures, once', () => {
    const { order = [], failures = [], value: own } = pointsOf(document)[id] ?? {};
    expect([...order, ...failures].sort()).toEqual(Object.keys(own as object).sort());
  });
});

test('the numbers of an answer are ranked by the order of the document', () => {
  expect(constants('processing-state', NUMBERS['processing-state'])).toMatchObject({
    progressRanks: { processing_state: { '5': 7, '7': 5 } },
    creditedAt: { is: 5, further: [], since: 5 },
  });
  expect(constants('callback-state', NUMBERS['callback-state'])).toMatchObject({
    progressRanks: { state: { '0': 9, '1': 3, '3': 1, '9': 0 } },
    failures: [1, 0, 20, 21, 6],
  });
});

test('a name that an answer alone has keeps the place of its number', () => {
  const value = { done: 2, settled: 4, inChain: 1, inPool: 0 };
  expect(constants('processing-state', value)).toMatchObject({ progressRanks: { processing_state: {} } });
});
