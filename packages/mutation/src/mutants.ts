/** Every document that differs from a given one in one fact, and what of the document none of them changes. */
import { changesOf } from './asked.ts';
import { at, renamed, replaced, type Node, type Pointer } from './document.ts';
import { createDoubles } from './doubles.ts';
import { idleKeys, idleWays, isIdle } from './idle.ts';
import { ignoredAt } from './ignored.ts';
import { standardMutators } from './mutators/standard.ts';
import { fieldsChanged, type Change, type Mutator } from './mutator.ts';
import { isDangling, isWithin, moved, shelvedOf } from './references/inner.ts';
import { withLinks } from './references/links.ts';
import { createOwners, reachOf, type OwnersOf } from './references/owners.ts';
import { sitesOf } from './sites/sites.ts';
import type { Site } from './sites/site.ts';
import { createUnchanged, type Counted } from './unchanged.ts';
import { requireEngine, requireUsable } from './usable.ts';
import { isOnlyReference } from './version.ts';

export { standardMutators } from './mutators/standard.ts';

/** A document with one fact changed. */
export interface Mutant {
  /** Place and change, such as `listOrders query limit · maximum 500 → 501`. The same for the same document, always. */
  readonly name: string;
  /** The mutator's kind. */
  readonly kind: string;
  /** The site that the change is made at. */
  readonly pointer: Pointer;
  /** The operations and webhooks that the change concerns, by name; undefined if it may concern all. */
  readonly owners: readonly string[] | undefined;
  /** Makes what stands at its site then; undefined if nothing does. Where only its name is another, it is what it was. */
  node(): Node | undefined;
  /** Makes the changed document. It shares with the original whatever did not change: do not write to either. */
  document(): Node;
}

/** What tells a mutant from all others of its document, small enough to be sent to another thread. */
export interface Recipe {
  readonly site: Omit<Site, 'node' | 'document'>;
  /** The index of the mutator, and of one of its changes. */
  readonly mutator: number;
  readonly change: number;
}

/** A mutant, and by what a worker makes the same one. */
export interface Planned extends Mutant {
  readonly recipe: Recipe;
}

/** What can be said of a document before any test is asked. */
export interface Survey {
  readonly mutants: readonly Planned[];
  /** What no mutant changes. */
  readonly unchanged: readonly Counted[];
  /** Components that nothing refers to, each with the number of changes that nobody could notice. */
  readonly unreachable: readonly Counted[];
}

/**
 * Every mutant of a document whose references all point into itself (a bundle). A component that nothing refers to has none.
 *
 * @param mutators - what to change; {@link standardMutators} and your own, for extensions that carry facts.
 * @throws UnusableError as {@link surveyOf} does.
 */
export function mutantsOf(document: Node, mutators: readonly Mutator[] = standardMutators): readonly Mutant[] {
  return surveyOf(document, mutators).mutants;
}

/**
 * The mutants of a document, and a count of what none of them changes.
 *
 * @throws UnusableError for what is no bundle of OpenAPI 3, with what to do.
 */
export function surveyOf(document: Node, mutators: readonly Mutator[] = standardMutators): Survey {
  requireEngine();
  requireUsable(document);
  const ownersOf = createOwners(reachOf(document));
  const bySort = Map.groupBy(mutators.entries(), ([, { on }]) => on);
  const common = { ownersOf, maker: createMaker(document, mutators) };
  const taken = new Map<string, number>();
  const mutants: Planned[] = [];
  const unchanged = createUnchanged();
  const isDouble = createDoubles();
  const unreachable = new Map<string, number>();
  let ignored: Pointer | undefined; // the last place that nobody reads: what stands inside of it comes next
  let idle: readonly Pointer[] = []; // places below the sites that this one is inside of, and which say nothing
  for (const site of sitesOf(document)) {
    const { sort, place, pointer } = site;
    const sent = { sort, place, pointer };
    const shelved = shelvedOf(document, pointer);
    const isReached = ownersOf(pointer)?.length !== 0 && !shelved;
    const seen = unchanged.at(site);
    if (!ignored || !isWithin(pointer, ignored)) {
      const what = ignoredAt(site);
      ignored = what === undefined ? undefined : pointer;
      if (what !== undefined && isReached) unchanged.count(what);
    }
    idle = idle.filter((way) => isWithin(pointer, way.slice(0, -1)));
    const isUnread = ignored !== undefined || idle.some((way) => isWithin(pointer, way));
    idle = [...idle, ...idleWays(site)];
    if (isReached && !isUnread) seen.idle(idleKeys(site));
    for (const [mutator, one] of bySort.get(sort) ?? []) {
      let index = -1;
      for (const change of changesOf(one, site.node, site)) {
        index++;
        if (!isReached) {
          const component =
            ownersOf(pointer)?.length !== 0 ? (shelved ?? []).slice(-2).join(' ') : pointer.slice(1, 3).join(' ');
          unreachable.set(component, (unreachable.get(component) ?? 0) + 1);
          continue;
        }
        const fields = fieldsChanged(change, site.node);
        if (isUnread && !fields.some(isExtension)) continue;
        const isWhole = change.key !== undefined || (!change.fields && !change.node);
        if (!isWhole && fields.every((field) => isIdle(site, field))) continue; // nobody could tell
        if (isOnlyReference(sort, site.node, document) && !isWhole && !fields.some(isRead)) continue;
        const recipe = { site: sent, mutator, change: index };
        if (change.key === undefined && isDangling(document, pointer, () => common.maker.documentOf(recipe))) {
          unchanged.count(`${sort} ${change.says.endsWith(' gone') ? 'gone' : 'changed'} where a $ref leads into it`);
          continue;
        }
        seen.changed(fields, change);
        if (isDouble(site, change)) continue;
        const name = unique(onOneLine(`${place} · ${change.says}`), taken);
        mutants.push(new MutantOf(name, one.kind, recipe, common));
      }
    }
    if (isReached && !isUnread) seen.end();
  }
  return {
    mutants,
    unchanged: unchanged.all(),
    unreachable: [...unreachable].map(([what, count]) => ({ what, count })),
  };
}

