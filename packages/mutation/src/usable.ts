/** Whether a document can be judged at all, and if not, what to do about it. */
import { at, isNode, pointerOf, refOf, type Node } from './document.ts';
import { whyTooOld } from './engine.ts';
import { remembered } from './remembered.ts';
import { operationsOf } from './sites/operations.ts';
import { sitesOf } from './sites/sites.ts';

/** There is nothing to judge by, for a reason that a sentence says. */
export class UnusableError extends Error {
  override readonly name: string = 'UnusableError';
}

/**
 * Refuses an engine on which the rest would break somewhere.
 *
 * @throws UnusableError with the one that it takes.
 */
export function requireEngine(): void {
  const tooOld = whyTooOld();
  if (tooOld !== undefined) throw new UnusableError(`${tooOld}.`);
}

/**
 * Refuses what is no bundle of OpenAPI 3.
 *
 * @throws UnusableError with what to do.
 */
export function requireUsable(document: unknown): asserts document is Node {
  if (!isNode(document)) throw new UnusableError('The document is no object.');
  requireBundle(document);
}

/** Each document is looked through once, whoever asks. */
const requireBundle = remembered((document) => {
  if ('swagger' in document)
    throw new UnusableError(
      `The document is Swagger ${String(document.swagger)}: only OpenAPI 3 is judged. Convert it first, for example with swagger2openapi.`,
    );
  const { openapi } = document;
  if (openapi !== undefined && typeof openapi !== 'string')
    throw new UnusableError(`The field openapi is ${JSON.stringify(openapi)}, and no text: put the version in quotes.`);
  if (openapi !== undefined && !/^3\.[012](\.|$)/.test(openapi))
    throw new UnusableError(`The document is OpenAPI ${openapi}: only OpenAPI 3.0, 3.1 and 3.2 are judged.`);
  requireShallow(document);
  if (operationsOf(document).length === 0)
    throw new UnusableError('The document has no operation, under paths or webhooks: there is nothing to judge.');
  const outside = outsideOf(document);
  const [first] = outside;
  if (first && hasAddresses(document))
    throw new UnusableError(
      `${first.place} refers to ${first.ref}, which is nowhere below the document. It may be meant from an address that $self or an $id gives: these are not followed. Refer to it from the top of the document, with #/.`,
    );
  if (first)
    throw new UnusableError(
      `The document is no bundle: ${first.place} refers to ${first.ref}${outside.length > 1 ? `, and so do ${String(outside.length - 1)} other places to what lies outside` : ''}. Bundle it first, for example with redocly bundle.`,
    );
});

/** Whether the document, or a schema, has an address of its own, from which its references may be meant. */
const hasAddresses = (document: Node): boolean =>
  '$self' in document || sitesOf(document).some(({ node }) => typeof node.$id === 'string');

/** More levels than any document of a human has; each of them costs the stack a few calls. */
export const DEEPEST = 500;

/** Refuses what is nested without end, or nearly so. */
export function requireShallow(document: Node): void {
  interface Level {
    readonly value: unknown;
    readonly depth: number;
    readonly key: string;
    readonly above: Level | undefined;
  }
  const waiting: Level[] = [{ value: document, depth: 0, key: '#', above: undefined }];
  for (let level = waiting.pop(); level; level = waiting.pop()) {
    const { value, depth } = level;
    if (depth > DEEPEST) {
      const way: string[] = [];
      for (let one: Level | undefined = level; one; one = one.above) way.unshift(one.key);
      throw new UnusableError(
        `The document holds itself, or is nested more than ${String(DEEPEST)} levels deep, below ${way.slice(0, 8).join('/')}: put parts of it under components, and refer to them.`,
      );
    }
    for (const [key, inner] of Object.entries(value as object))
      if (typeof inner === 'object' && inner !== null)
        waiting.push({ value: inner, depth: depth + 1, key, above: level });
  }
}

/** Each reference that leads out of the document, or nowhere in it. */
function outsideOf(document: Node): readonly { readonly place: string; readonly ref: string }[] {
  const names = new Set<string>();
  const asked: { place: string; ref: string }[] = [];
  for (const { place, node, pointer, sort } of sitesOf(document)) {
    for (const keyword of ['$id', '$anchor', '$dynamicAnchor'])
      if (typeof node[keyword] === 'string') names.add(node[keyword]);
    const title = sort === 'path' ? refOf(pointer) : place;
    if (typeof node.$ref === 'string') asked.push({ place: title, ref: node.$ref });
  }
  return asked.filter(({ ref }) => {
    if (ref === '#' || ref === '') return false;
    if (ref.startsWith('#/')) return at(document, pointerOf(ref)) === undefined;
    return !names.has(ref.replace(/^#/, '')) && !names.has(ref.split('#')[0] ?? '');
  });
}
