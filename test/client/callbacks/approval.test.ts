/** The approval endpoint: OK for a clear yes, and closed whatever else happens. */
import {
  createApprovalHandler,
  sha256Verifier,
  type ApprovalHandlerOptions,
  type Decide,
} from '@wallet-operations/client/callbacks';
import { describe, expect, it, vi } from 'vitest';
import { signed, SECRET, URL } from './kit.ts';

const request = (body = '{"order_id":"shop1_1"}'): Request => new Request(URL, { method: 'POST', body });

async function ask(decide: Decide, options?: ApprovalHandlerOptions, asked = request()) {
  const response = await createApprovalHandler(decide, options)(asked);
  return [response.status, await response.text(), response.headers.get('Content-Type')];
}

const OK = [200, 'OK', 'text/plain'];
const refused = (status: number) => [status, 'refused', 'text/plain'];
const fail = (): never => {
  throw new Error(`failed with ${SECRET}`);
};

describe('a decision', () => {
  it('of true approves', async () => {
    expect(await ask(() => true)).toEqual(OK);
    expect(await ask(() => Promise.resolve(true))).toEqual(OK);
  });

  it.each([false, undefined, null, 0, 1, 'OK', 'true', {}, []])('of %j declines', async (decision) => {
    expect(await ask(() => decision as boolean)).toEqual(refused(400));
    expect(await ask(() => Promise.resolve(decision as boolean))).toEqual(refused(400));
  });

  it('rests on the raw body and the request', async () => {
    const decide = vi.fn<Decide>(() => true);
    const asked = request('{"serial": 9007199254740993}');
    await ask(decide, {}, asked);
    expect(decide).toHaveBeenCalledExactlyOnceWith(new TextEncoder().encode('{"serial": 9007199254740993}'), asked);
  });

  it('can be made of a request without a body, whatever its method', async () => {
    expect(await ask((body) => body.length === 0, {}, new Request(`${URL}?order_id=shop1_1`))).toEqual(OK);
  });
});

describe('it is closed', () => {
  it.each<[string, Decide]>([
    ['throws', fail],
    ['rejects', () => Promise.reject(new Error(SECRET))],
  ])('when the decision %s', async (_, decide) => {
    const onError = vi.fn();
    expect(await ask(decide, { onError })).toEqual(refused(500));
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(Error));
    expect(await ask(decide)).toEqual(refused(500));
  });

  it('when onError fails too', async () => {
    expect(await ask(fail, { onError: fail })).toEqual(refused(500));
    expect(await ask(fail, { onError: () => Promise.reject(new Error(SECRET)) })).toEqual(refused(500));
  });

  it('to what is not signed, which it does not decide on', async () => {
    const decide = vi.fn(() => true);
    const verify = sha256Verifier(SECRET);
    expect(await ask(decide, { verify })).toEqual(refused(403));
    expect(await ask(decide, { verify }, await signed('{}', 'other'))).toEqual(refused(403));
    expect(await ask(decide, { verify: () => 1 as unknown as boolean })).toEqual(refused(403));
    expect(decide).not.toHaveBeenCalled();
    expect(await ask(decide, { verify }, await signed('{}'))).toEqual(OK);
  });

  it('when the verifier throws', async () => {
    expect(await ask(() => true, { verify: fail })).toEqual(refused(500));
  });

  it('to a body beyond the limit, or that somebody read before', async () => {
    expect(await ask(() => true, { limit: 3 }, request('1234'))).toEqual(refused(413));
    const used = request();
    await used.text();
    expect(await ask(() => true, {}, used)).toEqual(refused(500));
  });

  it('when the timer cannot be set', async () => {
    expect(await ask(() => true, { after: fail })).toEqual(refused(500));
  });
});

describe('a decision that takes too long', () => {
  function timer() {
    let run: (() => void) | undefined;
    const cancel = vi.fn();
    const after = vi.fn((_: number, fire: () => void) => {
      run = fire;
      return cancel;
    });
    return { after, cancel, fire: () => run?.() };
  }

  it('is refused, even if it is yes in the end', async () => {
    const { after, cancel, fire } = timer();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const onError = vi.fn();
    const answer = ask(() => promise, { after, onError, timeout: 1234 });
    fire();
    expect(await answer).toEqual(refused(500));
    resolve(true);
    expect(after).toHaveBeenCalledExactlyOnceWith(1234, expect.any(Function));
    expect(cancel).toHaveBeenCalledOnce();
    expect(onError).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        reason: 'timeout',
        message: 'No decision within 1234 ms: the withdrawal was refused.',
      }),
    );
  });

  it.each<[string, Pick<ApprovalHandlerOptions, 'verify'>, Request]>([
    ['verification', { verify: () => new Promise<never>(() => undefined) }, request()],
    ['body', {}, new Request(URL, { method: 'POST', body: new ReadableStream(), duplex: 'half' })],
  ])('includes its %s', async (_, options, asked) => {
    const { after, fire } = timer();
    const answer = ask(() => true, { after, ...options }, asked);
    fire();
    expect(await answer).toEqual(refused(500));
  });

  it('leaves no unhandled rejection when it fails after that', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const { after, fire } = timer();
    const { promise, reject } = Promise.withResolvers<boolean>();
    const answer = ask(() => promise, { after });
    fire();
    await answer;
    reject(new Error('too late'));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('is waited for 5 seconds, on a timer that does not outlive the answer', async () => {
    vi.useFakeTimers();
    try {
      const answer = ask(() => new Promise<never>(() => undefined));
      await vi.advanceTimersByTimeAsync(4999);
      expect(vi.getTimerCount()).toBe(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(await answer).toEqual(refused(500));
      expect(await ask(() => true)).toEqual(OK);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});
