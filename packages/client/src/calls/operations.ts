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
  /** Without what all paths begin with: see {@link pathOf}. */
  readonly path: string;
  /** The path with the product's own segment, split at its braces: fixed text and names in turn. */
  readonly template: readonly string[];
  /** The names of its query parameters, but for `t`. */
  readonly query: readonly string[];
  /** Whether it takes the read-only API code. */
  readonly readOnly: boolean;
  readonly repeatable: Repeatable;
  /** Where its result has integers of 64 bits. */
  readonly bigints: BigintShape;
}

/** What the table leaves out. Of repeating it leaves out what is safe to assume: nothing is sent twice. */
const usual = { method: 'GET', repeatable: 'never', bigints: {} };

/** The path of an operation, as a product has it. The document's own is that of `svc`. */
export const pathOf = (product: string, { path }: Pick<Operation, 'path'>): string => `/v1/${product}/${path}`;

/** Every operation, in the document's order, as a product has it. */
export const operationsOf = (product: string): Operation[] =>
  Object.entries(endpoints).map(
    ([operationId, endpoint]) =>
      ({
        ...usual,
        ...endpoint,
        operationId,
        template: pathOf(product, endpoint).split(/[{}]/),
        query: 'query' in endpoint ? endpoint.query.split(' ') : [],
      }) as unknown as Operation,
  );
