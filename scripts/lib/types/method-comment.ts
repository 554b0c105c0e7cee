// What an editor says of a method: all that the document says of its operation, as short as a hover has to be.
import { resolve, type Bundle, type Endpoint, type Operation, type Schema } from '../bundle.ts';
import { refusalsOfOperation } from '../refusals.ts';
import type { Signature } from './inputs.ts';

/** How repeating it is safe, by `x-repeatable`. */
const REPEATING: Readonly<Record<Operation['x-repeatable'], string>> = {
  always: 'safe, always: it changes nothing.',
  'same-order-id': 'safe with the same `order_id`s alone, signed anew.',
  never: 'not safe: look at what the first call did.',
};

/** The lines of the comment. */
export function methodComment(bundle: Bundle, endpoint: Endpoint, { schemas, result }: Signature): string[] {
  const { operation, method, path } = endpoint;
  const { operationId, summary, description = '' } = operation;
  const schema = (name: string | undefined): Schema => bundle.components.schemas?.[name ?? ''] ?? {};
  const [body] = operation.requestBody ? schemas : [];
  const limits = limitsOf(bundle, endpoint, body === undefined ? {} : schema(body));
  const refusals = refusalsOfOperation(bundle, operationId);
  const own = refusals.filter(({ isAnyCalls }) => !isAnyCalls);
  const anyCalls = refusals.filter(({ isAnyCalls }) => isAnyCalls);
  return [
    `${summary}: \`${method.toUpperCase()} ${path}\``,
    '',
    ...linked(description, bundle).trim().split('\n'),
    '',
    ...(limits.length > 0 ? ['**Limits and defaults**', '', ...limits.map((limit) => `- ${limit}`), ''] : []),
    `**Repeating** is ${REPEATING[operation['x-repeatable']]}`,
    '',
    '**Refused with**',
    '',
    ...own.map(({ reason, numbers, condition }) => `- \`${reason}\` (${numbers}): ${oneLine(condition)}`),
    `- as any call: ${anyCalls.map(({ reason }) => `\`${reason}\``).join(', ')}`,
    '',
    `@param input - ${body === undefined ? 'Parameters of the path and the query, side by side.' : oneLine(schema(body).description)}`,
    '@param options - Options of this call alone.',
    `@returns ${oneLine(schema(result).description)}`,
    '@throws WalletError, of which ServiceError has the reason of a refusal.',
    `@see \`operations/${operationId}.html\` in the docs`,
  ];
}

/** Links to operations lead to their methods; a webhook has none. */
function linked(text: string, { paths }: Bundle): string {
  const isMethod = (id: string): boolean => JSON.stringify(paths).includes(`"operationId":"${id}"`);
  return text.replace(/\[([^\]]+)\]\(#operation\/(\w+)\)/g, (_, words: string, id: string) =>
    isMethod(id) ? `{@link Operations.${id} | ${words.replaceAll('\n', ' ')}}` : `${words} (\`${id}\`)`,
  );
}

function limitsOf(bundle: Bundle, { operation, parameters }: Endpoint, body: Schema): string[] {
  const batch = operation['x-batch'];
  const fields = [
    ...parameters.map(({ name, schema }) => [name, schema] as const),
    ...Object.entries(body.properties ?? {}),
    ...(batch ? [[batch.asks, { maxItems: batch.atMost }] as const] : []),
  ];
  const told = fields.map(([name, node]) => {
    const { default: preset, maximum, maxItems, 'x-unit': unit } = resolve<Schema>(bundle, node);
    const parts = [
      unit === 'seconds' ? 'Unix seconds' : unit,
      maximum === undefined ? undefined : `at most ${String(maximum)}`,
      maxItems === undefined ? undefined : `at most ${String(maxItems)} in one call`,
      preset === undefined ? undefined : `${JSON.stringify(preset)} by default`,
    ].filter((part) => part !== undefined);
    return [name, parts.join(', ')] as const;
  });
  return [...new Map(told)].filter(([, parts]) => parts !== '').map(([name, parts]) => `\`${name}\`: ${parts}`);
}

const oneLine = (text = ''): string => text.trim().replace(/\s*\n\s*/g, ' ');