/** Beside a `$ref`: itself, and what somebody's own mutators change. */
function isRead(field: string): boolean {
  return field === '$ref' || isExtension(field);
}

function isExtension(field: string): boolean {
  return field.startsWith('x-');
}

/** Whatever stands in a document: a name is one line of a baseline, in UTF-8, which has no half of a pair. */
function onOneLine(text: string): string {
  return text.replace(/[\u0000-\u001F\u007F-\u009F\u2028\u2029\p{Surrogate}]/gu, (character) =>
    character === '\n' ? String.raw`\n` : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Names are what people, declarations and baselines know a mutant by: of several with one name each later one has a number. */
function unique(name: string, taken: Map<string, number>): string {
  const times = (taken.get(name) ?? 0) + 1;
  taken.set(name, times);
  return times === 1 ? name : unique(`${name} (${String(times)})`, taken);
}

/** A large document has hundreds of thousands: each keeps how it is made, and not what. */
class MutantOf implements Planned {
  readonly name: string;
  readonly kind: string;
  readonly recipe: Recipe;
  readonly #common: { readonly ownersOf: OwnersOf; readonly maker: Maker };

  constructor(name: string, kind: string, recipe: Recipe, common: { ownersOf: OwnersOf; maker: Maker }) {
    this.name = name;
    this.kind = kind;
    this.recipe = recipe;
    this.#common = common;
  }

  get pointer(): Pointer {
    return this.recipe.site.pointer;
  }

  get owners(): readonly string[] | undefined {
    return this.#common.ownersOf(this.pointer);
  }

  node(): Node | undefined {
    return this.#common.maker.changeOf(this.recipe).node;
  }

  document(): Node {
    return this.#common.maker.documentOf(this.recipe);
  }
}

/** Makes the mutant that a recipe tells of, or only its change. */
export interface Maker {
  readonly changeOf: (recipe: Recipe) => Change;
  readonly documentOf: (recipe: Recipe) => Node;
}

/** Makes what makes mutants. It keeps the changes of the last site, for the next mutant is most often of the same. */
export function createMaker(document: Node, mutators: readonly Mutator[]): Maker {
  let known: { at: string; mutator: number; changes: readonly Change[] } | undefined;
  const changeOf = ({ site, mutator, change: index }: Recipe): Change => {
    const way = site.pointer.join('\0');
    if (known?.at !== way || known.mutator !== mutator) {
      const node = at(document, site.pointer) as Node;
      const changes = [...(mutators[mutator]?.changes(node, { ...site, node, document }) ?? [])];
      known = { at: way, mutator, changes };
    }
    const change = known.changes[index];
    if (!change)
      throw new Error(
        `${site.place}: the ${mutators[mutator]?.kind ?? ''} mutator gives other changes each time it is asked.`,
      );
    return change;
  };
  const documentOf = (recipe: Recipe): Node => {
    const { pointer } = recipe.site;
    const { node, key } = changeOf(recipe);
    const before = { ...recipe.site, node: at(document, pointer) as Node, document };
    const anew = withLinks(replaced(document, pointer, node) as Node, before, node, key);
    if (key === undefined) return anew;
    const there = [...pointer.slice(0, -1), key];
    return moved(document, renamed(anew, pointer, key) as Node, pointer, there);
  };
  return { changeOf, documentOf };
}
