// The page of an operation or of a webhook: how to call it, what comes back, what may go wrong, and samples.
import { resolve, type Endpoint, type MediaType, type Parameter } from '../../../lib/bundle.ts';
import type { Sample } from '../samples.ts';
import { entry, fieldList, joined, type Context } from './fields.ts';
import { code } from './limits.ts';
import { operationPath } from './places.ts';
import { summaryOf, type StaticPage } from './page.ts';

const UNKNOWN_OUTCOMES = 'Throttling and unknown outcomes';

/** The words of that guide's table. */
const REPEATABLE: Readonly<Record<Endpoint['operation']['x-repeatable'], string>> = {
  always: 'yes',
  'same-order-id': 'yes, under the same `order_id`, address, amount and memo',
  never: 'no: look first whether it was done',
};

interface SecurityScheme {
  readonly name: string;
  readonly in: string;
  readonly description: string;
}

/** @param endpoint - from the document of the context, not from the bundle */
export function operationPage(context: Context, endpoint: Endpoint, interactive: string): StaticPage {
  const { operation } = endpoint;
  const parts = [
    `# ${operation.summary}`,
    factsOf(context, endpoint),
    operation.description,
    parametersOf(context, endpoint),
    requestOf(context, endpoint),
    ...answersOf(context, endpoint),
    samplesOf(operation),
  ];
  return {
    path: operationPath(operation.operationId),
    title: `${operation.summary} (${operation.operationId})`,
    summary: summaryOf(operation.description ?? operation.summary),
    markdown: parts.filter((part) => part !== undefined && part !== '').join('\n\n'),
    interactive,
  };
}

function factsOf({ places }: Context, { path, method, operation }: Endpoint): string {
  const {
    operationId,
    tags: [group = ''],
    'x-repeatable': repeatable,
  } = operation;
  const { 'x-wallet-kinds': kinds } = operation as { 'x-wallet-kinds'?: readonly string[] };
  const isOurs = path.startsWith('/');
  return [
    isOurs
      ? `\`\`\`http\n${method.toUpperCase()} ${path}\n\`\`\``
      : `The service sends it to the callback URL of yours, as a ${code(method.toUpperCase())}.`,
    [
      `- Operation ID: ${code(operationId)}`,
      `- Group: [${group}](${places.tags.get(group) ?? ''})`,
      ...(kinds ? [`- Kinds of wallets: ${kinds.join(', ')}`] : []),
      ...(isOurs
        ? [`- May it be [repeated](${places.tags.get(UNKNOWN_OUTCOMES) ?? ''})? ${REPEATABLE[repeatable]}`]
        : []),
    ].join('\n'),
  ].join('\n\n');
}

/** Headers and parameters that every signed request has come last. */
function parametersOf(context: Context, { operation, parameters }: Endpoint): string {
  const { document } = context;
  const { securitySchemes = {} } = document.components as { securitySchemes?: Record<string, SecurityScheme> };
  const names = Object.keys(operation.security?.[0] ?? (operation.security ? {} : document.security?.[0]) ?? {});
  const own = parameters.flatMap((parameter) => {
    const { name, in: place, required, schema, description } = parameter as Parameter & { description?: string };
    const facts = [`in ${place}`, ...(required ? ['**required**'] : [])];
    return entry(context, code(name), schema, facts, description);
  });
  const security = names.flatMap((name) => {
    const { name: called, in: place, description } = securitySchemes[name] ?? { name, in: '', description: '' };
    return entry(context, code(called), { type: 'string' }, [`in ${place}`, '**required**'], description);
  });
  return own.length + security.length === 0 ? '' : `## Parameters\n\n${joined([...own, ...security])}`;
}

function requestOf(context: Context, { operation }: Endpoint): string {
  if (!operation.requestBody) return '';
  const { content } = resolve(context.document, operation.requestBody);
  return ['## Request body', bodyOf(context, content?.['application/json'], 'Example')].join('\n\n');
}

/** What went well first, then all errors under one heading. */
function answersOf(context: Context, { operation }: Endpoint): string[] {
  const answers = Object.entries(operation.responses).map(
    ([status, response]) => [status, resolve(context.document, response)] as const,
  );
  const good = answers.filter(([status]) => Number(status) < 400);
  const bad = answers.filter(([status]) => Number(status) >= 400);
  return [
    ...good.map(([status, { description = '', content }]) =>
      [`## Answer ${status}`, description.trim(), bodyOf(context, content?.['application/json'], 'Example')]
        .filter((part) => part !== '')
        .join('\n\n'),
    ),
    ...(bad.length > 0 ? ['## Errors'] : []),
    ...bad.map(([status, { description = '' }]) => `### Status ${status}\n\n${description.trim()}`),
  ];
}

function bodyOf({ document, places }: Context, media: MediaType | undefined, heading: string): string {
  if (!media?.schema) return '';
  const examples = Object.values(media.examples ?? {}).map((example) => {
    const { summary, value } = resolve(document, example);
    const title = summary === undefined ? heading : `${heading}: ${summary.trim().replace(/\s+/g, ' ')}`;
    return `**${title}**\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
  });
  return [fieldList({ document, places }, media.schema), ...examples].join('\n\n');
}

function samplesOf(operation: Endpoint['operation']): string {
  const { 'x-codeSamples': samples = [] } = operation as { 'x-codeSamples'?: readonly Sample[] };
  if (samples.length === 0) return '';
  const each = samples.map(
    ({ lang, label, source }) => `### ${label}\n\n\`\`\`${lang.toLowerCase()}\n${source.trimEnd()}\n\`\`\``,
  );
  return ['## Code samples', ...each].join('\n\n');
}

/** Its line in a list of operations. */
export function operationLine({ places }: Context, { operation: { operationId, summary } }: Endpoint): string {
  return `- [${summary}](${places.operations.get(operationId) ?? ''}): ${code(operationId)}`;
}
