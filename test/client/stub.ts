/** A client over a stubbed fetch that keeps every request and answers by a script, in time that a test moves. */
import {
  type AnswerEvent,
  createWalletClient,
  type RequestEvent,
  watch,
  type Wallet,
  type WalletClient,
} from '@wallet-operations/client';
import type { WalletClientOptions } from '@wallet-operations/client';
import { errors } from '@wallet-operations/openapi/errors';
import { createFakeClock, type FakeClock } from './fake-clock.ts';

/** A request as fetch was given it. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: string | undefined;
  readonly redirect: string | undefined;
  readonly signal: AbortSignal;
  /** Milliseconds since the stub was made. */
  readonly at: number;
}

/** How one request is answered. */
export type Reply = (sent: Sent) => Response | Promise<Response>;

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Reply =>
  page(JSON.stringify(body), status, { 'content-type': 'application/json', ...headers });

export const page =
  (text: string | null, status = 200, headers: Record<string, string> = {}): Reply =>
  () =>
    new Response(text, { status, headers });

/** A row of the catalogue, with its placeholders as they are unless they are given. */
export const refused = (
  reason: keyof typeof errors,
  values: Readonly<Record<string, string>> = {},
  headers: Record<string, string> = {},
): Reply => json(bodyOf(reason, values), errors[reason].status, headers);

/** The error body of a row. */
export function bodyOf(reason: keyof typeof errors, values: Readonly<Record<string, string>> = {}): ErrorBody {
  const { code, text, message } = errors[reason];
  const filled = (template: string): string =>
    template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  return {
    error: filled(text),
    ...(code !== null && { error_code: code }),
    ...(message !== null && { message: filled(message) }),
  };
}
interface ErrorBody {
  readonly error: string;
  readonly error_code?: number;
  readonly message?: string;
}

/** What Node's fetch throws for a broken connection. */
export const broken =
  (code: string): Reply =>
  () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
  };

/** No answer, until the signal ends the wait as fetch does. */
export const silent: Reply = ({ signal }) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });

/** No answer, and no ear for the signal. */
export const deaf: Reply = () => new Promise(() => undefined);

export const API_CODE = 'MMGC6HAO4G4NPWSXZ6EXAMPLE2';
export const SECRET = 'cSn2yHqLtK4gXwVb9ZfE1aPd7RuM';
export const WALLET_ID = 635743n;

/** A client, its wallet 635743, and everything that they did. */
export interface Stub {
  readonly client: WalletClient;
  /** What the client was made with. */
  readonly options: WalletClientOptions;
  readonly wallet: Wallet;
  readonly sent: Sent[];
  /** Requests, each with what became of it. */
  readonly events: (AnswerEvent & RequestEvent)[];
  readonly clock: FakeClock;
}

/** Makes a client whose requests are answered by `replies` in turn, and then by the last of them again and again. */
export function stub(replies: Reply | readonly Reply[], others: Partial<WalletClientOptions> = {}): Stub {
  const script = typeof replies === 'function' ? [replies] : replies;
  const clock = createFakeClock();
  const sent: Sent[] = [];
  const events: (AnswerEvent & RequestEvent)[] = [];
  const options: WalletClientOptions = {
    baseUrl: 'https://wallets.example',
    credentials: { apiCode: API_CODE, secret: SECRET },
    clock,
    random: () => 1,
    fetch: async (url, init) => {
      const reply = script[Math.min(sent.length, script.length - 1)];
      const request = sentOf(url, init, clock.monotonic());
      sent.push(request);
      if (!reply) throw new Error('The script of the stub is empty.');
      return reply(request);
    },
    ...others,
  };
  const client = createWalletClient(options);
  watch(client, { onAnswer: (event) => events.push({ ...event.request, ...event }) });
  return { client, options, wallet: client.wallet(WALLET_ID), sent, events, clock };
}

function sentOf(url: string, { method = '', headers, body, redirect, signal }: RequestInit, at: number): Sent {
  const query = new URL(url).searchParams;
  const text = body as string | undefined; // nothing else may come here: what is signed is a text
  return { method, url, query, headers: new Headers(headers), body: text, redirect, signal: signal as AbortSignal, at };
}

/** What a promise is rejected with. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
}
