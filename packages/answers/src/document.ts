/** The parts of a bundled document in which open points stand, and the way to all places that are marked with one. */
import { isNode, type Node, type OpenApiDocument } from '@wallet-operations/validator';

/** What the interface does not show. */
export interface Point {
  /** What is not shown. */
  what: string;
  /** What is assumed instead, in words. */
  assumed: string;
  /** What goes wrong first where the assumption is wrong. */
  endangers?: string;
  /** The same for machines, where one acts on it. */
  value?: unknown;
  /** Names of the value in the order in which a transaction comes to them, whatever their numbers are. */
  order?: string[];
  /** Names of the value that end a transaction without success: behind all others, in this order. */
  failures?: string[];
  /** The JSON Schema that another value has to fit. */
  fits?: Node;
  /** What an operator says of it. A point with an answer is no longer open. */
  answer?: string;
}

/** The points of a document, by their IDs. */
export type Points = Record<string, Point>;

/** A bundled document with its points. */
export type PointedDocument = OpenApiDocument & { 'x-open-points': Points; 'x-answered-points'?: Points };

/** Every point, open or answered. */
export const pointsOf = (document: PointedDocument): Points => ({
  ...document['x-open-points'],
  ...document['x-answered-points'],
});

/** IDs of the points that a place is marked with, open or answered. */
export const marksOf = (node: Node): string[] =>
  [node['x-unspecified'] ?? [], node['x-answered'] ?? []].flat().map(String);

/** Every object of the document that is marked, each once, in the document's order. */
export function markedNodes(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(markedNodes);
  return isNode(value) && marksOf(value).length > 0 ? [value, ...inner] : inner;
}
