/** `--dynamic`: bodies made of the schemas. */
import { createAnswerer, type MockAnswer } from '@wallet-operations/mock';
import document from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { violationOf } from '../contract/schema.ts';
import { operations, type ProbedOperation } from './document.ts';

const send = (
  answer: Awaited<ReturnType<typeof createAnswerer>>,
  operation: ProbedOperation,
  prefer?: string,
): Promise<MockAnswer> => {
  const { method, path, query, bodies } = operation;
  const headers = { 'x-api-code': 'code', 'x-checksum': 'sum', 'content-type': 'application/json', prefer };
  const url = `${path}?${new URLSearchParams({ ...query, t: '1' }).toString()}`;
  return answer({ method, url, headers, body: bodies.length > 0 ? JSON.stringify(bodies[0]) : '' });
};

describe.each(operations.map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (operationId, operation) => {
    it('gets generated bodies, all of them valid, none of them an example', async () => {
      const answer = await createAnswerer(document, 'svc', { dynamic: true });
      const bodies = await Promise.all(Array.from({ length: 50 }, () => send(answer, operation)));
      for (const { status, body, because } of bodies) {
        expect([status, because]).toEqual([200, 'generated']);
        expect(violationOf(operationId, 200, body)).toBeUndefined();
      }
      const isToldWhole = operationId === 'addWhitelistEntries'; // nothing of it is left to chance
      const others = new Set(bodies.map(({ body }) => JSON.stringify(body)));
      expect(others.size).toBeGreaterThan(isToldWhole ? 0 : 5);
    });
  },
);

describe('generated bodies', () => {
  const [operation] = operations as [ProbedOperation];

  it('are the same for the same request under the same seed, in every replica', async () => {
    const bodyOf = async (seed: string): Promise<unknown> =>
      (await send(await createAnswerer(document, 'svc', { dynamic: true, seed }), operation)).body;
    expect(await bodyOf('a')).toEqual(await bodyOf('a'));
    expect(await bodyOf('a')).not.toEqual(await bodyOf('b'));
  });

  it('are as many addresses as are asked for, and no two of them equal', async () => {
    const answer = await createAnswerer(document, 'svc', { dynamic: true, seed: 's' });
    const headers = { 'x-api-code': 'code', 'x-checksum': 'sum', 'content-type': 'application/json' };
    for (const wallet of Array.from({ length: 20 }, (_, i) => String(i + 1))) {
      const url = `/v1/svc/wallets/${wallet}/addresses?t=1`;
      const { body } = await answer({ method: 'POST', url, headers, body: '{"count":100}' });
      const { addresses } = body as { addresses: string[] };
      expect([addresses.length, new Set(addresses).size]).toEqual([100, 100]);
    }
  });

  it('make way for an example that is asked for', async () => {
    const answer = await createAnswerer(document, 'svc', { dynamic: true });
    const example = operation.answers.find(({ status }) => status === 200);
    expect((await send(answer, operation, `example=${example?.name ?? ''}`)).body).toEqual(example?.body);
  });

  it('make way for an example where the schema allows none', async () => {
    const impossible = structuredClone(document);
    const { responses } = impossible.paths['/v1/svc/wallets/{WALLET_ID}/sender/transactions'].post;
    Object.assign(responses['200'].content['application/json'].schema, { not: {} });
    const answer = await createAnswerer(impossible, 'svc', { dynamic: true });
    const { status, body, because } = await send(answer, operation);
    expect([status, because]).toEqual([200, 'an example, for nothing generated is valid']);
    expect(operation.answers.map((example) => example.body)).toContainEqual(body);
  });
});
