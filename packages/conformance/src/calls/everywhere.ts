/** Steps that every operation is asked with alike: who calls, and which of two faults it looks at first. */
import { mayBeSent } from '../document/reading.ts';
import { type Alterations, type Interface, WALLET_KINDS, takesReadOnlyCode } from '@wallet-operations/transcript';
import type { Operation } from '@wallet-operations/validator';
import type { Asked, Known, Step } from './asked.ts';
import { kindsOf, rowOf } from './list.ts';
import { brokenOf, OF_NOTHING } from './nothing.ts';
import { tooOld } from './window.ts';

const STATUS = 'getApiCodeStatus';

/** All of them. */
export const everywhereSteps = (service: Interface): Step[] => [
  ...statusSteps(),
  ...service.operations
    .filter((operation) => mayBeSent(operation) && operation.operationId !== STATUS)
    .flatMap((operation) => stepsOf(service, operation)),
];

/** Of the operation that anybody may ask: what is wrong with its caller is asked of it first, and alone. */
function statusSteps(): Step[] {
  const step = (id: string, what: string, row: string, behind: string, altered: Alterations): Step => ({
    ...{ id: `order.${id}`, operationId: STATUS, what, row, behind: [behind], most: 1 },
    make({ wallets, probes }) {
      const late = tooOld(probes);
      return late === undefined
        ? []
        : wallets.slice(0, 1).map(({ place }) => ({ caller: place, altered: { ...altered, late } }));
    },
  });
  return [
    step('headers-before-t', 'without X-CHECKSUM and with an old t', 'header_not_found', 'invalid_timestamp', {
      omits: 'X-CHECKSUM',
    }),
    step('t-before-checksum', 'with an old t and a wrong checksum', 'invalid_timestamp', 'checksum_unmatch', {
      wrongChecksum: true,
    }),
  ];
}

function stepsOf(service: Interface, operation: Operation): Step[] {
  const { operationId } = operation;
  const { kinds = [], kindsPoint } = kindsOf(service, operation);
  const nothing = OF_NOTHING[operationId] ?? {};
  const broken = brokenOf(operation);
  const { row: malformed } = rowOf(service, operation)('other');
  const isReadOnly = takesReadOnlyCode(operation);
  const caller = ({ wallets }: Known): Asked['caller'] | undefined =>
    isReadOnly ? 'read-only' : wallets.find(({ kind }) => kinds.includes(kind))?.place;
  /** A wallet whose code is no other's: of it somebody else asks. */
  const stranger = ({ wallets }: Known, own: Asked['caller']) => wallets.find(({ place }) => place !== own)?.place;
  const step = (
    id: string,
    what: string,
    row: string,
    behind: readonly string[],
    asked: (known: Known, own: Asked['caller']) => Omit<Asked, 'caller'> | undefined,
  ): Step => ({
    ...{ id: `order.${operationId}.${id}`, operationId, what, row, behind, most: 1 },
    make: (known) => {
      const own = caller(known);
      const made = own === undefined ? undefined : asked(known, own);
      return own === undefined || made === undefined ? [] : [{ caller: own, ...made }];
    },
  });
  const altered = { wrongChecksum: true };
  /** The same with an old t, where there is one. */
  const old = ({ probes }: Known, asked: Omit<Asked, 'caller'>): Omit<Asked, 'caller'> | undefined => {
    const late = tooOld(probes);
    return late === undefined ? undefined : { ...asked, altered: { ...asked.altered, late } };
  };
  return [
    step(
      'headers-before-t',
      'without X-CHECKSUM and with an old t',
      'header_not_found',
      ['invalid_timestamp'],
      (known) => old(known, { ...nothing, altered: { omits: 'X-CHECKSUM' } }),
    ),
    isReadOnly || !operation.path.includes('WALLET_ID')
      ? step(
          't-before-checksum',
          'with an old t and a wrong checksum',
          'invalid_timestamp',
          ['checksum_unmatch'],
          (known) => old(known, { ...nothing, altered }),
        )
      : step(
          't-before-code',
          'with an old t, the code of another wallet and a wrong checksum',
          'invalid_timestamp',
          ['api_code_mismatched', 'checksum_unmatch'],
          (known, own) => {
            const codeOf = stranger(known, own);
            return codeOf === undefined ? undefined : old(known, { ...nothing, altered: { ...altered, codeOf } });
          },
        ),
    ...(isReadOnly || !operation.path.includes('WALLET_ID')
      ? []
      : [
          step(
            'code-before-checksum',
            'with the code of another wallet and a wrong checksum',
            'api_code_mismatched',
            ['checksum_unmatch'],
            (known, own) => {
              const codeOf = stranger(known, own);
              return codeOf === undefined ? undefined : { ...nothing, altered: { ...altered, codeOf } };
            },
          ),
        ]),
    step(
      'checksum-before-query',
      broken ? 'with a wrong checksum, and malformed' : 'with a wrong checksum',
      'checksum_unmatch',
      malformed === undefined ? [] : [malformed],
      () => ({ ...(broken ?? nothing), altered }),
    ),
    ...(broken && kinds.length > 0 && kinds.length < WALLET_KINDS.length
      ? [
          {
            id: `order.${operationId}.kind-before-query`,
            operationId,
            what: 'of a wallet of a kind that may not ask, and malformed',
            row: 'not_found',
            behind: malformed === undefined ? [] : [malformed],
            ...(kindsPoint !== undefined && { point: kindsPoint }),
            most: 1,
            make: ({ wallets }: Known): readonly Asked[] =>
              wallets
                .filter(({ kind }) => !kinds.includes(kind))
                .slice(0, 1)
                .map(({ place }) => ({ caller: place, ...broken })),
          },
        ]
      : []),
  ];
}
