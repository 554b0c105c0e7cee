/** Links: one that leads to an operation follows its name and the names of its parameters, and goes with it. */
import { at, child, isNode, nodes, pointerOf, refOf, replaced, type Node, type Pointer } from '../document.ts';
import { resolved, set } from '../mutator.ts';
import { remembered } from '../remembered.ts';
import { ADDITIONAL, methodsOf } from '../sites/operations.ts';
import { OPERATION_SORTS, type Site, type SiteSort } from '../sites/site.ts';
import { sitesOf } from '../sites/sites.ts';
import { namesIn } from '../sites/templates.ts';
import { isWithin } from './inner.ts';

const OPERATIONS: ReadonlySet<SiteSort> = new Set(OPERATION_SORTS);

/** Sites below which there can be operations. */
const HOLDERS: ReadonlySet<SiteSort> = new Set<SiteSort>([
  ...OPERATION_SORTS,
  ...(['document', 'components', 'path', 'callback'] as const),
]);

/** A link, or a reference to one, and the operation of the document to which it leads. */
interface Lead {
  readonly pointer: Pointer;
  readonly node: Node;
  readonly target: Pointer;
}

/** Everything about links that does not hang on a change. */
interface Leads {
  readonly all: readonly Lead[];
  /** By the place of a parameter, that of a component among them, the operations that have it. */
  readonly having: ReadonlyMap<string, ReadonlySet<string>>;
}

const leadsOf = remembered((document): Leads => {
  const sites = [...sitesOf(document)];
  const links = sites.filter(({ sort }) => sort === 'link');
  if (links.length === 0) return { all: [], having: new Map() };
  const operations = sites.filter(({ sort }) => OPERATIONS.has(sort));
  const places = new Set(operations.map(({ pointer }) => refOf(pointer)));
  const byId = Map.groupBy(operations, ({ node }) => node.operationId);
  const targetOf = ({ operationId, operationRef }: Node): Pointer | undefined => {
    if (typeof operationRef === 'string' && operationRef.startsWith('#/')) return pointerOf(operationRef);
    const [only, ...others] = typeof operationId === 'string' ? (byId.get(operationId) ?? []) : [];
    return others.length === 0 ? only?.pointer : undefined; // of two with one name a link may mean the other
  };
  const having = new Map<string, Set<string>>();
  for (const { sort, pointer, node } of sites) {
    if (sort !== 'parameter' || pointer.at(-2) !== 'parameters') continue;
    const holder = pointer.slice(0, -2);
    const users = places.has(refOf(holder))
      ? [holder]
      : methodsOf(at(document, holder)).map(({ way }) => [...holder, ...way]);
    const meant = typeof node.$ref === 'string' ? [pointer, pointerOf(node.$ref)] : [pointer];
    for (const place of meant.map(refOf))
      having.set(place, new Set([...(having.get(place) ?? []), ...users.map(refOf)]));
  }
  return {
    all: links.flatMap(({ pointer, node }) => {
      const target = targetOf(meantBy(document, node));
      return target && places.has(refOf(target)) ? [{ pointer, node, target }] : [];
    }),
    having,
  };
});

/** What a reference to a link comes to, however many there are on the way. */
function meantBy(document: Node, node: Node): Node {
  const seen = new Set<Node>();
  let meant = node;
  for (let next: Node | undefined = node; next && !seen.has(next); next = resolved(document, next)) {
    seen.add(next);
    meant = next;
  }
  return meant;
}

/**
 * The document in which every link knows what became of the operation to which it leads: that it has another name, that one of its
 * parameters has, or that it is gone.
 *
 * @param key - the name under which the site will stand, if that changes; in `mutant` it stands where it was.
 */
export function withLinks(mutant: Node, site: Site, after: Node | undefined, key?: string): Node {
  const { sort, pointer, document, node: before } = site;
  if (sort === 'parameter') return withParameter(mutant, site, after);
  if (!HOLDERS.has(sort)) return mutant;
  const place = refOf(pointer);
  const renamed = sort === 'path' && key !== undefined ? renamedIn(pointer.at(-1) ?? '', key) : undefined;
  return changed(mutant, document, (lead) => {
    const { node, target } = lead;
    if (!isWithin(target, pointer)) return node;
    if (!isNode(at(mutant, target))) return undefined;
    if (renamed) return withName(lead, document, { in: 'path', name: renamed.was }, { in: 'path', name: renamed.is });
    const isNamed = after && 'operationId' in node && refOf(target) === place;
    if (!isNamed || after.operationId === before.operationId) return node;
    return typeof after.operationId === 'string' ? set(node, { operationId: after.operationId }) : undefined;
  });
}

/** The same where a parameter of an operation has another name, or is gone. */
function withParameter(mutant: Node, { pointer, document, node }: Site, after: Node | undefined): Node {
  const was = resolved(document, node) ?? node;
  const is = after && (resolved(document, after) ?? after);
  if (is && is.name === was.name && is.in === was.in) return mutant;
  const users = leadsOf(document).having.get(refOf(pointer));
  if (!users) return mutant;
  return changed(mutant, document, (lead) =>
    users.has(refOf(lead.target)) ? withName(lead, document, was, is) : lead.node,
  );
}

/** The document with other links; one that stands inside of what is gone is gone already. */
function changed(mutant: Node, document: Node, by: (lead: Lead) => Node | undefined): Node {
  let anew = mutant;
  for (const lead of leadsOf(document).all) {
    const node = by(lead);
    if (node !== lead.node && at(anew, lead.pointer) !== undefined) anew = replaced(anew, lead.pointer, node) as Node;
  }
  return anew;
}

/** A link calls a parameter by its place and name, `path.id`, or by the name alone where no other has it. */
function withName({ node: link, target }: Lead, document: Node, was: Node, is: Node | undefined): Node {
  const names = new Map([[`${String(was.in)}.${String(was.name)}`, is && `${String(is.in)}.${String(is.name)}`]]);
  if (!isShared(document, target, was)) names.set(String(was.name), is && String(is.name));
  const entries = Object.entries(child(link, 'parameters'));
  if (!entries.some(([name]) => names.has(name))) return link;
  const anew = entries.flatMap(([name, value]): [string, unknown][] => {
    const other = names.has(name) ? names.get(name) : name;
    return other === undefined ? [] : [[other, value]];
  });
  return set(link, { parameters: anew.length > 0 ? Object.fromEntries(anew) : undefined });
}

/** Whether an operation has a parameter of the same name elsewhere. */
function isShared(document: Node, operation: Pointer, { in: where, name }: Node): boolean {
  const item = operation.slice(0, operation.at(-2) === ADDITIONAL ? -2 : -1);
  return [item, operation]
    .flatMap((holder) => nodes(at(document, [...holder, 'parameters'])))
    .map((one) => resolved(document, one) ?? one)
    .some((one) => one.name === name && one.in !== where);
}

/** The name in braces that is another in a path. */
function renamedIn(path: string, key: string): { readonly was: string; readonly is: string } | undefined {
  const after = namesIn(key);
  return namesIn(path)
    .map((was, i) => ({ was, is: after[i] ?? was }))
    .find(({ was, is }) => was !== is);
}
