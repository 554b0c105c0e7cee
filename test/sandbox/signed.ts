/** A caller that has nothing but the interface and the machine's clock, as a client in any language would. */
import { createHash } from 'node:crypto';

/** What it calls with. */
export interface Access {
  readonly walletId: bigint;
  readonly apiCode: string;
  readonly secret: string;
}

/** One call as the interface has it: the pairs of the query and the body, sorted, and the secret behind them. */
export async function callAs(
  url: string,
  { walletId, apiCode, secret }: Access,
  path: string,
  { body, at = Date.now() }: { readonly body?: object; readonly at?: number } = {},
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const t = `t=${String(Math.floor(at / 1000))}`;
  const signed = [t, text].filter((part) => part !== '').toSorted();
  const response = await fetch(`${url}/v1/svc/wallets/${String(walletId)}/${path}?${t}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'X-API-CODE': apiCode,
      'X-CHECKSUM': createHash('sha256')
        .update(`${signed.join('&')}&secret=${secret}`)
        .digest('hex'),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: text }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
