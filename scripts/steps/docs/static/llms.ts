// llms.txt: what this is, the rules that keep money safe, what is assumed, and where the rest is (https://llmstxt.org).
import { pointsOf, type PointedDocument } from '@wallet-operations/answers';
import { Problem } from '../../../lib/problems.ts';
import { OPEN_POINTS } from '../routes.ts';
import type { Context } from './fields.ts';
import type { StaticPage } from './page.ts';
import { CONTENTS, guidePath, landed } from './places.ts';

/** The guide with which it begins. */
const RULES = 'Rules that keep money safe';

/** What is beside the pages; the Postman collection is a step of its own. */
const FILES = [
  ['openapi.yaml', 'the OpenAPI 3.1 document; what is open is marked with `x-unspecified`'],
  ['openapi.json', 'the same as JSON'],
  ['errors.json', 'every error: status, number, text, what it tells, what to do'],
  ['postman.json', 'every operation as a Postman collection'],
  ['llms-full.txt', 'all pages below in one file'],
] as const;

/** Half a remedy may cost money, such as to choose another order_id: the page has it whole. */
const REMEDY = / What to do: .*$/;

export function llmsText({ document }: Context, pages: readonly StaticPage[]): string {
  const { title, version, summary = '' } = document.info;
  const rules = pages.find(({ path }) => path === guidePath(RULES));
  if (!rules) throw new Problem(`llms.txt begins with the guide "${RULES}", and openapi/openapi.yaml has no such tag.`);
  const listed = (folder: string): string =>
    pages
      .filter(({ path }) => path.startsWith(`${folder}/`) || (folder === 'guides' && path === CONTENTS))
      .map(({ path, title: name, summary: words }) => `- [${name}](page:${path}): ${words.replace(REMEDY, '')}`)
      .join('\n');
  const text = [
    `# ${title}`,
    `> ${summary.trim()} Version ${version}.`,
    rules.markdown.replace(/^#+ (.*)$/gm, '**$1**'), // a heading would be one of a list of links
    '**What is assumed**',
    `Where the interface of the service is silent, this document assumes what follows. [${OPEN_POINTS}](page:${guidePath(OPEN_POINTS)}) ` +
      'says where each point matters. Nothing else in the document is a guess.',
    pointLines(document as unknown as PointedDocument),
    '## Files',
    FILES.map(([name, words]) => `- [${name}](${name}): ${words}`).join('\n'),
    '## Guides',
    listed('guides'),
    '## Operations and webhooks',
    listed('operations'),
    '## Errors',
    listed('errors'),
  ];
  return `${landed(text.join('\n\n'), '', '.md')}\n`;
}

/** The open points, and below them those that are answered. */
function pointLines(document: PointedDocument): string {
  const points = Object.entries(pointsOf(document));
  const open = points.filter(([, { answer }]) => answer === undefined);
  const answered = points.filter(([, { answer }]) => answer !== undefined);
  return [
    ...open.map(([id, { what, assumed }]) => `- \`${id}\`: not shown: ${oneLine(what)}; assumed: ${oneLine(assumed)}`),
    ...(answered.length > 0 ? ['', '**What your operator answered**', ''] : []),
    ...answered.map(
      ([id, { what, answer = '' }]) => `- \`${id}\`: asked: ${oneLine(what)}; answered: ${oneLine(answer)}`,
    ),
  ].join('\n');
}

const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');
