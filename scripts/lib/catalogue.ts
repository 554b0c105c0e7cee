// The error catalogue as the bundle holds it: rows, and the places where operations list them.
import { endpointsOf, examplesOf, type Bundle, type Example } from './bundle.ts';

/** An example that is a row of the catalogue. */
export type Row = Required<Pick<Example, 'x-error'>> & Example;

/** An example that an operation lists under an error status. */
export interface Listing {
  operationId: string;
  status: string;
  key: string;
  pointer: string[];
  /** Name of the component that the example is; undefined where it stands in the response itself. */
  component: string | undefined;
}

/** A part of a text that each answer fills in, such as `{ORDER_ID}`. */
export const PLACEHOLDER = /\{(\w+)\}/g;

/** Every row with the name of its component, in the order in which the document comes to them. */
export function rowsOf(bundle: Bundle): [name: string, row: Row][] {
  const examples = Object.entries(bundle.components.examples ?? {});
  return examples.filter((entry): entry is [string, Row] => 'x-error' in entry[1]);
}

/** Every listing, in the document's order. */
export function listingsOf(bundle: Bundle): Listing[] {
  return endpointsOf(bundle).flatMap(({ path, method, operation }) =>
    Object.keys(operation.responses)
      .filter((status) => Number(status) >= 400)
      .flatMap((status) =>
        examplesOf(bundle, operation, status).map(([key, example]) => ({
          operationId: operation.operationId,
          status,
          key,
          pointer: ['paths', path, method, 'responses', status, 'content', 'application/json', 'examples', key],
          component: '$ref' in example ? example.$ref.split('/').at(-1) : undefined,
        })),
      ),
  );
}
