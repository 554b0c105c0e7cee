/** Brings the places of the document that a machine reads in line with the values of their points, so that no place repeats one. */
import type { Node } from '@wallet-operations/validator';
import { cutBatches } from './batch.ts';
import { marksOf, markedNodes, pointsOf, type PointedDocument, type Points } from './document.ts';
import { renumberExamples } from './examples.ts';
import { writeFields } from './fields.ts';
import { writeNames } from './names.ts';
import { askForNonce } from './nonce.ts';
import { numberStates } from './states.ts';

/** Brings one place in line with the points that it is marked with. `before` has the values that the place shows now. */
type Derive = (node: Node, points: Points, before: Points, document: PointedDocument) => void;

const PLACES: Readonly<Record<string, Derive>> = {
  'callback-type': writeNames,
  'callback-state': writeNames,
  'processing-state': writeNames,
  'wallet-type': writeNames,
  'withdrawal-transitions': numberStates,
  checksum: askForNonce,
  'callback-signature': (node, points) => {
    const { header } = points['callback-signature']?.value as { header: string };
    if ('in' in node) node.name = header;
  },
  'throttling-count': (node, points) => {
    const { text } = (node['x-error'] ?? {}) as { text?: string };
    const count = String(points['throttling-count']?.value);
    if (text !== undefined) node.value = { ...(node.value as Node), error: text.replace(/\{\w+\}/, count) };
  },
  'batch-limit': (node, points, _before, document) => {
    const limit = points['batch-limit']?.value;
    if (node.type !== 'array' || typeof limit !== 'number') return;
    node.maxItems = limit;
    node['x-refused-as'] = { ...(node['x-refused-as'] as Node), maxItems: 'request_limit_exceeded' };
    cutBatches(document, node, limit);
  },
  'wallet-balance-envelope': writeFields('wallet-balance-envelope'),
  'price-envelope': writeFields('price-envelope'),
};

/**
 * Changes the document in place.
 *
 * @param before - the points whose values the places show now: the document's own, before they were answered
 */
export function derive(document: PointedDocument, before: Points = pointsOf(document)): void {
  const points = pointsOf(document);
  renumberExamples(document, points, before); // while the places still have the names of fields that the examples have
  for (const node of markedNodes(document)) {
    const ways = new Set(marksOf(node).flatMap((id) => PLACES[id] ?? []));
    for (const way of ways) way(node, points, before, document);
  }
}
