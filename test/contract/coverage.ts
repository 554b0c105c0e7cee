// How much of a document the contract has seen: what there is to see comes from the document, what was seen from the checks.
import { child, jsonOf, operationsOf, webhookOf, type Node } from '../interface/document.ts';
import { endpoints, webhooks } from '../interface/facts/index.ts';
import { examplesIn } from './checks/answers.ts';
import { declaredParts } from './checks/made.ts';
import type { Sight } from './contract.ts';
import { cellsOf, type Cell } from './places.ts';

/** The columns of the matrix: what is to be seen of an operation or a callback. */
export const columns = ['examples', 'made for the request', 'without', 'request', 'answer', 'error'] as const;
export type Column = (typeof columns)[number];

/** One thing to be seen. */
export interface Sightable {
  readonly owner: string;
  readonly column: Column;
  readonly cell: Cell;
  readonly as: Sight;
}

/** What no request can show, and why. */
const unseeable: readonly (readonly [cell: RegExp, as: Sight, because: string])[] = [
  [/ path \w+ · minLength$/, 'invalid', 'a path without the segment is another path'],
  [/ · enum$/, 'valid', 'each value is seen by itself'],
  [/ · enum \S+$/, 'invalid', 'a value that is listed is always valid'],
];

/** Keywords that a URL cannot break, where everything is text and Prism reads numbers as doubles. */
const unbreakable: readonly (readonly [keyword: string, schema: Node])[] = [
  ['type', { type: 'string' }],
  ['format', { format: 'int64' }],
];

/** Everything that a document gives to see. */
export function sightablesOf(document: Node): readonly Sightable[] {
  const operations = operationsOf(document);
  const ofOperations = Object.keys(endpoints).flatMap((owner) => {
    const operation = operations.get(owner);
    if (!operation) return [];
    const { node, parameters } = operation;
    const responses = Object.entries(child(node, 'responses'));
    const examples = responses.flatMap(([status, response]) =>
      Object.keys(examplesIn(response)).map((name) => `${owner} ${status} ${name}`),
    );
    const schemaOf = (holder: unknown): unknown => jsonOf(holder).schema;
    return [
      ...examples.map((cell) => ({ owner, column: 'examples', cell, as: 'shown' }) as const),
      ...declaredParts(node).map(
        (part) => ({ owner, column: 'made for the request', cell: `${owner} ${part}`, as: 'shown' }) as const,
      ),
      ...partsOf(document, node).map(
        (part) => ({ owner, column: 'without', cell: `${owner} without ${part}`, as: 'shown' }) as const,
      ),
      ...parameters.flatMap((parameter) => parameterSights(owner, parameter)),
      ...(node.requestBody === undefined
        ? []
        : both(owner, 'request', cellsOf(`${owner} body`, schemaOf(node.requestBody)))),
      ...responses.flatMap(([status, response]) =>
        status === '200'
          ? both(owner, 'answer', cellsOf(`${owner} reply`, schemaOf(response)))
          : both(owner, 'error', cellsOf(`${owner} ${status}`, schemaOf(response))),
      ),
    ];
  });
  const ofCallbacks = Object.keys(webhooks).flatMap((owner) => {
    const { requestBody } = webhookOf(document, owner);
    const examples = Object.keys(examplesIn(requestBody)).map((name) => `${owner} request ${name}`);
    return [
      ...examples.map((cell) => ({ owner, column: 'examples', cell, as: 'shown' }) as const),
      ...both(owner, 'request', cellsOf(`${owner} body`, jsonOf(requestBody).schema)),
    ];
  });
  return [...ofOperations, ...ofCallbacks].filter(
    ({ cell, as }) => !unseeable.some(([where, sight]) => sight === as && where.test(cell)),
  );
}

function both(owner: string, column: Column, cells: Iterable<Cell>): Sightable[] {
  return [...cells].flatMap((cell) => (['valid', 'invalid'] as const).map((as) => ({ owner, column, cell, as })));
}

function parameterSights(owner: string, { in: where, name, required, schema }: Node): Sightable[] {
  const cells = both(owner, 'request', cellsOf(`${owner} ${String(where)} ${String(name)}`, schema)).filter(
    ({ cell, as }) =>
      as === 'valid' ||
      !unbreakable.some(
        ([keyword, kind]) =>
          cell.endsWith(` · ${keyword}`) &&
          Object.entries(kind).every(([key, value]) => (schema as Node)[key] === value),
      ),
  );
  const isMissable = where === 'query' && required === true;
  return [...cells, ...(isMissable ? both(owner, 'request', [`${owner} query · required.${String(name)}`]) : [])];
}

function partsOf(document: Node, operation: Node): readonly string[] {
  const schemes = child(child(document, 'components'), 'securitySchemes');
  const requirements = (operation.security ?? document.security ?? []) as readonly Node[];
  return requirements.flatMap((requirement) =>
    Object.keys(requirement).map(
      (scheme) => `${String(child(schemes, scheme).in)} ${String(child(schemes, scheme).name)}`,
    ),
  );
}

/** The matrix: for each owner and column, how many of how many were seen; and the ones that were not, by name. */
export function matrixOf(sightables: readonly Sightable[], seen: ReadonlySet<string>) {
  const missed = sightables.filter((one) => !seen.has(sightOf(one)));
  const owners = [...new Set(sightables.map(({ owner }) => owner))];
  const countOf = (of: readonly Sightable[], owner: string | undefined, column: Column): number =>
    of.filter((one) => (owner === undefined || one.owner === owner) && one.column === column).length;
  const lineOf = (title: string, owner?: string): readonly string[] => [
    title,
    ...columns.map((column) => {
      const all = countOf(sightables, owner, column);
      return all === 0 ? '–' : `${String(all - countOf(missed, owner, column))}/${String(all)}`;
    }),
  ];
  return {
    rows: [['', ...columns], ...owners.map((owner) => lineOf(owner, owner)), lineOf('all')],
    missed: missed.map(({ cell, as }) => `${cell} is not seen${as === 'shown' ? '' : ` ${as}`}`),
  };
}

/** What was seen, in one text. */
export const sightOf = ({ cell, as }: { readonly cell: Cell; readonly as: Sight }): string => `${as} ${cell}`;
