// The table of operations by kinds of wallet: what the interface says, and what is assumed where it says nothing.
import { marksOf, pointsOf, type Point, type PointedDocument } from '@wallet-operations/answers';
import { endpointsOf, type Bundle, type Endpoint } from '../../lib/bundle.ts';

/** The table, a row for each operation, a column for each kind. */
export function kindsTable(bundle: Bundle): string {
  const points = pointsOf(bundle as unknown as PointedDocument);
  const kindPoints = Object.entries(points).filter(([id]) => id.endsWith('-kinds'));
  const kinds = [
    ...new Set(kindPoints.flatMap(([, { fits }]) => (fits?.items as { enum?: string[] } | undefined)?.enum ?? [])),
  ];
  const pointOf = ({ operation }: Endpoint): Point | undefined => {
    const marks = marksOf(operation as unknown as Record<string, unknown>);
    return kindPoints.find(([id]) => marks.includes(id))?.[1];
  };
  const lines = endpointsOf(bundle).map((endpoint) => {
    const cells = endpoint.path.includes('{WALLET_ID}') ? cellsOf(endpoint, pointOf(endpoint), kinds) : undefined;
    return `| \`${endpoint.operation.operationId}\` | ${(cells ?? kinds.map(() => '–')).join(' | ')} |`;
  });
  return [`| Operation | ${kinds.join(' | ')} |`, `| ---${' | ---'.repeat(kinds.length)} |`, ...lines].join('\n');
}

/** Whether a wallet of each kind may be asked. */
function cellsOf({ operation }: Endpoint, point: Point | undefined, kinds: readonly string[]): string[] {
  const shown = operation['x-wallet-kinds'];
  const allowed = shown ?? (point?.value as readonly string[] | undefined) ?? kinds;
  const isAssumed = shown === undefined && point !== undefined && point.answer === undefined;
  return kinds.map((kind) => `${allowed.includes(kind) ? 'yes' : 'no'}${isAssumed ? '?' : ''}`);
}
