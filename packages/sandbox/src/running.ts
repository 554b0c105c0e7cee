/** How commands find a sandbox that runs already, and of which wallet they are. */

import { checkToken } from './control-token.ts';

/** The options that they have in common. */
export const RUNNING = {
  url: { type: 'string', default: 'http://127.0.0.1:4020' },
  token: { type: 'string' },
  wallet: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

interface Running {
  readonly url: string;
  readonly token?: string | undefined;
  readonly wallet?: string | undefined;
}

/** @throws Error for one that is none */
export function checkRunning({ url, token, wallet }: Running): void {
  checkUrl('url', url);
  if (wallet !== undefined && !/^\d{1,19}$/.test(wallet)) throw new Error(`--wallet takes a wallet ID, not ${wallet}`);
  checkToken('--token', token);
}

/** @throws Error for an option that no request can be sent to */
export function checkUrl(name: string, value: string): void {
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
    throw new Error(`--${name} takes a URL that begins with http:// or https://, not ${value}`);
}
