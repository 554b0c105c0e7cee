// Where things stand among the static pages. A link is written as page:PATH#ANCHOR until it is known what shows it, and from where.
import { slug } from 'github-slugger';
import type { Bundle } from '../../../lib/bundle.ts';
import { ERROR_REFERENCE, routesOf, type Routes } from '../routes.ts';

/** Page of each, without its extension. */
export const CONTENTS = 'contents';
export const OPERATIONS = 'operations/index';
export const ERRORS = 'errors/index';

/** Every place that a text may link to: the same as on the interactive page. */
export function placesOf(bundle: Bundle): Routes {
  const interactive = routesOf(bundle);
  const groups = new Set((bundle.tags ?? []).filter((tag) => !tag['x-traitTag']).map(({ name }) => name));
  const placeOf = (tag: string): string => {
    if (tag === ERROR_REFERENCE) return ERRORS;
    return groups.has(tag) ? `${OPERATIONS}#${slug(tag)}` : guidePath(tag);
  };
  const places = (names: Iterable<string>, place: (name: string) => string): Map<string, string> =>
    new Map(Array.from(names, (name) => [name, `page:${place(name)}`]));
  return {
    tags: places(interactive.tags.keys(), placeOf),
    operations: places(interactive.operations.keys(), operationPath),
    errors: places(interactive.errors.keys(), errorPath),
  };
}

export const guidePath = (tag: string): string => `guides/${slug(tag)}`;
export const operationPath = (id: string): string => `operations/${id}`;
export const errorPath = (reason: string): string => `errors/${reason}`;

/** What leads from a page, or from another text in the docs folder, up to that folder. */
export const upFrom = (path: string): string => '../'.repeat(path.split('/').length - 1);

/** A text whose links lead to the pages with an extension, and up to the docs folder by a prefix. */
export function landed(text: string, up: string, extension: '.html' | '.md'): string {
  return text
    .replace(/\]\(page:([^)#]+)/g, `](${up}$1${extension}`)
    .replace(/\]\((?=\w[\w.-]*\.(?:html|json|txt|yaml)\))/g, `](${up}`); // files beside the interactive page
}
