// What makes a document one of OpenAPI, as far as no rule of Redocly looks: what the standard says of references, lists, links, statuses
// and flows.
import type { Node } from '@wallet-operations/spec-mutation';
import { found, isNode } from './documents.ts';

/** The document with what every one has to say, and a small one leaves out. */
export function completed(document: Node): Node {
  const fill = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => fill(one, ''));
    if (!isNode(value)) return value;
    const filled = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one, name)])) as Node;
    if (key !== 'responses') return filled;
    return Object.fromEntries(
      Object.entries(filled).map(([status, one]) => [
        status,
        isNode(one) && !('$ref' in one) && !status.startsWith('x-') ? { description: 'd', ...one } : one,
      ]),
    );
  };
  return {
    openapi: '3.1.1',
    ...(fill(document, '') as Node),
    info: { title: 't', version: '1', ...(document.info as Node | undefined) },
  };
}

/** What is wrong with a document. */
export function faultsOf(document: Node): readonly string[] {
  const faults: string[] = [];
  const is30 = String(document.openapi).startsWith('3.0');
  const ids = new Set<unknown>();
  const visit = (value: unknown, key: string, way: readonly string[]): void => {
    if (Array.isArray(value)) {
      for (const [i, one] of value.entries()) visit(one, key, [...way, String(i)]);
      return;
    }
    if (!isNode(value)) return;
    const at = way.join('/');
    if (way.at(-2) === 'links' && !('$ref' in value)) {
      if (String(value.operationRef).startsWith('#/') && !isOperation(found(document, String(value.operationRef))))
        faults.push(`the link ${at} leads nowhere`);
      if (typeof value.operationRef === 'string' && /[{}\s]/.test(value.operationRef)) faults.push(`${at} is no URI`);
      if (typeof value.operationId === 'string' && !ids.has(value.operationId))
        faults.push(`the link ${at} leads to ${value.operationId}, which is none`);
      const named = parametersOf(document, value);
      for (const name of named ? Object.keys((value.parameters as Node | undefined) ?? {}) : [])
        if (!named?.has(name)) faults.push(`the link ${at} gives ${name}, which its operation does not have`);
    }
    for (const scheme of key === 'security' ? Object.keys(value) : [])
      if (found(document, scheme.startsWith('#/') ? scheme : `#/components/securitySchemes/${scheme}`) === undefined)
        faults.push(`the scheme ${scheme} of ${at}`);
    if (is30 && value.type === 'array' && !('items' in value)) faults.push(`the list ${at} has no items`);
    if (key === 'responses' && way[0] !== 'components')
      for (const status of Object.keys(value))
        if (!/^([1-5](\d\d|XX)|default|x-.*)$/.test(status)) faults.push(`the status ${status} of ${at}`);
    if (key === 'flows' && Object.keys(value).length === 0) faults.push(`${at} has no flow`);
    const { defaultMapping, mapping } = key === 'discriminator' ? value : {};
    for (const to of [defaultMapping, ...Object.values((mapping as Node | undefined) ?? {})])
      if (String(to).startsWith('#/') && found(document, String(to)) === undefined)
        faults.push(`the discriminator ${at} leads to ${String(to)}, which is nowhere`);
    if (typeof value.$ref === 'string' && isEndless(value.$ref)) faults.push(`${at} refers to itself`);
    for (const [name, one] of Object.entries(value)) visit(one, name, [...way, name]);
  };
  const isEndless = (ref: string): boolean => {
    const seen = new Set<string>();
    const waiting = [ref];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next)) return next === ref;
      seen.add(next);
      const target = next.startsWith('#/') ? found(document, next) : undefined;
      if (!isNode(target)) continue;
      if (typeof target.$ref === 'string') waiting.push(target.$ref);
      for (const part of Array.isArray(target.allOf) ? (target.allOf as readonly unknown[]) : [])
        if (isNode(part) && typeof part.$ref === 'string') waiting.push(part.$ref);
    }
    return false;
  };
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(collect);
    if (!isNode(value)) return;
    if (isOperation(value) && 'operationId' in value) ids.add(value.operationId);
    Object.values(value).forEach(collect);
  };
  collect(document);
  visit(document, '', []);
  return faults;
}

function isOperation(value: unknown): boolean {
  return isNode(value) && isNode(value.responses);
}

/** How a link may call the parameters of its operation; undefined where it has none that can be found. */
function parametersOf(document: Node, link: Node): ReadonlySet<string> | undefined {
  const items = ['paths', 'webhooks'].flatMap((where) => Object.values((document[where] as Node | undefined) ?? {}));
  for (const item of items.filter(isNode))
    for (const operation of Object.values(item).filter(isNode)) {
      const isMeant =
        typeof link.operationRef === 'string'
          ? found(document, link.operationRef) === operation
          : operation.operationId === link.operationId;
      if (!isMeant || !isOperation(operation)) continue;
      const all = [item.parameters, operation.parameters].flatMap((list) => (list ?? []) as readonly Node[]);
      const meant = all.map((one) => (typeof one.$ref === 'string' ? (found(document, one.$ref) as Node) : one));
      return new Set(meant.flatMap(({ in: where, name }) => [String(name), `${String(where)}.${String(name)}`]));
    }
  return undefined;
}
