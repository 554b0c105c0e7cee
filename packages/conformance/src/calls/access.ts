/** Steps about who calls: what authenticates a request left out, wrong, old, and twice. */
import type { Interface } from '@wallet-operations/transcript';
import type { Known, Step } from './asked.ts';

/** The operation that every wallet's code may call, and that tells of nothing but codes. */
const STATUS = 'getApiCodeStatus';

/** The step that looks for a way to sign. */
export const TRY = 'access.try';

/** How far a probe is from the bound that it probes, in seconds: clocks differ. */
export const MARGIN = 10;

/** The value of the point of `t`. */
export const windowOf = ({ points }: Interface): number =>
  (points['request-time']?.value as { readonly window: number }).window;

/** A probe within a window, as near to its bound as clocks allow. */
export const within = (window: number): number => window - Math.min(MARGIN, window / 2);

/** All of them; `madeUpCode` adds the one with an API code that may be somebody's. */
export function accessSteps(service: Interface, { madeUpCode }: { readonly madeUpCode: boolean }): Step[] {
  const window = windowOf(service);
  const first = (known: Known) => known.wallets.slice(0, 1).map(({ place }) => place);
  const status = (
    id: string,
    what: string,
    row: string | undefined,
    altered: object,
    more: Partial<Step> = {},
  ): Step => ({
    id: `access.${id}`,
    operationId: STATUS,
    what,
    ...(row !== undefined && { row }),
    most: 1,
    make: (known) => first(known).map((caller) => ({ caller, altered })),
    ...more,
  });
  const time = { point: 'request-time' };
  return [
    status('no-code', 'without X-API-CODE', 'header_not_found', { omits: 'X-API-CODE' }),
    status('no-checksum', 'without X-CHECKSUM', 'header_not_found', { omits: 'X-CHECKSUM' }),
    status('no-t', 'without t', 'header_not_found', { omits: 't' }),
    status('wrong-checksum', 'with a wrong checksum', 'checksum_unmatch', { wrongChecksum: true }),
    status('twice', 'a request that is sent once more', undefined, {}),
    status('again', 'the same, byte for byte', 'invalid_checksum', { again: true }, { point: 'replays' }),
    status('inside-past', `with a t ${String(within(window))} seconds ago`, undefined, { late: within(window) }, time),
    status(
      'inside-future',
      `with a t ${String(within(window))} seconds ahead`,
      undefined,
      { late: -within(window) },
      time,
    ),
    status(
      'outside-past',
      `with a t ${String(window + MARGIN)} seconds ago`,
      'invalid_timestamp',
      { late: window + MARGIN },
      time,
    ),
    status(
      'outside-future',
      `with a t ${String(window + MARGIN)} seconds ahead`,
      'invalid_timestamp',
      { late: -window - MARGIN },
      time,
    ),
    {
      id: 'access.wallet-id',
      operationId: STATUS,
      what: 'of a wallet ID that is no number',
      row: 'invalid_wallet_id',
      most: 1,
      make: (known) => first(known).map((caller) => ({ caller, path: { WALLET_ID: 'x' } })),
    },
    {
      id: 'access.other-wallet',
      operationId: STATUS,
      what: 'of a wallet with the code of another of yours',
      row: 'api_code_mismatched',
      most: 1,
      make: ({ wallets: [one, other] }) =>
        one && other ? [{ caller: one.place, altered: { codeOf: other.place } }] : [],
    },
    {
      id: 'access.no-permission',
      operationId: 'listWallets',
      what: "with a wallet's code, where it takes the read-only one",
      row: 'api_secret_not_valid',
      most: 1,
      make: (known) => first(known).map((codeOf) => ({ caller: 'read-only', altered: { codeOf } })),
    },
    ...(madeUpCode
      ? [status('made-up-code', 'with an API code that nobody was given', 'invalid_api_code', { madeUpCode: true })]
      : []),
    {
      id: 'order.wallet-id-before-headers',
      operationId: STATUS,
      what: 'of a wallet ID that is no number, and without X-CHECKSUM',
      row: 'invalid_wallet_id',
      behind: ['header_not_found'],
      most: 1,
      make: (known) =>
        first(known).map((caller) => ({ caller, path: { WALLET_ID: 'x' }, altered: { omits: 'X-CHECKSUM' } })),
    },
  ];
}
