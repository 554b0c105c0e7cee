/** A nonce that every signed request carries: declared as `t` is, by a security scheme of its own beside that of the checksum. */
import { isNode, type Node } from '@wallet-operations/validator';
import type { PointedDocument, Points } from './document.ts';

const NAME = 'Nonce';

/** Declares the nonce beside a scheme that is marked with `checksum`, if the point has one. */
export function askForNonce(scheme: Node, points: Points, _before: Points, document: PointedDocument): void {
  const { nonce } = points.checksum?.value as { nonce: string };
  const { securitySchemes: schemes } = document.components as { securitySchemes?: Node };
  const own = Object.keys(schemes ?? {}).find((name) => schemes?.[name] === scheme);
  if (!schemes || own === undefined || nonce === 'none') return;
  schemes[NAME] = {
    type: 'apiKey',
    in: 'query',
    name: nonce,
    'x-refused-as': 'checksum_unmatch',
    description:
      'Anything that no request before had, signed with the rest of the query. Make a fresh one for every attempt.',
  };
  const holders = [document, ...Object.values(document.paths).flatMap((item) => Object.values(item).filter(isNode))];
  for (const { security } of holders as { security?: Node[] }[])
    for (const requirement of security ?? []) if (own in requirement) requirement[NAME] = [];
}

/** Names that a query has already: of parameters, and of what authenticates. */
export function queryNames(document: PointedDocument): string[] {
  const { parameters = {}, securitySchemes = {} } = document.components as Readonly<Record<string, Node | undefined>>;
  const items = Object.values(document.paths)
    .flatMap((item) => [item, ...Object.values(item)])
    .filter(isNode);
  const own = items.flatMap((item) => (Array.isArray(item.parameters) ? (item.parameters as unknown[]) : []));
  const all = [...own, ...Object.values(parameters), ...Object.values(securitySchemes)].filter(isNode);
  return all.filter((node) => node.in === 'query').map((node) => String(node.name));
}
