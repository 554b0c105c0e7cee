/** Bytes of a genuine callback that no parser and no JSON.stringify gives back: who verifies what was made of them refuses it. */
import { createHash } from 'node:crypto';
import { stringifyJson } from '@wallet-operations/json';
import { deposit, SECRET } from './kit.ts';

export const SERIAL = 2n ** 63n - 1n;

const text = Object.entries({ ...deposit, serial: SERIAL, addon: { note: 'A/B', wide: 2n ** 60n + 1n } })
  .toReversed()
  .map(([name, value]) => ` "${name}" :\t${stringifyJson(value)}`)
  .join(',\r\n')
  .replace('"A/B"', '"\\u0041\\/B"')
  .replace('"ETH"', '"\\u0045TH"');

export const body = new TextEncoder().encode(`{${text} }\n`);
export const headers = {
  'Content-Type': 'application/json',
  'X-CHECKSUM': `${createHash('sha256').update(body).update(SECRET).digest('base64url')}=`,
};

/** Delivers it to a path of a server. */
export const deliverTo = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers, body, ...init });
