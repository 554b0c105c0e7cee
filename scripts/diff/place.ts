// Says where in a document a change is, in the words of its callers: operations and fields, not pointers.
import { endpointsOf, pointerKeys, type Bundle } from '../lib/bundle.ts';

/** More users of a component than these are counted, not named. */
const MANY = 6;

/** Where a pointer leads, such as `` `listWallets` answer 200 `wallets[].type` ``. */
export function placeOf(document: Bundle, pointer: string): string {
  const [top, first = '', second = '', ...rest] = pointerKeys(pointer);
  if (top === 'paths') {
    const own = endpointsOf(document).filter(
      ({ path, method }) => path === first && (method === second || second === ''),
    );
    const names = own.map(({ operation }) => `\`${operation.operationId}\``).join(', ');
    return [names || `\`${first}\``, ...inside(document, pointer, rest)].join(' ');
  }
  if (top === 'webhooks') return [`webhook \`${first}\``, ...inside(document, pointer, rest)].join(' ');
  if (top === 'components' && second) {
    const users = usersOf(document, `#/components/${first}/${second}`);
    const names =
      users.length > MANY ? `${String(users.length)} operations` : users.map((name) => `\`${name}\``).join(', ');
    const used = users.length > 0 ? ` (${names})` : '';
    return `\`${second}${fieldOf(rest)}\`${used}`;
  }
  if (top === 'tags')
    return `tag \`${String((nodeAt(document, ['tags', first]) as { name?: string } | undefined)?.name)}\``;
  return [top, first, second, ...rest].filter(Boolean).join(' ');
}

function nodeAt(document: Bundle, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
}

function inside(document: Bundle, pointer: string, keys: readonly string[]): string[] {
  const [part, name = '', ...rest] = keys;
  const path = keys.includes('schema') ? fieldOf(keys.slice(keys.indexOf('schema') + 1)).replace(/^\./, '') : '';
  const field = path ? [`\`${path}\``] : [];
  if (part === 'requestBody') return ['request', ...field];
  if (part === 'responses') return [`answer ${name}`, ...field];
  if (part === 'parameters') {
    const own = pointerKeys(pointer).slice(0, pointerKeys(pointer).length - rest.length);
    const parameter = nodeAt(document, own) as { name?: string; $ref?: string } | undefined;
    return [`parameter \`${parameter?.name ?? parameter?.$ref?.split('/').at(-1) ?? name}\``];
  }
  return [];
}

/** `properties/a/items/properties/b` as `.a[].b`. */
function fieldOf(keys: readonly string[]): string {
  return keys.reduce((text, key, index) => {
    if (keys[index - 1] === 'properties') return `${text}.${key}`;
    return key === 'items' ? `${text}[]` : key === 'additionalProperties' ? `${text}.*` : text;
  }, '');
}

/** Operations and webhooks that come to a component, through whatever others. */
function usersOf(document: Bundle, component: string): string[] {
  const operations = endpointsOf(document).map(({ operation }) => [operation.operationId, operation] as const);
  const webhooks = Object.entries((document as { webhooks?: Record<string, unknown> }).webhooks ?? {});
  return [...operations, ...webhooks]
    .filter(([, node]) => reaches(document, node, component, new Set()))
    .map(([name]) => name);
}

function reaches(document: Bundle, node: unknown, component: string, seen: Set<string>): boolean {
  if (typeof node !== 'object' || node === null) return false;
  return Object.entries(node).some(([key, value]) => {
    if (key !== '$ref' || typeof value !== 'string') return reaches(document, value, component, seen);
    if (value === component) return true;
    if (seen.has(value)) return false;
    seen.add(value);
    return reaches(document, nodeAt(document, pointerKeys(value)), component, seen);
  });
}
