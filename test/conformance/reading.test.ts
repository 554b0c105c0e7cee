/** What may be sent: the document and the list in the code have to say so, and one module alone opens sockets. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { operationsOf, type Operation } from '@wallet-operations/validator';
import { expect, test, vi } from 'vitest';
import { READING } from '@wallet-operations/conformance';
import { isSaidToRead } from '../../packages/conformance/src/document/reading.ts';
import { OBSERVABLE } from '../../packages/conformance/src/points/index.ts';
import { UNOBSERVABLE } from '../../packages/conformance/src/points/unobservable.ts';
import { send } from '../../packages/conformance/src/send/gate.ts';

const SOURCES = join(import.meta.dirname, '../../packages/conformance/src');
const operations = operationsOf(bundled);

test('of each operation in the list the document says that it reads, and each GET is in it', () => {
  const said = operations.filter(isSaidToRead).map(({ operationId }) => operationId);
  expect([...READING].filter((operationId) => !said.includes(operationId))).toEqual([]);
  const got = operations.filter(({ method }) => method === 'GET').map(({ operationId }) => operationId);
  expect(got.filter((operationId) => !READING.has(operationId))).toEqual([]);
});

test('it knows every open point: a way to see it, or why there is none', () => {
  const known = [...Object.keys(OBSERVABLE), ...Object.keys(UNOBSERVABLE)];
  expect(known.toSorted()).toEqual(Object.keys(bundled['x-open-points']).toSorted());
});

const outgoing = (operation: Operation) => ({
  operation,
  path: { WALLET_ID: '1' },
  query: 't=1',
  headers: {},
  body: '{}',
});

test.each(operations.filter(({ operationId }) => !READING.has(operationId)))(
  '$operationId is refused by name before a socket opens',
  async (operation) => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    await expect(send({ base: 'http://127.0.0.1:9', product: 'svc' }, outgoing(operation))).rejects.toThrow(
      `${operation.operationId} is refused, and nothing was sent`,
    );
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRestore();
  },
);

test('a document that calls a writing operation a reading one is not believed, nor is one that says the other', async () => {
  const find = (id: string): Operation => {
    const found = operations.find(({ operationId }) => operationId === id);
    if (!found) throw new Error(id);
    return found;
  };
  const writing = find('addWhitelistEntries');
  const reading = find('listWallets');
  const claims = [
    { ...writing, node: { ...writing.node, 'x-repeatable': 'always' } },
    { ...reading, node: { ...reading.node, 'x-repeatable': 'never' } },
    { ...reading, method: 'DELETE' },
  ];
  for (const operation of claims)
    await expect(send({ base: 'http://127.0.0.1:9', product: 'svc' }, outgoing(operation))).rejects.toThrow(
      'is refused',
    );
});

test('one module for each of the two alone opens sockets, and the client has no other way out', () => {
  const having = (pattern: RegExp): string[] =>
    globSync('**/*.ts', { cwd: SOURCES })
      .filter((file) => pattern.test(readFileSync(join(SOURCES, file), 'utf8')))
      .toSorted();
  expect(having(/\bfetch(Once)?\(|node:(https?|net|tls|http2|dgram)'|WebSocket|EventSource/)).toEqual([
    join('send', 'gate.ts'),
    join('send', 'writing-gate.ts'),
  ]);
  expect(having(/createWalletClient\(/)).toEqual([join('write', 'calls.ts')]);
  expect(readFileSync(join(SOURCES, 'write', 'calls.ts'), 'utf8')).toContain('fetch: gate.fetch,');
});
