// What proves that each operation is as the document says: by axis, never summed, and with the word none where nothing does.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { endpointsOf, type Bundle, type Endpoint, type Tag } from '../../lib/bundle.ts';
import { listingsOf } from '../../lib/catalogue.ts';
import { CONFIDENCE as FILE, ROOT } from '../../lib/paths.ts';
import { Problem } from '../../lib/problems.ts';
import { CONFIDENCE } from './routes.ts';

/** One way to prove something of an operation. */
interface Axis {
  readonly title: string;
  readonly says: string;
  /** The test that does, by its file and its name there; undefined where nobody has proved it of any operation. */
  readonly proof?: { readonly file?: string; readonly name?: string };
  /** What stands in the table for an operation of which it is proved. */
  readonly cell?: string;
  /** Why it is proved of none of the operations that do not claim it. */
  readonly none?: string;
}

/** An axis that is proved of an operation, or axes that are not, each with why. */
type Claim = string | Readonly<Record<string, string>>;

/** What openapi/confidence.yaml holds. */
export interface Confidence {
  readonly axes: Readonly<Record<string, Axis>>;
  /** Of each operation what is said of every axis. */
  readonly operations: Readonly<Record<string, readonly Claim[]>>;
}

const INTRODUCTION = `Who stands on this document should know what it stands on. Of each operation this table has, one by one, what is proved of it and by
which test of the repository, or _none_. Nothing is summed: an operation that everything here is proved of may still be answered otherwise by your
service. Your own service is asked by \`npx @wallet-operations/conformance\`, by reading alone.`;

/** The page. @throws Problem for a claim without a proof, for an operation and an axis that nothing is said of, or for an operation that there is not */
export function confidencePage(bundle: Bundle, given: Confidence = readConfidence()): Tag {
  const endpoints = endpointsOf(bundle);
  refuseUnproved(given, endpoints);
  const axes = Object.entries(given.axes);
  const listings = listingsOf(bundle);
  const rowsOf = ({ operation: { operationId } }: Endpoint): number =>
    listings.filter((listing) => listing.operationId === operationId).length;
  const head = ['Operation', ...axes.map(([, { title }]) => title)];
  const rows = endpoints.map((endpoint) => [
    `\`${endpoint.operation.operationId}\``,
    ...axes.map(([id, axis]) => cellOf(given, id, axis, endpoint, rowsOf(endpoint))),
  ]);
  const table = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
  const ways = axes.map(([, { title, says, proof, none }]) => {
    const where = proof === undefined ? 'Proof: none.' : `Proof: _${proof.name ?? ''}_ in ${proof.file ?? ''}.`;
    return `- **${title}**: ${oneLine(says)} ${none === undefined ? '' : `${oneLine(none)} `}${where}`;
  });
  const reasons = Object.entries(given.operations).flatMap(([operationId, claims]) =>
    Object.entries(whyNone(claims)).map(
      ([id, why]) => `- \`${operationId}\`, ${given.axes[id]?.title ?? id}: ${oneLine(why)}`,
    ),
  );
  const parts = [INTRODUCTION, '## How each is proved', ways.join('\n'), '## Of each operation', table];
  const description = [...parts, ...(reasons.length > 0 ? [reasons.join('\n')] : [])].join('\n\n');
  return { name: CONFIDENCE, 'x-traitTag': true, description };
}

const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** Why axes are not proved of an operation, by axis. */
const whyNone = (claims: readonly Claim[]): Readonly<Record<string, string>> =>
  Object.assign({}, ...claims.filter((claim) => typeof claim !== 'string')) as Readonly<Record<string, string>>;

const readConfidence = (): Confidence => parse(readFileSync(join(ROOT, FILE), 'utf8')) as Confidence;

function cellOf(
  { operations }: Confidence,
  id: string,
  { cell = '' }: Axis,
  { operation: { operationId } }: Endpoint,
  rows: number,
): string {
  if (!operations[operationId]?.includes(id)) return 'none';
  return cell.replaceAll('{operation}', operationId).replaceAll('{rows}', String(rows));
}

/** Whether a text has a word. */
const isSaid = (text = ''): boolean => /\p{L}{2}/u.test(text);

const isTest = ({ file = '', name }: NonNullable<Axis['proof']>): boolean =>
  /^test\/.+\.ts$/.test(file) && isSaid(name);

function refuseUnproved({ axes, operations }: Confidence, endpoints: readonly Endpoint[]): void {
  const known = endpoints.map(({ operation }) => operation.operationId);
  const problems = [
    ...Object.entries(axes)
      .filter(([, { proof }]) => proof !== undefined && !isTest(proof))
      .map(([id]) => `the axis ${id} has a proof without a file of test/ or a name`),
    ...Object.entries(operations).flatMap(([operationId, claims]) => [
      ...(known.includes(operationId) ? [] : [`there is no operation ${operationId}`]),
      ...claims
        .filter((claim) => typeof claim === 'string')
        .filter((id) => axes[id]?.proof === undefined || !isSaid(axes[id].cell))
        .map((id) => `${operationId} is claimed to be ${id}, of which there is no proof`),
      ...Object.entries(whyNone(claims))
        .filter(([id, why]) => axes[id] === undefined || !isSaid(why))
        .map(([id]) => `${operationId} has none for ${id} without a reason, or there is no such axis`),
      ...Object.keys(whyNone(claims))
        .filter((id) => claims.includes(id))
        .map((id) => `${operationId} is claimed to be ${id}, and has none for it: leave one of them out`),
    ]),
    ...known.flatMap((operationId) =>
      Object.entries(axes)
        .filter(([id, { none }]) => {
          const claims = operations[operationId] ?? [];
          return !isSaid(none) && !claims.includes(id) && whyNone(claims)[id] === undefined;
        })
        .map(([id]) => `of ${operationId} nothing is said of ${id}: claim it, or give the reason why there is none`),
    ),
  ];
  if (problems.length > 0) throw new Problem(`${FILE}:\n\n  ${problems.join('\n  ')}`, problems.length);
}
