/** A proxy before a service, and what a test asks of both. */
import { startProxy, type Proxy, type ProxyLogEntry } from '@wallet-operations/mock';
import { onTestFinished } from 'vitest';
import { answerOf, startUpstream, type Upstream } from './upstream.ts';

/** A proxy before an upstream. */
export interface Setup {
  readonly proxy: Proxy;
  readonly upstream: Upstream;
  /** The next exchange that is checked. */
  readonly checked: () => Promise<ProxyLogEntry>;
}

/** Starts both, and stops them after the test. */
export async function setUp(answer: Buffer | string): Promise<Setup> {
  const upstream = await startUpstream(answer);
  const entries: ProxyLogEntry[] = [];
  const waiting: ((entry: ProxyLogEntry) => void)[] = [];
  const proxy = await startProxy({
    upstream: upstream.url,
    log: (entry) => {
      const next = waiting.shift();
      if (next) next(entry);
      else entries.push(entry);
    },
  });
  onTestFinished(async () => {
    void proxy.close();
    await proxy.close();
    await upstream.close();
  });
  const checked = (): Promise<ProxyLogEntry> => {
    const [entry] = entries.splice(0, 1);
    return entry ? Promise.resolve(entry) : new Promise((resolve) => waiting.push(resolve));
  };
  return { proxy, upstream, checked };
}

export const JSON_TYPE = 'Content-Type: application/json';
export const CREDENTIALS = { 'X-API-CODE': 'the-api-code', 'X-CHECKSUM': 'the-checksum' };

const BALANCE = {
  currency: 60,
  wallet_address: '0x1',
  token_address: '',
  balance: '1',
  token_balance: '',
  unconfirm_balance: '0',
  unconfirm_token_balance: '',
};

/** What is found wrong with an answer to a vault balance query: place and message. */
export async function findings(
  fields: object | string,
  status = 200,
  query = 't=1',
  headers: Record<string, string> = CREDENTIALS,
): Promise<string[]> {
  const body = typeof fields === 'string' ? fields : JSON.stringify({ ...(status === 200 && BALANCE), ...fields });
  const { proxy, checked } = await setUp(answerOf(status, body, JSON_TYPE));
  await (await fetch(`${proxy.url}/v1/svc/wallets/1/vault/balance?${query}`, { headers })).arrayBuffer();
  const { problems } = await checked();
  return problems.map((problem) => `${problem.in} ${problem.path.join('.')} ${problem.message}`);
}
