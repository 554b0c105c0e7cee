/** Where wallets are in use, and what was to be read once more is lost, nobody knows what moved on: nothing differs by that. */
import { describe, expect, test } from 'vitest';
import { seeded } from '../../client/faults/random.ts';
import { contradictedIn, differencesIn } from '../harness.ts';
import type { Answer, Change } from '../variants/behind.ts';
import { askedIn, row } from '../variants/changes.ts';
import { conformWhileUsed } from './chance.ts';

/** What comes in the place of an answer. */
const LOST: Readonly<Record<string, () => Answer | Promise<Answer>>> = {
  'without an answer': () => Promise.reject(new Error('lost')),
  'by a gateway that has nobody behind it': () => ({ status: 502, headers: { 'content-type': 'text/html' }, body: '' }),
  'for its t': () => row(403, undefined, 'Forbidden. Invalid timestamp'),
};

/** Loses what is asked for once more, each call of it; of all that, or of some. */
function losing(how: string, chance: number, seed: number): Change {
  const random = seeded(seed);
  const asked = new Map<string, boolean>();
  return {
    instead(request) {
      const { operationId } = request;
      if (operationId === undefined || operationId === 'getApiCodeStatus') return undefined;
      const key = `${askedIn(request)} ${request.body}`;
      const isLost = asked.get(key);
      asked.set(key, isLost ?? random.chance(chance));
      return isLost === true ? LOST[how]?.() : undefined;
    },
  };
}

describe.each(Object.keys(LOST))('%s', (how) => {
  test.each([
    [1, 301],
    [1, 303],
    [0.3, 305],
  ])('of what is asked once more so much is lost: %f (seed %i)', async (chance, seed) => {
    const result = await conformWhileUsed(seed, losing(how, chance, seed));
    expect(result.events).toBeGreaterThan(200);
    // that each call of a kind failed is one, whatever it was to show
    expect(differencesIn(result).filter((line) => !/^\w+ status /.test(line))).toEqual([]);
    expect(contradictedIn(result)).toEqual([]);
  });
});
