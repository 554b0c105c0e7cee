/** Services that differ in what no read shows. */
import { changedVariant, sandboxVariant } from './behind.ts';
import type { Variant } from './variant.ts';

const WRITES = [
  { id: 'batch-limit', value: 25 },
  { id: 'batch-refusal', value: 'order by order' },
  { id: 'address-limit', value: 5000 },
  { id: 'approval-declined', value: 'failed' },
  { id: 'callback-retry', value: [2, 10] },
  { id: 'callback-signature', value: { header: 'X-Callback-Signature', encoding: 'hex' } },
] as const;

const PAGE = '<html><body><h1>Not Found</h1></body></html>';

export const variants: readonly Variant[] = [
  {
    name: 'what only writes and receivers of callbacks meet is otherwise',
    start: () => sandboxVariant(WRITES),
    expected: WRITES.map(({ id }) => ({ point: id, verdict: 'not observable' })),
  },
  {
    name: 'a deposit is safe once it is in the chain',
    start: () => sandboxVariant([{ id: 'safe-to-credit', value: { field: 'state', is: 'inChain' } }]),
    expected: [{ point: 'safe-to-credit', verdict: 'not observable' }],
  },
  {
    name: 'codes are good for thirty days',
    start: () => sandboxVariant([{ id: 'api-code-lifetime', value: 30 }]),
    // A code of ninety days would show as much of its life, had it been activated long ago.
    expected: [{ point: 'api-code-lifetime', verdict: 'not observable' }],
  },
  {
    name: 'an unknown path is a page of HTML',
    start: () =>
      changedVariant({
        instead: ({ operationId }) =>
          operationId === undefined ? { status: 404, headers: { 'content-type': 'text/html' }, body: PAGE } : undefined,
      }),
    expected: [{ point: 'unknown-paths', verdict: 'not observable' }],
  },
];
