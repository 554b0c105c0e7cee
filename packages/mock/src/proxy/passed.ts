/** An exchange as a recording takes it: decompressed, and as texts. */
import type { Passed } from '@wallet-operations/transcript';
import { decode } from './decode.ts';
import type { Captured, Exchange } from './exchange.ts';

/** What of an exchange was there as a whole. */
export function passedOf({ method, url, requestHeaders, requestBody, response }: Exchange): Passed {
  const text = (body: Captured, encoding: string | undefined): string | undefined => {
    const plain = decode(body, encoding);
    return plain === undefined || plain === 'unreadable' ? undefined : plain.toString('utf8');
  };
  return {
    ...{ method, url, headers: requestHeaders },
    body: text(requestBody, requestHeaders['content-encoding']),
    answer: response?.body.ended
      ? {
          status: response.status,
          contentType: response.headers['content-type'] ?? '',
          text: text(response.body, response.headers['content-encoding']),
        }
      : undefined,
  };
}
