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
const usual = { method: 'GET', query: [], repeatable: 'never', bigints: {} };

/** Every operation, in the document's order, as a product has it. */
export const operationsOf = (product: string): Operation[] =>
  Object.entries(endpoints).map(
    ([operationId, endpoint]) =>
      ({
        operationId,
        template: endpoint.path.replace('/svc/', `/${product}/`).split(/[{}]/),
        ...usual,
        ...endpoint,
      }) as unknown as Operation,
  );
