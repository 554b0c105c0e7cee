// The contract over a socket: the client against the mock, and the document against the interface, with a matrix of all that was seen.
import { mkdirSync, writeFileSync } from 'node:fs';
import { type Mock, startMock } from '@wallet-operations/mock';
import bundle from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inlined } from '../interface/document.ts';
import { endpoints, webhooks } from '../interface/facts/index.ts';
import { ofCallbacks, ofOperations, type Check, type Contract } from './contract.ts';
import { matrixOf, sightablesOf, sightOf } from './coverage.ts';
import { withNonce } from './nonce.ts';
import { aligned, markdown } from './table.ts';

const document = inlined(bundle);
const seen = new Set<string>();
const found = new Map<string, string[]>();
const asked = [
  ...Object.keys(endpoints).map((owner) => [owner, ofOperations] as const),
  ...Object.keys(webhooks).map((owner) => [owner, ofCallbacks] as const),
];

let mock: Mock;
beforeAll(async () => {
  mock = await startMock();
  const contract: Contract = {
    document,
    transport: (url, init) => fetch(mock.url + withNonce(url), init),
    seen: (cell, as) => seen.add(sightOf({ cell, as })),
  };
  for (const [owner, checks] of asked)
    for (const [says, check] of Object.entries<Check>(checks))
      found.set(`${owner} ${says}`, await Array.fromAsync(check(contract, owner)));
}, 60_000);
afterAll(() => mock.close());

describe.each(asked)('%s', (owner, checks) => {
  test.each(Object.keys(checks))('%s', (says) => {
    expect(found.get(`${owner} ${says}`)).toEqual([]);
  });
});

test('every example is shown, and every keyword seen valid and invalid', () => {
  const { rows, missed } = matrixOf(sightablesOf(document), seen);
  const report = new URL('../report/coverage.md', import.meta.url);
  mkdirSync(new URL('.', report), { recursive: true });
  writeFileSync(
    report,
    `# What the contract has seen\n\n${markdown(rows)}${missed.map((one) => `\n- ${one}`).join('')}\n`,
  );
  const summary = rows
    .at(-1)
    ?.slice(1)
    .map((count, i) => `${count} ${rows[0]?.[i + 1] ?? ''}`);
  console.log(missed.length > 0 || process.env.MATRIX ? aligned(rows) : `seen: ${summary?.join(', ') ?? ''}`);
  expect(missed).toEqual([]);
});
