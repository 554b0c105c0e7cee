/** The operations of the interface, as the generated table has them. */
import { endpoints } from '@wallet-operations/openapi/tables';
import type { BigintShape } from '../numbers/bigints.ts';
import type { OperationId } from '../types.ts';

/** What the document says of repeating an operation whose outcome is not known. */
export type Repeatable = 'always' | 'same-order-id' | 'never';

/** One operation. */
export interface Operation {
  readonly operationId: OperationId;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The names of its query parameters, but for `t`. */
  readonly query: readonly string[];
  /** Whether it takes the read-only API code. */
  readonly readOnly: boolean;
  readonly repeatable: Repeatable;
  /** Where its result has integers of 64 bits. */
  readonly bigints: BigintShape | undefined;
}

/** What the table leaves out. */
const usual = { method: 'GET', query: [], readOnly: false, repeatable: 'always', bigints: undefined };

/** Every operation, in the document's order. */
export const operations = Object.entries(endpoints).map(
  ([operationId, endpoint]) => ({ operationId, ...usual, ...endpoint }) as Operation,
);
