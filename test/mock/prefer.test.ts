/** The Prefer header as RFC 7240 has it. */
import { createAnswerer } from '@wallet-operations/mock';
import { describe, expect, it } from 'vitest';

const NOT_FOUND = 'Prefer asks for not_found';
const FITS = 'the request fits the document';

async function because(prefer: string): Promise<string> {
  const answer = await createAnswerer();
  const headers = { 'x-api-code': 'code', 'x-checksum': 'sum', prefer };
  const url = '/v1/svc/wallets/1/sender/transactions/shop1_20261120_000017?t=1';
  return (await answer({ method: 'GET', url, headers, body: '' })).because;
}

describe('Prefer', () => {
  it.each([
    ['example=not_found', NOT_FOUND],
    ['Example = "not_found"', NOT_FOUND],
    [String.raw`example="not\_found"`, NOT_FOUND],
    ['CODE=404;example=not_found', NOT_FOUND],
    ['example=not_found, example=header_not_found', NOT_FOUND],
    ['example=not_found; code=404, code=403', NOT_FOUND],
    ['wait=100, respond-async, example=not_found', NOT_FOUND],
    ['return=minimal; foo="a,example=header_not_found", example=not_found', NOT_FOUND],
    ['respond-async, handling=lenient', FITS],
    ['', FITS],
    ['foo=404, timeout=200, view=not_found', FITS],
    ['code=404, example=', 'Prefer has an empty example'],
    ['code="", example=not_found', 'Prefer has an empty code'],
    ['code', 'Prefer has an empty code'],
    ['example=', 'Prefer has an empty example'],
    ['code:404', 'Prefer has code:404'],
    ['example:not_found', 'Prefer has example:not_found'],
    ['404', 'Prefer has 404'],
    ['not_found', 'Prefer has not_found'],
    ['statuscode=404', 'Prefer has statuscode'],
    ['example=nothing', 'Prefer asks for an example that does not exist'],
    ['exmaple=not_found', 'Prefer has exmaple'],
    ['examples=not_found', 'Prefer has examples'],
    ['dynamic=true', 'Prefer has dynamic'],
    ['status=404', 'Prefer has status'],
    ['code=200', FITS],
    ['code=404', NOT_FOUND],
    ['example=in_chain', 'Prefer asks for in_chain'],
  ])('%s: %s', async (prefer, expected) => {
    expect(await because(prefer)).toBe(expected);
  });
});
