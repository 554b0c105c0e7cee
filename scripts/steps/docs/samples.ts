// Code samples of an operation: curl, the TypeScript client and plain fetch, all three making the same call.
import { pointsOf, type PointedDocument } from '@wallet-operations/answers';
import type { Bundle, Endpoint } from '../../lib/bundle.ts';
import { shellQuery } from '../../lib/points.ts';
import { exampleCall, type Argument, type ExampleCall } from './example-call.ts';
import { literal } from './literal.ts';

/** A sample as Redoc takes it. */
export interface Sample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** The samples of one operation. */
export function samplesOf(bundle: Bundle, endpoint: Endpoint): Sample[] {
  const call = exampleCall(bundle, endpoint);
  const present = presentOf(bundle);
  return [
    { lang: 'Shell', label: 'curl', source: curl(call, present) },
    { lang: 'TypeScript', label: 'TypeScript', source: client(call) },
    { lang: 'JavaScript', label: 'fetch', source: plainFetch(call, present) },
  ];
}

/** What is new in each attempt, as the open points have it. */
interface Present {
  /** What a query has besides in a shell. */
  readonly shell: string;
  /** What gives `t` in a script. */
  readonly script: string;
  /** Query parameter of a nonce, or none. */
  readonly nonce: string;
  readonly isAssumed: boolean;
}

function presentOf(bundle: Bundle): Present {
  const points = pointsOf(bundle as unknown as PointedDocument);
  const { 'request-time': time, checksum } = points;
  const { nonce } = checksum?.value as { nonce: string };
  const { unit } = time?.value as { unit: string };
  return {
    shell: shellQuery(points),
    script: unit === 'milliseconds' ? 'Date.now()' : 'Math.floor(Date.now() / 1000)',
    nonce,
    isAssumed: checksum?.answer === undefined,
  };
}

function curl({ method, baseUrl, path, query, body }: ExampleCall, { shell }: Present): string {
  const url = `${baseUrl}${path}?${[...query, shell].join('&')}`;
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${url}"`,
    `-H 'X-API-CODE: any' -H 'X-CHECKSUM: any'`,
    ...(body ? [`-H 'Content-Type: application/json'`, `-d '${shellJson(body.value)}'`] : []),
  ];
  return lines.join(' \\\n  ');
}

/** JSON that may stand between single quotes. */
function shellJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll("'", `'\\''`);
}

function client(call: ExampleCall): string {
  const { operationId, baseUrl, apiCode, orders, pathArguments, queryArguments, body } = call;
  const wallet = pathArguments.get('WALLET_ID');
  const caller = wallet ? `client.wallet(${literal(wallet.value, wallet.bigints)})` : 'client';
  const parts = [...pathArguments, ...queryArguments].filter(([name]) => name !== 'WALLET_ID');
  const input = joined([...parts, ...fieldsOf(body)]);
  const order = orders === undefined ? undefined : fieldsOf(body).find(([name]) => name === orders)?.[1];
  const lines = order
    ? [
        `const settlements = await submitWithdrawals(${caller}, ${literal(order.value, order.bigints)}, {`,
        "  earlierAttempts: 'none', // if you have written down that nothing of them was ever sent; otherwise leave this out",
        '});',
      ]
    : [`const answer = await ${caller}.${operationId}(${input ? literal(input.value, input.bigints) : ''});`];
  return [
    `import { createWalletClient${order ? ', submitWithdrawals' : ''} } from '@wallet-operations/client';`,
    '',
    'const client = createWalletClient({',
    `  baseUrl: '${baseUrl}',`,
    `  credentials: { apiCode: '${apiCode}', secret: 'its-secret' },`,
    '});',
    '',
    ...lines,
    order
      ? 'for (const { order_id, outcome } of settlements) console.log(order_id, outcome); // accepted, refused, …'
      : 'console.log(answer);',
  ].join('\n');
}

function plainFetch(
  { method, baseUrl, path, query, body, apiCode }: ExampleCall,
  { script, nonce, isAssumed }: Present,
): string {
  const parts = [
    ...(nonce === 'none' ? [] : [`\`${nonce}=\${crypto.randomUUID()}\``]),
    `\`t=\${${script}}\``,
    ...query.map((pair) => `'${pair}'`),
  ];
  const headers = [
    `'X-API-CODE': '${apiCode}'`,
    `'X-CHECKSUM': checksum`,
    ...(body ? [`'Content-Type': 'application/json'`] : []),
  ];
  return [
    `import { createHash } from 'node:crypto';`,
    '',
    `// Fresh for every attempt.${isAssumed ? ' How the checksum is computed is assumed.' : ''}`,
    `const query = [${parts.join(', ')}];`,
    ...(body ? [`const body = JSON.stringify(${literal(body.value, undefined)});`] : []),
    `const signed = [...query${body ? ', body' : ''}].sort().concat('secret=its-secret').join('&');`,
    `const checksum = createHash('sha256').update(signed).digest('hex');`,
    '',
    `const response = await fetch(\`${baseUrl}${path}?\${query.join('&')}\`, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { ${headers.join(', ')} },`,
    ...(body ? ['  body,'] : []),
    '});',
    'console.log(response.status, await response.text()); // as text: integers beyond 2^53 lose digits in response.json()',
  ].join('\n');
}

function fieldsOf(body: Argument | undefined): [name: string, argument: Argument][] {
  const bigints = body?.bigints;
  const fields: [name: string, value: unknown][] = Object.entries(body?.value ?? {});
  return fields.map(([name, value]) => [
    name,
    { value, bigints: typeof bigints === 'object' ? bigints[name] : undefined },
  ]);
}

function joined(parts: readonly (readonly [string, Argument])[]): Argument | undefined {
  if (parts.length === 0) return undefined;
  return {
    value: Object.fromEntries(parts.map(([name, { value }]) => [name, value])),
    bigints: Object.fromEntries(parts.flatMap(([name, { bigints }]) => (bigints ? [[name, bigints]] : []))),
  };
}
