/** Services that refuse with another status, another row of the catalogue, or none of it. */
import { changedVariant, type Answer, type Change, type Passing } from './behind.ts';
import { json, refusal, row, type Fields } from './changes.ts';
import type { FactKind, Variant } from './variant.ts';

/** One operation that refuses otherwise. */
const refused = (
  name: string,
  { operationId, kind = 'error row', about }: { operationId: string; kind?: FactKind; about?: string },
  is: (error: Fields, status: number) => boolean,
  instead: (answer: Answer, request: Passing) => Answer,
): Variant => ({
  name,
  start: () => changedVariant(refusal(operationId, is, instead)),
  expected: [{ operationId, kind, ...(about !== undefined && { about }) }],
});

const isNotFound = ({ error_code }: Fields, status: number): boolean => status === 404 && error_code === 304;
const says = (error: string) => (body: Fields) => body.error === error;

/** Operations that a wallet of another kind, or an unknown order or deposit, is not found by. */
const FINDING = [
  'listWithdrawalHistory',
  'getWithdrawalState',
  'listWithdrawalStates',
  'getWithdrawalEventLogs',
  'listWhitelistEntries',
  'checkWhitelistEntry',
  'listDepositAddresses',
  'listCallbacks',
  'getDepositCallback',
  'getDelegatedBalances',
  'getVaultBalance',
  'listVaultHistory',
] as const;

const ANOTHER_CODE: Change = refusal(undefined, isNotFound, () => row(404, 404, 'Wallet ID invalid'));

const PAGE = '<html><head><title>404 Not Found</title></head><body><center>nginx</center></body></html>';

export const variants: readonly Variant[] = [
  {
    name: 'nothing is found by another code',
    start: () => changedVariant(ANOTHER_CODE),
    expected: FINDING.map((operationId) => ({ operationId, kind: 'error row', about: 'not_found' })),
  },
  refused(
    'a deposit that is not there is refused by another code',
    { operationId: 'getDepositCallback', about: 'not_found' },
    isNotFound,
    () => row(404, 305, 'Wallet ID invalid'),
  ),
  refused(
    'a wallet that is no vault is told so by a row that nobody lists',
    { operationId: 'getVaultBalance', about: 'not_found' },
    isNotFound,
    () => row(404, 310, 'Not a vault wallet'),
  ),
  refused(
    'states that are not there are gone',
    { operationId: 'listWithdrawalStates', kind: 'status' },
    isNotFound,
    ({ body }) => json(410, body),
  ),
  refused(
    'an order that is not there is a page of HTML',
    { operationId: 'getWithdrawalState', about: 'not_found' },
    isNotFound,
    () => ({ status: 404, headers: { 'content-type': 'text/html' }, body: PAGE }),
  ),
  refused(
    'an unknown transaction is told in other words',
    { operationId: 'getWithdrawalEventLogs', about: 'txid_not_found' },
    ({ message }) => String(message).endsWith(' not found'),
    (_, { query }) => row(400, 112, 'Invalid parameter', `no such transaction: ${query.get('txid') ?? ''}`),
  ),
  refused(
    'missing headers are told in other words',
    { operationId: 'listCallbacks', about: 'header_not_found' },
    says('Forbidden. Header not found'),
    () => row(403, undefined, 'Forbidden. Header missing'),
  ),
  refused(
    'a malformed list of addresses has another code',
    { operationId: 'getDelegatedBalances', about: 'malformed_body' },
    ({ error_code }, status) => status === 400 && error_code === 112,
    () => row(400, 113, 'Invalid parameter'),
  ),
  refused(
    'a user_id that is too long is not repeated',
    { operationId: 'checkWhitelistEntry', about: 'invalid_user_id' },
    ({ message }) => String(message).startsWith('invalid user id'),
    () => row(400, 703, 'Operation failed', 'user id too long'),
  ),
  refused(
    'the wallet list refuses a code of a wallet without a number',
    { operationId: 'listWallets', about: 'api_secret_not_valid' },
    ({ error_code }) => error_code === 385,
    () => row(403, undefined, 'API Secret not valid'),
  ),
];
