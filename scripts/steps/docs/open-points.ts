// What the interface does not show: gathered on one page, and said in the description at each place.
import { marksOf, pointsOf, type PointedDocument } from '@wallet-operations/answers';
import { endpointsOf, webhooksOf, type Bundle, type Endpoint, type Tag } from '../../lib/bundle.ts';
import { OPEN_POINTS, type Routes } from './routes.ts';

interface Node {
  [key: string]: unknown;
  description?: string;
}

/** A node that is marked with a point, with the keys that lead to it. */
interface Mark {
  readonly id: string;
  readonly path: readonly string[];
  readonly node: Node;
}

/** What the groups of points are headed with, in their order. */
const GROUPS: Readonly<Record<string, string>> = {
  access: 'Whether you get in',
  payment: 'Whether you pay twice, or wrongly',
  credit: 'Whether you credit twice, or wrongly',
  reading: 'Whether you read answers rightly',
  convenience: 'The rest',
};

const INTRODUCTION = `Here the interface of the service is silent. Each point says where that matters, what is not shown, and what this
document, the client, the mock and the sandbox assume instead. They are grouped by what goes wrong first where an assumption is wrong. Ask your operator about those that you depend on, and write down what he
says: an OpenAPI Overlay with his answers settles points for all of them.`;

/** The page with all open points, each once; those that are answered stand apart, below. */
export function openPoints(bundle: Bundle, routes: Routes): Tag {
  const places = placesIn(bundle, routes);
  const marks = Map.groupBy(marksIn(bundle as unknown as Node).toSorted(requestsFirst), ({ id }) => id);
  const entriesOf = (ids: readonly string[]): string[] =>
    Array.from(marks)
      .filter(([id]) => ids.includes(id))
      .map(([id, its]) => {
        const where = [...new Set(its.map(({ path }) => places(path)))].join('; ');
        return `- ${where}  \n  ${told(bundle, id, '  \n  ')}  \n  *ID:* \`${id}\``;
      });
  const { 'x-open-points': open, 'x-answered-points': settled = {} } = bundle as unknown as PointedDocument;
  const groups = Object.entries(GROUPS).flatMap(([danger, heading]) => {
    const ids = Object.keys(open).filter((id) => open[id]?.endangers === danger);
    return ids.length > 0 ? [`## ${heading}`, ...entriesOf(ids)] : [];
  });
  const answered = entriesOf(Object.keys(settled));
  return {
    name: OPEN_POINTS,
    'x-traitTag': true,
    description: [
      INTRODUCTION,
      ...groups,
      ...(answered.length > 0 ? ['## Answered by your operator', ...answered] : []),
    ].join('\n\n'),
  };
}

/** What concerns every request, the checksum first of all, comes before what concerns some. */
function requestsFirst(a: Mark, b: Mark): number {
  const rank = ({ path: [, kind] }: Mark): number => (kind === 'securitySchemes' ? 0 : 1);
  return rank(a) - rank(b);
}

/** Says each point in the description of its place, but for those of the whole document. */
export function tellOpenPoints(bundle: Bundle): void {
  for (const { id, path, node } of marksIn(bundle as unknown as Node)) {
    if (path.length < 2) continue;
    node.description = [node.description?.trim(), told(bundle, id, ' ')].filter(Boolean).join('\n\n');
  }
}

/** What is not shown of a point, and what is assumed or answered instead. */
function told(bundle: Bundle, id: string, between: string): string {
  const { what, assumed, answer } = pointsOf(bundle as unknown as PointedDocument)[id] ?? { what: id, assumed: '' };
  return (
    answer === undefined
      ? [`*Not shown:* ${sentence(what)}`, `*Assumed:* ${sentence(assumed)}`]
      : [`*Asked:* ${sentence(what)}`, `*Answered:* ${sentence(answer)}`]
  ).join(between);
}

function marksIn(node: Node, path: readonly string[] = []): Mark[] {
  const own = marksOf(node).map((id) => ({ id, path, node }));
  const inner = Object.entries(node).filter(
    (entry): entry is [string, Node] => typeof entry[1] === 'object' && entry[1] !== null,
  );
  return [...own, ...inner.flatMap(([key, value]) => marksIn(value, [...path, key]))];
}

/** Names the place that keys lead to, as a link where there is one. */
function placesIn(bundle: Bundle, routes: Routes): (path: readonly string[]) => string {
  const endpoints = [...endpointsOf(bundle), ...webhooksOf(bundle)];
  const users = usersOf(bundle, endpoints);
  const operationLink = (id: string): string => `[\`${id}\`](${routes.operations.get(id) ?? ''})`;
  return ([top = '', key = '', third = '', ...rest]) => {
    if (top === 'tags') {
      const { name = '' } = bundle.tags?.[Number(key)] ?? {};
      return `[${name}](${routes.tags.get(name) ?? ''})`;
    }
    if (top === 'paths' || top === 'webhooks') {
      const endpoint = endpoints.find(({ path, method }) => path === key && method === third);
      const { operationId = key } = endpoint?.operation ?? {};
      return [operationLink(operationId), fieldOf(rest, endpoint)].filter(Boolean).join(' ');
    }
    if (top !== 'components') return 'the whole document';
    if (key === 'securitySchemes') return `[Authentication](${routes.tags.get('Authentication') ?? ''})`;
    if (key === 'examples') {
      const reason = third.replace(/^\d+-/, '');
      return `[\`${reason}\`](${routes.errors.get(reason) ?? ''})`;
    }
    const ids = users(`#/components/${key}/${third}`);
    const listed = ids.slice(0, SHOWN).map(operationLink).join(', ');
    const more = ids.length > SHOWN ? ` and ${String(ids.length - SHOWN)} more` : '';
    const field = fieldOf(rest);
    return `${field === '' ? `\`${third}\`` : `${field} of \`${third}\``}, in ${listed}${more}`;
  };
}

const SHOWN = 2;

/** The fields on the way, joined by dots; a parameter by its name. */
function fieldOf(keys: readonly string[], endpoint?: Endpoint): string {
  if (keys[0] === 'parameters') return `\`${endpoint?.operation.parameters?.map(nameOf)[Number(keys[1])] ?? ''}\``;
  const names = keys.filter((_, i) => keys[i - 1] === 'properties');
  return names.length > 0 ? `\`${names.join('.')}\`` : '';
}

function nameOf(parameter: object): string {
  return 'name' in parameter ? String(parameter.name) : '';
}

/** The operations that refer to a component, directly or through others. */
function usersOf(bundle: Bundle, endpoints: readonly Endpoint[]): (pointer: string) => string[] {
  const reached = endpoints.map(({ operation }) => {
    const pointers = new Set<string>();
    reach(bundle, operation, pointers);
    return { id: operation.operationId, pointers };
  });
  return (pointer) => reached.filter(({ pointers }) => pointers.has(pointer)).map(({ id }) => id);
}

function reach(bundle: Bundle, node: unknown, pointers: Set<string>): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key !== '$ref' || typeof value !== 'string') {
      reach(bundle, value, pointers);
    } else if (!pointers.has(value)) {
      pointers.add(value);
      const [, , kind = '', name = ''] = value.split('/');
      reach(bundle, (bundle.components as Record<string, Record<string, unknown>>)[kind]?.[name], pointers);
    }
  }
}

/** One line that ends with a full stop. */
function sentence(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.endsWith('.') ? line : `${line}.`;
}
