// One call through the client, with a hand on the wire: what the client sends can be spoilt, and what it makes of the answer is kept.
import { ConnectionError, createWalletClient, WalletError } from '@wallet-operations/client';
import { createAnswerer } from '../../packages/mock/src/answer/answerer.ts';
import { urlOf, type Input } from './inputs.ts';

/** How a request gets to whatever answers it; `url` begins with its path. */
export type Transport = (url: string, init: RequestInit) => Promise<Response>;

/** The parts of the authentication that a call carries, and what the answer is asked to be. */
export interface Extras {
  /** Parts to leave out, as the interface writes them: `header X-API-CODE`, `query t`. */
  readonly without?: string;
  /** The example that the mock shall answer with. */
  readonly prefer?: string;
  /** Sent in the place of the input's body, as it is. */
  readonly text?: string;
}

/** What came of a call. */
export interface Outcome {
  /** 0 where there was no answer at all. */
  readonly status: number;
  /** The bytes of the body. */
  readonly text: string;
  /** What the mock found wrong with the request. */
  readonly violations: readonly Violation[];
  /** What the client gave. */
  readonly value: unknown;
  /** What the client threw. */
  readonly error: WalletError | undefined;
}

export interface Violation {
  readonly path: readonly string[];
  readonly code: string;
  readonly message: string;
}

const credentials = { apiCode: 'the-api-code', secret: 'its-secret' };

/**
 * Calls an operation by its method of the client. The client signs and sends the plain input; on the wire it is replaced by the
 * input that is asked for, which the client itself might refuse.
 */
export async function call(
  transport: Transport,
  operationId: string,
  plain: Input,
  input: Input = plain,
  { without = '', prefer, text }: Extras = {},
): Promise<Outcome> {
  let status = 0;
  let bytes = '';
  let violations: readonly Violation[] = [];
  const client = createWalletClient({
    baseUrl: 'http://mock',
    credentials,
    attempts: 1,
    fetch: async (url, init) => {
      const headers = new Headers(init.headers);
      const t = new URL(url).searchParams.get('t') ?? '';
      if (without.startsWith('header ')) headers.delete(without.slice('header '.length));
      if (prefer) headers.set('prefer', prefer);
      const body = text ?? (input.body === undefined ? undefined : JSON.stringify(input.body));
      const response = await transport(urlOf(operationId, input, without === 'query t' ? {} : { t }), {
        ...init,
        headers,
        ...(body !== undefined && { body }),
      });
      status = response.status;
      bytes = await response.clone().text();
      violations = JSON.parse(response.headers.get('x-mock-violations') ?? '[]') as Violation[];
      return response;
    },
  });
  const methods = client as unknown as Readonly<Record<string, (input: object) => Promise<unknown>>>;
  try {
    const { path, query, body } = plain;
    const value = await methods[operationId]?.({ ...path, ...query, ...body });
    return { status, text: bytes, violations, value, error: undefined };
  } catch (error) {
    if (!(error instanceof WalletError)) throw error;
    const lost = error instanceof ConnectionError ? String(error.cause) : bytes;
    return { status, text: lost, violations, value: undefined, error };
  }
}

/** The mock of a document, without a socket: a request costs a fraction of a millisecond. */
export async function inProcess(document: object): Promise<Transport> {
  const answer = await createAnswerer(document as Parameters<typeof createAnswerer>[0], 'svc');
  return async (url, { method = 'GET', headers, body }) => {
    const {
      status,
      body: value,
      headers: more,
    } = await answer({
      method,
      url,
      headers: Object.fromEntries(new Headers(headers)),
      body: typeof body === 'string' ? body : '',
    });
    return new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json', ...more } });
  };
}
