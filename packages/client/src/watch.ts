/** Hooks on a client: what they are told of its calls, and that nothing of it is secret. */
import { writable } from '@wallet-operations/json';
import { nameOf } from './calls/given.ts';
import { senders } from './calls/senders.ts';
import type { WalletClient } from './client.ts';
import type { Hooks, RequestEvent } from './hooks.ts';
import { HIDDEN, requestIdOf, withoutSecrets } from './sending/secrets.ts';
import { tell, type Watchers } from './sending/watched.ts';

/**
 * Of this process, and of calls so far: a UUID for each call would cost more than all else that is told of it. It is made with the first,
 * since workers make nothing by chance as they are loaded.
 */
let process: string | undefined;
let calls = 0;
const nextId = (): string => `${(process ??= crypto.randomUUID())}-${String(++calls)}`;

/** Headers whose values are secrets of the other side. */
const TELLING = /auth|cookie|key|secret|token/;

const NAMES = ['onRequest', 'onAnswer', 'onWait'] as const;

/**
 * Has hooks told of every call of a client, of its wallets and of whatever stands upon it, that begins from now on.
 *
 * @param client - of `createWalletClient`
 * @param hooks - a logger of yours, say, or `telemetry()` of `@wallet-operations/client/opentelemetry`
 * @returns what ends it; of calls under way they are still told
 * @throws TypeError for what is no client, or no hooks
 */
export function watch(client: WalletClient, hooks: Hooks): () => void {
  const sender = senders.get(client);
  if (!sender) throw new TypeError('watch needs a client, as createWalletClient makes it.');
  const { base: baseUrl, watchers } = sender;
  const given = NAMES.filter((name) => (hooks as Hooks | undefined)?.[name] !== undefined);
  if (given.length === 0) throw new TypeError(`hooks has no function. Give one of ${NAMES.join(', ')}.`);
  for (const name of given)
    if (typeof hooks[name] !== 'function') throw new TypeError(`${name} is ${nameOf(hooks[name])}. Give a function.`);
  const other = Object.keys(hooks).find((name) => /^on/i.test(name) && !(NAMES as readonly string[]).includes(name));
  if (other !== undefined) throw new TypeError(`${other} is no hook. Give one of ${NAMES.join(', ')}.`);

  const watchCall: Parameters<Watchers['add']>[0] = (call) => {
    const { operation, walletId, path, secrets } = call;
    const { operationId, method, template } = operation;
    const common = { operationId, walletId, callId: (call.id ??= nextId()) };
    const urlTemplate = template.map((part, i) => (i % 2 ? `{${part}}` : part)).join('');
    let request: RequestEvent;
    return {
      request(attempt, headers) {
        const shown = shownHeaders(Object.entries(headers), secrets);
        request = writable({ ...common, attempt, method, baseUrl, urlTemplate, path, headers: shown });
        tell(() => hooks.onRequest?.(request));
      },
      answer(response, ending) {
        tell(() => {
          const headers: [string, string][] = [];
          response?.headers.forEach((value, name) => headers.push([name, value])); // which any fetch's answer has
          const shown = { headers: shownHeaders(headers, secrets), requestId: requestIdOf(response, secrets) };
          return hooks.onAnswer?.({ request, status: response?.status, ...shown, ...ending });
        });
      },
      wait(attempt, why, milliseconds) {
        tell(() => hooks.onWait?.(writable({ ...common, attempt, why, milliseconds })));
      },
    };
  };
  watchers.add(watchCall);
  return () => {
    watchers.delete(watchCall);
  };
}

/** Headers as hooks are told of them, by lower-case name. */
function shownHeaders(headers: readonly [string, string][], secrets: ReadonlySet<string>): Record<string, string> {
  const shown = headers.map(([name, value]): [string, string] => [
    name,
    TELLING.test(name) || secrets.has(value) ? HIDDEN : value,
  ]);
  const all = shown.map(([, value]) => value).join('\n');
  // Most hold no secret among others: one look at all is cheaper than one at each.
  const isClean = withoutSecrets(all, secrets) === all;
  return Object.fromEntries(isClean ? shown : shown.map(([name, value]) => [name, withoutSecrets(value, secrets)]));
}
