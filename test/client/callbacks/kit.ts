/** What the tests of the callbacks share: the document's own examples, and an endpoint that keeps a diary. */
import document from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import {
  createCallbackHandler,
  memoryCallbackStore,
  sha256Verifier,
  signTestCallback,
  type Callback,
  type CallbackEvent,
  type CallbackHandlerOptions,
  type OnDeposit,
} from '@wallet-operations/client/callbacks';
import { signedHeaders } from '../../../packages/client/src/callbacks/verify.ts';

export const SECRET = 's3cret';
export const URL = 'https://shop.example/callbacks';

/** Every field that the document requires of a callback. */
export const requiredFields = document.components.schemas.Callback.required as (keyof Callback)[];

const examples = Object.entries(document.components.examples as Record<string, { value: unknown }>);

/** The bodies of the webhook examples, by name. */
export const webhookExamples = examples
  .filter(([name]) => /^(deposit|withdrawal)Callback\.request\./.test(name))
  .map(([name, { value }]) => ({ name, body: value as Record<string, unknown> }));

/** An example as a receiver has it. */
function example(name: string): Callback {
  const body = webhookExamples.find((found) => found.name === name)?.body;
  if (!body) throw new Error(`The document has no example ${name} any more: choose another.`);
  const { serial, block_height, wallet_id } = body as Record<string, number>;
  const wide = {
    serial: BigInt(serial ?? 0),
    block_height: BigInt(block_height ?? 0),
    wallet_id: BigInt(wallet_id ?? 0),
  };
  return { ...body, ...wide } as unknown as Callback;
}

export const deposit = example('depositCallback.request.account_chain');
export const withdrawal = example('withdrawalCallback.request.in_chain');

/** Delivers any body, well signed. */
export async function signed(body: string | Uint8Array<ArrayBuffer>, secret = SECRET): Promise<Request> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return new Request(URL, { method: 'POST', body: bytes, headers: await signedHeaders(bytes, secret) });
}

/** One function for whatever comes without an order_id. */
export const everyDeposit = (handle: OnDeposit) => ({
  onCredited: handle,
  onReversed: handle,
  onFailed: handle,
  onDetected: handle,
  onOther: handle,
});

/** An endpoint with a memory store, and what its functions were called with. */
export function endpoint(options: Partial<CallbackHandlerOptions> = {}) {
  const handled: { event: CallbackEvent; callback: Callback; key: string; progress: bigint }[] = [];
  const stale: Callback[] = [];
  const errors: unknown[] = [];
  const handle = createCallbackHandler({
    verify: sha256Verifier(SECRET),
    store: memoryCallbackStore(),
    ...everyDeposit((callback, { event, key, progress }) => {
      handled.push({ event, callback, key, progress });
    }),
    onWithdrawal: (callback, { event, key, progress }) => {
      handled.push({ event, callback, key, progress });
    },
    onStale: (callback) => {
      stale.push(callback);
    },
    onError: (error) => {
      errors.push(error);
    },
    ...options,
  });
  /** Delivers a callback, well signed, and gives the status of the answer. */
  const deliver = async (callback: Callback): Promise<number> =>
    (await handle(await signTestCallback(callback, SECRET, { url: URL }))).status;
  return { handle, deliver, handled, stale, errors };
}

/** A promise that the test settles. */
export function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return {
    opened: promise,
    open: () => {
      resolve(undefined);
    },
  };
}
