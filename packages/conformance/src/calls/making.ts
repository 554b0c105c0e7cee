/** What steps that look something up are made with: whom they ask, and the row that refuses them. */
import type { Interface } from '@wallet-operations/transcript';
import type { Asked, Known, Step } from './asked.ts';
import { kindsOf, rowOf } from './list.ts';

/** A record of an answer. */
export type Seen = Readonly<Record<string, unknown>>;

/** The steps that list callbacks. */
export const CALLBACKS = ['listCallbacks.plain'];

/** For each wallet, or those of a kind, what `make` makes of its place. */
export const forEach =
  (make: (known: Known, place: number) => readonly Asked[], kinds?: readonly string[]) =>
  (known: Known): readonly Asked[] =>
    known.wallets.filter(({ kind }) => kinds?.includes(kind) ?? true).flatMap(({ place }) => make(known, place));

/** At most so many calls of each wallet, or of those of a kind. */
export const ofEach =
  (most: number, kinds?: readonly string[]) =>
  (known: Known): number =>
    most * known.wallets.filter(({ kind }) => kinds?.includes(kind) ?? true).length;

/** What `make` makes of the place of the first wallet that it makes something for. */
export const forFirst =
  (make: (known: Known, place: number) => readonly Asked[], kinds?: readonly string[]) => (known: Known) =>
    forEach(make, kinds)(known).slice(0, 1);

/** Makes steps of operations. */
export function stepMaker(service: Interface) {
  const kinds = (operationId: string): readonly string[] =>
    kindsOf(service, service.operation(operationId)).kinds ?? [];
  const point = (operationId: string) => {
    const { kindsPoint } = kindsOf(service, service.operation(operationId));
    return kindsPoint === undefined ? {} : { point: kindsPoint };
  };
  const malformed = (operationId: string) => rowOf(service, service.operation(operationId))('other');
  const step = (operationId: string, id: string, what: string, make: Step['make'], more: Partial<Step> = {}): Step => ({
    id: `${operationId}.${id}`,
    operationId,
    what,
    most: 1,
    make,
    ...more,
  });
  return { kinds, point, malformed, step };
}
