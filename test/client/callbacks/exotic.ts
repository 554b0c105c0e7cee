/** Bytes of a genuine callback that no parser and no JSON.stringify gives back: who verifies what was made of them refuses it. */
import { stringifyJson } from '@wallet-operations/json';
import { deposit, SECRET } from './kit.ts';
import { signedHeaders } from '../../../packages/client/src/callbacks/verify.ts';

export const SERIAL = 2n ** 63n - 1n;

const text = Object.entries({ ...deposit, serial: SERIAL, addon: { note: 'A/B', wide: 2n ** 60n + 1n } })
  .toReversed()
  .map(([name, value]) => ` "${name}" :\t${stringifyJson(value)}`)
  .join(',\r\n')
  .replace('"A/B"', '"\\u0041\\/B"')
  .replace('"ETH"', '"\\u0045TH"');

export const body = new TextEncoder().encode(`{${text} }\n`);
export const headers = await signedHeaders(body, SECRET);

/** Delivers it to a path of a server. */
export const deliverTo = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers, body, ...init });
