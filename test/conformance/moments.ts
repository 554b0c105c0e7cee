/** What a service may answer for a moment, and the next moment not: nothing of it is its way. */
import type { SandboxOptions } from '@wallet-operations/sandbox';
import { onTestFinished } from 'vitest';
import { conform, type Result } from './harness.ts';
import { changedWorld, type Answer, type Change, type Passing } from './variants/behind.ts';
import { json, row } from './variants/changes.ts';
import { createWorld, type World } from './world.ts';

/** Answers a call instead of the sandbox; undefined lets it answer after all. */
type Moment = (request: Passing, world: World) => Promise<Answer | undefined> | Answer | undefined;

export const MOMENTS: Readonly<Record<string, Moment>> = {
  'an error of the server': () => json(500, { error: 'Internal Server Error', trace: 'none' }),
  'a gateway that has nobody behind it': () => ({ ...json(502, ''), headers: { 'content-type': 'text/html' } }),
  'a server that is not there by now': () => json(503, {}),
  'a call that is one too many': () => row(403, undefined, 'Forbidden. Call too frequently (300 calls/minute)'),
  'a call that is one too many, in words of HTTP': () => json(429, {}),
  'a connection that breaks off': () => Promise.reject(new Error('it breaks off')),
  'an answer that takes twelve seconds': async (_, { sandbox }) => {
    await sandbox.control.advance({ seconds: 12 });
    return undefined;
  },
};

/** A run that lets time pass, of a clock that is so many seconds ahead of the service's by so many calls, with the calls that came. */
export async function runOver(
  change: Change,
  ahead: (made: number) => number = () => 0,
  options: SandboxOptions = {},
): Promise<Result & { readonly came: readonly Passing[] }> {
  const world = await createWorld(options);
  const came: Passing[] = [];
  const running = await changedWorld(world, {
    ...change,
    instead(request, own) {
      came.push(request);
      return change.instead?.(request, own);
    },
  });
  onTestFinished(running.close);
  const pass = (milliseconds: number): Promise<void> =>
    world.sandbox.control.advance({ seconds: Math.ceil(milliseconds / 1000) });
  const now = (): number => world.sandbox.now() + ahead(came.length) * 1000;
  return { ...(await conform({ ...running, now, pass })), came };
}
