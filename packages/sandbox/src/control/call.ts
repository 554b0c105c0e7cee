/** Calls of the service by the owner of a wallet, signed as his client would: what scenarios do that control cannot. */
import { randomUUID } from 'node:crypto';
import { parseJson, stringifyJson } from '@wallet-operations/json';
import type { Checksum } from '../service/checksum.ts';
import { presentT } from '../service/present.ts';
import type { Service } from '../service/service.ts';
import type { WalletAccess } from './create-wallet.ts';
import type { Context } from '../context.ts';

/** Calls an operation of a wallet; `path` is what comes behind the wallet's own. @throws Error with the words of a refusal. */
export type Caller = (wallet: WalletAccess, method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>;

/** Makes it. */
export function createCaller(context: Context, service: Service, checksum: Checksum, product: string): Caller {
  return async ({ walletId, apiCode, secret }, method, path, input) => {
    const t = String(presentT(context));
    const nonce = `${context.decisions.nonce ?? 'n'}=${randomUUID()}`; // the same may happen twice in a second, and is no replay
    const request = {
      method,
      path: `/v1/${product}/wallets/${String(walletId)}/${path}`,
      query: `${nonce}&t=${t}`,
      body: input === undefined ? '' : stringifyJson(input),
    };
    const headers = {
      'x-api-code': apiCode,
      'x-checksum': checksum({ ...request, secret }),
      'content-type': 'application/json',
    };
    const incoming = {
      method,
      target: `${request.path}?${request.query}`,
      headers,
      body: Buffer.from(request.body),
      ip: '127.0.0.1',
      isOwn: true,
    };
    const { status, body, because } = await service.answer(incoming, {}); // no caller sent it, so it is in no log
    if (status !== 200) throw new Error(`Wallet ${String(walletId)} was refused ${because}.`);
    return parseJson(body);
  };
}
