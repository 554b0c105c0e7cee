// What the interface does not show: gathered on one page, and said in the description at each place.
import { endpointsOf, webhooksOf, type Bundle, type Endpoint, type Tag } from '../../lib/bundle.ts';
import { OPEN_POINTS, type Routes } from './routes.ts';

interface Node {
  [key: string]: unknown;
  description?: string;
  'x-unspecified'?: { what: string; assumed: string };
}

/** A node that is marked, with the keys that lead to it. */
type Mark = readonly [path: readonly string[], node: Required<Pick<Node, 'x-unspecified'>> & Node];

const INTRODUCTION = `Here the interface of the service is silent. Each point says where that matters, what is not shown, and what this
document, the client and the mock assume instead. Ask your operator about those that you depend on.`;

/** The page with all open points, those that are said twice once. */
export function openPoints(bundle: Bundle, routes: Routes): Tag {
  const places = placesIn(bundle, routes);
  const points = Map.groupBy(
    marksIn(bundle as unknown as Node),
    ([
      ,
      {
        'x-unspecified': { what },
      },
    ]) => sentence(what),
  );
  const entries = Array.from(points, ([what, marks]) => {
    const where = [...new Set(marks.map(([path]) => places(path)))].join('; ');
    const assumed = marks[0]?.[1]['x-unspecified'].assumed ?? '';
    return `- ${where}  \n  *Not shown:* ${what}  \n  *Assumed:* ${sentence(assumed)}`;
  });
  return {
    name: OPEN_POINTS,
    'x-traitTag': true,
    description: [INTRODUCTION, ...entries].join('\n\n'),
  };
}

/** Says each open point in the description of its place, but for those of the whole document. */
export function tellOpenPoints(bundle: Bundle): void {
  for (const [path, node] of marksIn(bundle as unknown as Node)) {
    if (path.length < 2) continue;
    const { what, assumed } = node['x-unspecified'];
    const note = `*Not shown:* ${sentence(what)} *Assumed:* ${sentence(assumed)}`;
    node.description = [node.description?.trim(), note].filter(Boolean).join('\n\n');
  }
}

function marksIn(node: Node, path: readonly string[] = []): Mark[] {
  const own: Mark[] = node['x-unspecified'] ? [[path, node as Mark[1]]] : [];
  const inner = Object.entries(node).filter(
    (entry): entry is [string, Node] =>
      typeof entry[1] === 'object' && entry[1] !== null && entry[0] !== 'x-unspecified',
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
