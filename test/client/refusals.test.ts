/** The refusals of one operation: what `isRefusalOf` says, and that the reasons of its type are all that can come. */
import { isRefusalOf, type OperationId, ServiceError } from '@wallet-operations/client';
import * as reasons from '@wallet-operations/client/reasons';
import bundle from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { operations } from './document.ts';
import { broken, failureOf, json, refused, type Reply, stub } from './stub.ts';

interface Example {
  readonly value: object;
  readonly 'x-error'?: { readonly status: number };
}

/** Every row of the catalogue, as the service gives it. */
const answers = Object.values(bundle.components.examples as unknown as Record<string, Example>).flatMap(
  ({ value, 'x-error': row }) => (row ? [json(value, row.status)] : []),
);

function failureAt(operationId: string, reply: Reply): Promise<unknown> {
  const { client, clock } = stub(reply, { attempts: 1 });
  const { inPath = {}, inQuery = {}, bodies = [] } = operations.find((each) => each.operationId === operationId) ?? {};
  const methods = client as unknown as Record<string, (input: object) => Promise<unknown>>;
  const called = methods[operationId]?.({ ...inPath, ...inQuery, ...bodies[0]?.[1] });
  return failureOf(clock.finish(called ?? Promise.resolve()));
}

describe.each(operations.map(({ operationId }) => operationId as OperationId))('%s', (operationId) => {
  it('is refused with its own reasons alone, whatever the service says', async () => {
    const own: readonly string[] = [...Object.values(reasons[operationId]), 'unknown'];
    const seen = new Set<string>();
    for (const answer of answers) {
      const error = await failureAt(operationId, answer);
      if (!isRefusalOf(error, operationId)) throw new Error('It is no refusal.', { cause: error });
      expect(own).toContain(error.reason);
      seen.add(error.reason);
    }
    expect(seen.size).toBeGreaterThan(own.length / 2);
  });
});

it('is of the operation that was called, and of no other', async () => {
  const error = await failureAt('listWallets', refused('invalid_parameter'));
  expect(error).toBeInstanceOf(ServiceError);
  expect(isRefusalOf(error, 'listWallets')).toBe(true);
  expect(isRefusalOf(error, 'withdrawAssets')).toBe(false);
});

it('is no failure without an answer, and nothing that merely looks like one', async () => {
  expect(isRefusalOf(await failureAt('listWallets', broken('ECONNRESET')), 'listWallets')).toBe(false);
  for (const error of [undefined, null, 'no', { operationId: 'listWallets', reason: 'not_found' }])
    expect(isRefusalOf(error, 'listWallets')).toBe(false);
});
