/** Forwards the callbacks of a running sandbox to a receiver, as they are, and tells the sandbox what the receiver answered. */
import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { post } from '../callbacks/post.ts';
import type { Handed, Hello, Outcome, Replaced } from '../http/listen.ts';
import { lineOf } from './line.ts';

/** From where to where. */
export interface ListenOptions {
  /** Base address of the sandbox. */
  readonly url: string;
  readonly token: string | undefined;
  /** Undefined for all. */
  readonly walletId: string | undefined;
  readonly forwardTo: string;
  /** Gets what is printed. */
  readonly write: (text: string) => void;
}

/** Milliseconds until a sandbox that is not there is looked for again. */
const AGAIN = 500;

/** What the sandbox refuses, or ends, will not go away. */
class Refused extends Error {}

/** Forwards, and connects again whenever the sandbox comes back. @throws Error for what the sandbox refuses, and once somebody else listens */
export async function listen(options: ListenOptions): Promise<never> {
  const seen: Seen = { since: '', isAway: false };
  for (;;) {
    try {
      await forwardAll(options, seen);
    } catch (error) {
      if (error instanceof Refused) throw error;
      if (!seen.isAway) options.write(`No sandbox at ${options.url}; trying again.\n`);
      seen.isAway = true;
    }
    await sleep(AGAIN);
  }
}

/** What is known from one connection to the next. */
interface Seen {
  /** Serial of the latest callback; empty before the first connection. */
  since: string;
  isAway: boolean;
}

/** Forwards until the sandbox ends the connection, and then throws. */
async function forwardAll(options: ListenOptions, seen: Seen): Promise<void> {
  const { url, walletId = '', forwardTo, write } = options;
  const response = await ask(options, 'GET', `?wallet=${walletId}&since=${seen.since}`);
  const isAgain = seen.since !== '';
  let timeout = 0;
  for await (const line of linesOf(response)) {
    if (timeout === 0) {
      const hello = JSON.parse(line) as Hello;
      ({ timeout, latest: seen.since } = hello);
      seen.isAway = false;
      write(isAgain ? `The sandbox is back.\n` : `Listening   ${url}\nForwarding  ${forwardTo}\n`);
    } else {
      const handed = JSON.parse(line) as Handed | Replaced;
      if ('replaced' in handed)
        throw new Refused(`Somebody else listens to ${url} for the same callbacks now: he gets them.`);
      seen.since = handed.serial.padStart(20) > seen.since.padStart(20) ? handed.serial : seen.since;
      void forward(options, handed, timeout);
    }
  }
  throw new Error('the connection has ended');
}

/** Whole lines; it throws when the connection ends within an answer, as it does when the sandbox is killed. */
async function* linesOf(response: http.IncomingMessage): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of response.setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** Forwards one, prints what became of it, and says so to the sandbox. */
async function forward(options: ListenOptions, handed: Handed, timeout: number): Promise<void> {
  const { headers, body, id } = handed;
  const signal = new AbortController().signal; // nothing ends it but its time
  const result = await post(options.forwardTo, { headers, body, timeout, allowPrivate: true, signal }).then(
    ({ status }) => String(status),
    (error: unknown) => (error as Error).message,
  );
  options.write(`${lineOf(handed, result)}\n`);
  const outcome: Outcome = { id, result };
  // a sandbox that has gone meanwhile has it as not delivered
  await ask(options, 'POST', '', JSON.stringify(outcome)).then(
    (response) => response.resume(),
    () => undefined,
  );
}

/** Asks the sandbox. @throws Refused with its words */
async function ask(
  { url, token }: ListenOptions,
  method: string,
  query: string,
  body?: string,
): Promise<http.IncomingMessage> {
  const target = new URL(`${url.replace(/\/$/, '')}/_sandbox/listen${query}`);
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const { request } = target.protocol === 'https:' ? https : http;
    request(target, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
    })
      .on('response', resolve)
      .on('error', reject)
      .end(body);
  });
  const { statusCode = 0 } = response;
  if (statusCode === 200) return response;
  const text = (await response.toArray()).join('');
  throw statusCode >= 400 && statusCode < 500
    ? new Refused(`${url} refuses to be listened to: ${wordsOf(text)}`)
    : new Error(String(statusCode));
}

function wordsOf(text: string): string {
  try {
    return (JSON.parse(text) as { error?: string }).error ?? text;
  } catch {
    return 'it is no sandbox that can be listened to';
  }
}
