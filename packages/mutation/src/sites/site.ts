/** What a site is: a place of a document at which facts can stand. */
import type { Node, Pointer } from '../document.ts';

/** What stands at a site; a mutator looks at sites of one sort. */
export type SiteSort =
  | 'document'
  | 'components'
  | 'path'
  | 'operation'
  | 'webhook'
  | 'callback'
  | 'callbackOperation'
  | 'parameter'
  | 'header'
  | 'requestBody'
  | 'responses'
  | 'response'
  | 'link'
  | 'mediaType'
  | 'encoding'
  | 'schema'
  | 'example'
  | 'securityScheme'
  | 'server';

/** The sorts of operations: of a path, of a webhook, and those that are called back. */
export const OPERATION_SORTS = ['operation', 'webhook', 'callbackOperation'] as const satisfies readonly SiteSort[];

/** A place of a document that holds facts. */
export interface Site {
  readonly sort: SiteSort;
  /** In words, such as `listOrders query limit` or `schema Order items[].price`. */
  readonly place: string;
  readonly pointer: Pointer;
  readonly node: Node;
  /** The whole of it, to follow a reference. */
  readonly document: Node;
}
