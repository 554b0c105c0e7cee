// The plain call of each operation that every check starts from: it fits, and each check changes one thing about it.
import type { Endpoint } from '../interface/facts/endpoints.ts';
import { endpoints } from '../interface/facts/index.ts';
import { expected, type Json } from './expected.ts';

/** What a call says, sorted to where it goes. */
export interface Input {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Json | undefined;
}

const path = {
  WALLET_ID: '635743',
  ORDER_ID: 'shop1_20261120_000017',
  TX_ID: '0xd0ce909fef1bf376444706196be250c8bcccc948755fd26ba7c66cbaf728cddf',
  VOUT_INDEX: '0',
};
const query = { txid: '0xcd74cc9df2f3c4bf8fa39c16d5715f7f0940f77a4fceaad4375922b203f188ba' };

/** The operation of the interface by this name. */
export function endpointOf(operationId: string): Endpoint {
  const endpoint = endpoints[operationId];
  if (!endpoint) throw new Error(`the interface has no operation ${operationId}`);
  return endpoint;
}

/** The plain call: what the path and the query must have, and the first example of the body. */
export function inputOf(operationId: string): Input {
  const { call, query: asked = {}, body } = endpointOf(operationId);
  return {
    path: Object.fromEntries(Object.entries(path).filter(([name]) => call.includes(`{${name}}`))),
    query: Object.fromEntries(Object.entries(query).filter(([name]) => name in asked)),
    body: body && Object.values(expected[operationId]?.requests ?? {})[0],
  };
}

/** Path and query of a call, as any client would write them. */
export function urlOf(operationId: string, { path, query }: Input, authentication: Record<string, string>): string {
  const [, template = ''] = endpointOf(operationId).call.split(' ');
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  return `${filled}?${new URLSearchParams({ ...query, ...authentication }).toString()}`;
}
