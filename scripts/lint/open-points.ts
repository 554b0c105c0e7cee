// Finds open points that nothing is marked with: they would be told of no place, and settle nothing.
import { marksOf, type PointedDocument } from '@wallet-operations/answers';
import type { Bundle } from '../lib/bundle.ts';
import { placesOf, type Node } from '../lib/places.ts';
import { guide, type Finding } from '../lib/problems.ts';
import { sourceLocation } from '../lib/source-location.ts';

/** A finding for each point without a mark. */
export function openPointFindings(bundle: Bundle): Finding[] {
  const document = bundle as unknown as PointedDocument;
  const marked = new Set(Array.from(placesOf(document as Node)).flatMap(({ node }) => marksOf(node)));
  return Object.keys(document['x-open-points'])
    .filter((id) => !marked.has(id))
    .map((id) => ({
      where: sourceLocation(['x-open-points', id]),
      rule: 'open-point-marked',
      message: `Nothing has x-unspecified: ${id}. Mark the places where it matters, or delete this file. ${guide('open-points')}`,
    }));
}
