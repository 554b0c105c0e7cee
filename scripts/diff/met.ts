// The places of a document as callers meet them: by operation, with references followed, and told by names, not by numbers in lists.
// What moves from one file or component to another is at the same place, therefore.
import type { Bundle } from '../lib/bundle.ts';
import { followed, partsOf, type Node, type Place } from '../lib/places.ts';

/** Who gives what stands at a place: the caller, the service, or neither, as of a tag. */
export type Side = 'request' | 'answer' | 'neither';

/** A place, under the name by which it is the same in another document. */
export interface Met {
  readonly name: string;
  readonly side: Side;
  /** The place itself, and what it refers to, the last one of which refers to nothing. */
  readonly places: readonly Place[];
}

/** Every place that callers meet. Components that nothing refers to are none. */
export function* met(bundle: Bundle): Generator<Met> {
  const document = bundle as unknown as Node;
  yield* under(document, { kind: 'document', pointer: [], node: document }, 'document', 'neither', new Set());
}

function* under(document: Node, place: Place, name: string, side: Side, open: ReadonlySet<Node>): Generator<Met> {
  const places = followed(document, place);
  yield { name, side, places };
  const nodes = places.map(({ node }) => node);
  if (nodes.some((node) => open.has(node))) return; // a schema within itself: all of it was met
  const within = new Set([...open, ...nodes]);
  for (const above of places) {
    for (const part of partsOf(above)) {
      if (part.kind === 'components') yield* schemes(document, part);
      else yield* under(document, part, `${name} ${nameOf(document, above, part)}`, sideOf(part, side), within);
    }
  }
}

/** Security schemes are asked for by name. Whatever else is shared is met where it is referred to. */
function* schemes(document: Node, components: Place): Generator<Met> {
  const own = partsOf(components).filter(({ kind }) => kind === 'security scheme');
  for (const scheme of own)
    yield { name: scheme.pointer.join(' '), side: 'neither', places: followed(document, scheme) };
}

/** What a service asks of a webhook is an answer to whoever takes it, and the other way round. */
function sideOf({ kind, pointer }: Place, side: Side): Side {
  if (side !== 'neither') return side;
  const isWebhook = pointer[0] === 'webhooks';
  if (kind === 'parameter' || kind === 'request body') return isWebhook ? 'answer' : 'request';
  if (kind === 'response') return isWebhook ? 'request' : 'answer';
  return side;
}

/** An operation and a tag are the same wherever they stand, a parameter wherever in the list. */
function nameOf(document: Node, { pointer: above }: Place, part: Place): string {
  const { node } = followed(document, part).at(-1) ?? part;
  const own = part.pointer.slice(above.length).join(' ');
  if (part.kind === 'parameter') return `parameter ${String(node['in'])} ${String(node['name'])}`;
  if (part.kind === 'tag') return `tag ${String(node['name'])}`;
  if (part.kind === 'operation' && typeof node['operationId'] === 'string') return node['operationId'];
  return own;
}
