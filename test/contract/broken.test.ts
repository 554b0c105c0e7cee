// Documents that are wrong in one fact, one of each kind: the contract fails, and its message names the fact.
import { expect, test } from 'vitest';
import * as change from '../interface/breaks/ways.ts';
import { readBundle } from '../interface/findings.ts';
import { contractFindings } from './contract.ts';

const { set, required, security, row, stating } = change;
const bundle = readBundle();
const duplicated = 'Duplicated entry: {ORDER_ID}';

test.each<[kind: string, place: string, breakIt: change.Change, message: string]>([
  [
    'a required field that is optional',
    'withdrawAssets body requests[].amount',
    required(false),
    'withdrawAssets body requests[]: is without amount, which does not fit, and the document allows it',
  ],
  [
    'a bound that is too wide',
    'listWithdrawalHistory query request_number',
    set({ maximum: 5000 }),
    'listWithdrawalHistory query request_number: is 501, which does not fit, and the document allows it',
  ],
  [
    'a pattern that is open at its end',
    'withdrawAssets body requests[].amount',
    set({ pattern: String.raw`^[0-9]+(\.[0-9]+)?` }),
    'withdrawAssets body requests[].amount: is "1,5", which does not fit, and the document allows it',
  ],
  [
    'another type',
    'getWithdrawalEventLogs reply logs[].removed',
    set({ type: 'string' }),
    'getWithdrawalEventLogs reply logs[].removed: is true, which fits, and the document refuses it: /logs/0/removed must be string',
  ],
  [
    'a narrower format',
    'getWithdrawalEventLogs reply logs[].block_number',
    set({ format: 'uint32' }),
    'getWithdrawalEventLogs reply logs[].block_number: is 9223372036854776000, which fits, and the document refuses it: /logs/0/block_number must match format "uint32"',
  ],
  [
    'another default',
    'listVaultHistory query request_number',
    set({ default: 100 }),
    'listVaultHistory query: what is left out counts as {"from_time":0,"start_index":0,"request_number":100,"state":-1}, the interface says {"from_time":0,"start_index":0,"request_number":1000,"state":-1}',
  ],
  [
    'a value that is left out',
    'listWhitelistEntries query state',
    set({ enum: [1, -1] }),
    'listWhitelistEntries query state: is 2, which fits, and the document refuses it: it must be equal to one of the allowed values',
  ],
  [
    'an error code',
    'withdrawAssets',
    row(duplicated, stating('value', { error_code: 400 })),
    'withdrawAssets 400 duplicated_entry: is {"error_code":400,"error":"Duplicated entry: shop1_20261120_000017"}, agreed is {"error_code":399,"error":"Duplicated entry: shop1_20261120_000017"}',
  ],
  [
    'an error row that is left out',
    'withdrawAssets',
    row(duplicated, change.gone),
    'withdrawAssets 400 duplicated_entry: is missing',
  ],
  [
    'a status that is left out',
    'getVaultBalance 404',
    change.dropResponse,
    'getVaultBalance 404: declares no JSON body',
  ],
  [
    'authentication without the checksum',
    'getVaultBalance',
    security(['ApiCode', 'Timestamp']),
    'getVaultBalance: without the header X-CHECKSUM is answered with 200',
  ],
  [
    'a parameter that is left out',
    'listCallbacks query type',
    change.dropParameter,
    'listCallbacks query type: is no parameter of the document',
  ],
  [
    'an operation under another path',
    'listWallets',
    change.move('GET /v1/svc/wallets'),
    'listWallets 200 empty: is {"error":"No operation at /v1/svc/wallets/readonly/walletlist"}, agreed is {"total":0,"wallets":[]}',
  ],
  [
    'an operation that says nothing of repeating it',
    'getVaultBalance',
    change.setOwn({ 'x-repeatable': undefined }),
    'getVaultBalance: x-repeatable is absent, from the interface follows "always"',
  ],
  [
    'an error row that says otherwise of repeating its request',
    'withdrawAssets',
    row(duplicated, stating('x-error', { repeat: 'soon' })),
    'withdrawAssets 400 duplicated_entry: is told in x-error as {"reason":"duplicated_entry"',
  ],
  [
    'a field of a callback',
    'depositCallback body serial',
    change.drop,
    'depositCallback body: is without serial, which does not fit, and the document allows it',
  ],
])('%s fails', async (_, place, breakIt, message) => {
  const document = structuredClone(bundle);
  breakIt(document, place);
  const found: string[] = [];
  for await (const finding of contractFindings(document, [place.split(' ')[0] ?? ''])) {
    found.push(finding.slice(0, message.length));
    if (found.includes(message)) break;
  }
  expect(found).toContain(message);
});
