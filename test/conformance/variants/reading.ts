/** Reads a service before a run does, for variants that have to know all of what they show in parts. */
import { parseJson } from '@wallet-operations/json';
import { sortedSha256 } from '@wallet-operations/sandbox';
import type { Fields } from './changes.ts';
import type { Running } from './variant.ts';

/** Tells requests of one second apart: where time stands still, the second would be a replay. */
let readings = 0;

/** Asks a wallet of the service. `path` is what comes behind its ID. */
export async function read(
  { url, wallets, now = Date.now }: Running,
  walletId: bigint,
  path: string,
  body = '',
): Promise<Fields> {
  const caller = wallets.find((wallet) => wallet.walletId === walletId);
  if (!caller) throw new Error(`There is no wallet ${String(walletId)}.`);
  const target = `/v1/svc/wallets/${String(walletId)}/${path}`;
  const query = `reading=${String(readings++)}&t=${String(Math.floor(now() / 1000))}`;
  const method = body === '' ? 'GET' : 'POST';
  const answer = await fetch(`${url}${target}?${query}`, {
    method,
    headers: {
      'X-API-CODE': caller.apiCode,
      'X-CHECKSUM': sortedSha256({ method, path: target, query, body, secret: caller.secret }),
      'Content-Type': 'application/json',
    },
    ...(body !== '' && { body }),
  });
  const said = await answer.text();
  if (!answer.ok) throw new Error(`${target} is answered with ${String(answer.status)} ${said}`);
  return parseJson(said) as Fields;
}

/** All callbacks of each wallet that has some, by its ID. */
export async function readCallbacks(running: Running): Promise<ReadonlyMap<bigint, readonly Fields[]>> {
  const found = new Map<bigint, readonly Fields[]>();
  for (const { walletId, kind } of running.wallets)
    if (kind !== 'vault')
      found.set(walletId, (await read(running, walletId, 'notifications')).notifications as readonly Fields[]);
  return found;
}
