// Each example of a callback, as the document has it, goes through the handler of the client, which reads it to the last digit.
import { isDeepStrictEqual } from 'node:util';
import {
  createCallbackHandler,
  memoryCallbackStore,
  sha256Verifier,
  signTestCallback,
  type Callback,
} from '@wallet-operations/client/callbacks';
import { parametersOf, webhookOf, child } from '../../interface/document.ts';
import { webhooks } from '../../interface/facts/index.ts';
import type { Contract } from '../contract.ts';
import { exact } from '../exact.ts';
import { expected, without, type Json } from '../expected.ts';
import { examplesIn, strangers } from './answers.ts';

const SECRET = 'its-secret';

/** Findings on the examples of a callback, and on the request that delivers them. */
export async function* callbackFindings({ document, seen }: Contract, name: string): AsyncGenerator<string> {
  const operation = webhookOf(document, name);
  const found = examplesIn(operation.requestBody);
  const { requests: agreed = {} } = expected[name] ?? {};
  yield* strangers(`${name} request`, found, agreed);

  const headers = parametersOf(operation).filter((one) => one.in === 'header');
  const [header = ''] = headers.map((one) => String(one.name));
  if (headers.length !== 1) yield `${name}: has ${String(headers.length)} headers, the client's verifier reads one`;

  for (const [example, body] of Object.entries(agreed)) {
    const shape = webhooks[name] ?? {};
    const { status, handled } = await delivered(
      found[example] as Json | undefined,
      header,
      exact(body, shape) as Callback,
    );
    const by = name === 'withdrawalCallback' ? 'onWithdrawal' : 'a deposit';
    const place = `${name} request ${example}`;
    if (status !== 200) yield `${place}: is answered with ${String(status)} by the handler`;
    else if (!(String(status) in child(operation, 'responses')))
      yield `${place}: is answered with ${String(status)}, which the document does not have`;
    else if (!isDeepStrictEqual(handled, { by, callback: exact(body, shape) }))
      yield `${place}: does not come to ${by} as it was sent`;
    else seen(place, 'shown');
    for (const field of Object.keys(shape)) {
      const rest = without(body, field);
      const answer = await delivered(rest, header, rest as unknown as Callback);
      if (answer.status !== 400) yield `${place}: without ${field} is answered with ${String(answer.status)}`;
    }
  }
}

/** Signs what is agreed, sends what is found under the header that the document names, and tells what became of it. */
async function delivered(found: Json | undefined, header: string, agreed: Callback) {
  const handled: { by: string; callback: Callback }[] = [];
  const onDeposit = (callback: Callback) => void handled.push({ by: 'a deposit', callback });
  const handler = createCallbackHandler({
    verify: sha256Verifier(SECRET),
    store: memoryCallbackStore(),
    onCredited: onDeposit,
    onReversed: onDeposit,
    onFailed: onDeposit,
    onDetected: onDeposit,
    onWithdrawal: (callback) => void handled.push({ by: 'onWithdrawal', callback }),
    onError: () => undefined,
  });
  const signed = await signTestCallback(agreed, SECRET);
  const { status } = await handler(
    new Request(signed.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [header || 'x-none']: signed.headers.get('x-checksum') ?? '' },
      body: found === undefined ? '' : JSON.stringify(found),
    }),
  );
  return { status, handled: handled[0] };
}
