// The sample for the TypeScript client, which signs by itself.
import type { Argument, ExampleCall } from '../example-call.ts';
import { literal, typescript } from './literal.ts';

export function client(call: ExampleCall): string {
  const { operationId, baseUrl, apiCode, orders, pathArguments, queryArguments, body } = call;
  const wallet = pathArguments.get('WALLET_ID');
  const caller = wallet ? `client.wallet(${written(wallet)})` : 'client';
  const parts = [...pathArguments, ...queryArguments].filter(([name]) => name !== 'WALLET_ID');
  const input = joined([...parts, ...fieldsOf(body)]);
  const order = orders === undefined ? undefined : fieldsOf(body).find(([name]) => name === orders)?.[1];
  const lines = order
    ? [
        `const settlements = await submitWithdrawals(${caller}, ${written(order)}, {`,
        "  earlierAttempts: 'none', // if you have written down that nothing of them was ever sent; otherwise leave this out",
        '});',
      ]
    : [`const answer = await ${caller}.${operationId}(${input ? written(input) : ''});`];
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

/** An argument as someone would write it. */
export const written = ({ value, bigints }: Argument): string => literal(value, bigints, typescript);

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
