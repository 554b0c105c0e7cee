// The pages of prose: one for each guide and generated page, the operations by their groups, and the contents of all.
import { endpointsOf, webhooksOf, type Endpoint, type Tag } from '../../../lib/bundle.ts';
import { ERROR_REFERENCE, type Routes } from '../routes.ts';
import type { Context } from './fields.ts';
import { operationLine } from './operation.ts';
import { CONTENTS, guidePath, OPERATIONS } from './places.ts';
import { summaryOf, type StaticPage } from './page.ts';

/** Tags with a page of their own. */
export function guidesOf({ document }: Context): Tag[] {
  return (document.tags ?? []).filter((tag) => tag['x-traitTag'] && tag.name !== ERROR_REFERENCE);
}

export function guidePages(context: Context, interactive: Routes): StaticPage[] {
  return guidesOf(context).map(({ name, description = '' }) => ({
    path: guidePath(name),
    title: name,
    summary: summaryOf(description),
    markdown: `# ${name}\n\n${description.trim()}`,
    interactive: interactive.tags.get(name) ?? '',
  }));
}

/** What each group is about, its picture, and its operations. */
export function operationsPage(context: Context): StaticPage {
  const groups = groupsOf(context).map(({ name, description = '', endpoints }) =>
    [`## ${name}`, description.trim(), linesOf(context, endpoints)].join('\n\n'),
  );
  return {
    path: OPERATIONS,
    title: 'Operations and webhooks',
    summary: `All operations and webhooks, by what they are about: ${groupsOf(context)
      .map(({ name }) => name)
      .join(', ')}.`,
    markdown: ['# Operations and webhooks', ...groups].join('\n\n'),
    interactive: '',
  };
}

/** The introduction, then links to everything but the single errors. */
export function contentsPage(context: Context, title: string): StaticPage {
  const { document, places } = context;
  const guides = guidesOf(context).map(({ name }) => `- [${name}](${places.tags.get(name) ?? ''})`);
  const groups = groupsOf(context).map(({ name, endpoints }) => `**${name}**\n\n${linesOf(context, endpoints)}`);
  const introduction = document.info.description ?? '';
  return {
    path: CONTENTS,
    title: 'Introduction and contents',
    summary: summaryOf(introduction),
    markdown: [
      `# ${title}`,
      introduction.trim(),
      '## Guides',
      [...guides, `- [${ERROR_REFERENCE}](${places.tags.get(ERROR_REFERENCE) ?? ''})`].join('\n'),
      '## Operations',
      ...groups,
    ].join('\n\n'),
    interactive: '',
  };
}

interface Group extends Tag {
  readonly endpoints: readonly Endpoint[];
}

function groupsOf({ document }: Context): Group[] {
  const endpoints = [...endpointsOf(document), ...webhooksOf(document)];
  const groups = (document.tags ?? []).filter((tag) => !tag['x-traitTag']);
  return groups.map((tag) => ({
    ...tag,
    endpoints: endpoints.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
}

function linesOf(context: Context, endpoints: readonly Endpoint[]): string {
  return endpoints.map((endpoint) => operationLine(context, endpoint)).join('\n');
}
