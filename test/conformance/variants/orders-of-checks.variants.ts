/** Services that look at another thing first, where two are wrong with a request. */
import { changedVariant, type Change } from './behind.ts';
import { isSignedWell, refusal, row, walletIdOf, wholeOf, type Fields } from './changes.ts';
import type { Variant } from './variant.ts';

/** One operation that checks in another order. */
const ordered = (name: string, operationId: string, change: Change): Variant => ({
  name,
  start: () => changedVariant(change),
  expected: [{ operationId, kind: 'order of checks' }],
});

const INVALID = row(400, 112, 'Invalid parameter');

const isLate = ({ error }: Fields): boolean => error === 'Forbidden. Invalid timestamp';

export const variants: readonly Variant[] = [
  ordered(
    'the checksum of a vault’s balance is checked before its time',
    'getVaultBalance',
    refusal('getVaultBalance', isLate, (_, request, world) =>
      isSignedWell(request, world) ? undefined : row(403, undefined, 'Forbidden. Checksum unmatch'),
    ),
  ),
  ordered(
    'whose code it is is checked before the time of deposit addresses',
    'listDepositAddresses',
    refusal('listDepositAddresses', isLate, (_, request, { wallets, readOnly }) => {
      const id = walletIdOf(request);
      const others = [readOnly, ...wallets.filter(({ walletId }) => walletId !== id)];
      return others.some(({ apiCode }) => apiCode === request.headers['x-api-code'])
        ? row(403, undefined, `Invalid API code for wallet ${String(id)}`)
        : undefined;
    }),
  ),
  ordered(
    'the page of a history is checked before its caller',
    'listWithdrawalHistory',
    refusal(
      'listWithdrawalHistory',
      ({ error }, status) => status !== 400 && !/Header not found|Invalid wallet ID/.test(String(error)),
      (_, { query }) => {
        const [start, size] = [wholeOf(query, 'start_index', 0), wholeOf(query, 'request_number', 10)];
        return start === undefined || size === undefined || size > 500 ? INVALID : undefined;
      },
    ),
  ),
  ordered(
    'whether there is a txid is checked before the kind of wallet',
    'getWithdrawalEventLogs',
    refusal(
      'getWithdrawalEventLogs',
      (_, status) => status === 404,
      (_, { query }) => ((query.get('txid') ?? '') === '' ? INVALID : undefined),
    ),
  ),
];
