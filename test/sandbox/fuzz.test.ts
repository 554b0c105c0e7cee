/** Whatever is sent, the sandbox answers as the interface says, and never with a fault of its own. */
import fc from 'fast-check';
import { operations } from '@wallet-operations/openapi/operations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLab, ORDER, type Lab, type LabWallet } from './lab.ts';
import { rawRequest, type OperationId } from './raw.ts';

let lab: Lab;
let wallets: LabWallet[];
beforeAll(async () => {
  lab = await createLab({ limits: { callsPerMinute: 1e9 } });
  const kinds = ['withdrawal', 'deposit', 'delegated', 'vault'] as const;
  wallets = await Promise.all(kinds.map((kind) => lab.createWallet({ kind, currency: 'ETH', prefix: 'shop1_' })));
});
afterAll(() => lab.close());

interface Shot {
  readonly operationId: OperationId;
  readonly wallet: number;
  readonly segments: readonly string[];
  readonly query: readonly (readonly [string, string])[];
  readonly body: unknown;
}

async function send({ wallet, ...request }: Shot): Promise<[number, unknown]> {
  const access = wallets[wallet];
  if (!access) throw new Error('There is no such wallet.');
  return (await rawRequest(lab, { ...request, access }))();
}

const word = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('-1', '0', '1e9', '9223372036854775807', '9223372036854775808', ' '),
);
const nasty = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(null, -1, 2 ** 53, '', [], {}, '1e400'));
const order = fc
  .record({
    key: fc.constantFrom(
      ...Object.keys(ORDER),
      'memo',
      'manual_fee',
      'token_id',
      'contract_abi',
      'from_address',
      'extra',
    ),
    value: nasty,
  })
  .map(({ key, value }) => ({ ...ORDER, [key]: value }));
const shot: fc.Arbitrary<Shot> = fc.record({
  operationId: fc.constantFrom(...(Object.keys(operations) as OperationId[])),
  wallet: fc.nat(3),
  segments: fc.array(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => text !== '.' && text !== '..'),
    { maxLength: 2 },
  ),
  query: fc.array(
    fc.tuple(
      fc.constantFrom('from_time', 'to_time', 'start_index', 'request_number', 'state', 'type', 'convert', 'txid'),
      word,
    ),
    { maxLength: 3 },
  ),
  body: fc.oneof(
    nasty,
    fc.string(),
    fc.record({ requests: fc.oneof(fc.array(order, { maxLength: 3 }), nasty) }),
    fc.record({ count: nasty, memos: nasty, labels: nasty }, { requiredKeys: [] }),
    fc.record({ ids: fc.oneof(fc.array(fc.oneof(fc.integer(), nasty)), nasty) }),
    fc.record({ items: fc.array(fc.oneof(nasty, fc.record({ address: nasty, memo: nasty, user_id: nasty }))) }),
    fc.record({ addresses: nasty, address: nasty }, { requiredKeys: [] }),
  ),
});

it('answers every signed request with a status of the operation and a body of the interface', async () => {
  const property = fc.asyncProperty(shot, async (what) => {
    const [status, body] = await send(what);
    expect([what.operationId, status, body]).toEqual([
      what.operationId,
      expect.toBeOneOf([...operations[what.operationId].statuses]),
      expect.anything(),
    ]);
    if (status !== 200) expect(body).toHaveProperty('error', expect.any(String));
  });
  await fc.assert(property, { numRuns: 1500 });
  expect((await lab.control.audit()).problems).toEqual([]);
});

it('answers what is no request of the interface with a plain error', async () => {
  const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH');
  const path = fc.oneof(
    fc.webPath(),
    fc.constantFrom(
      '/v1/svc/wallets//apisecret',
      '/v1/svc/%',
      '/v1/svc/wallets/%E0%A4%A/apisecret',
      '/v1/svc/wallets/1/apisecret',
    ),
  );
  const property = fc.asyncProperty(method, path, fc.string(), async (verb, where, body) => {
    const response = await fetch(`${lab.sandbox.url}${where || '/'}`, {
      method: verb,
      ...(verb === 'GET' ? {} : { body }),
    });
    expect(response.status).toBeOneOf([403, 404, 405]);
    expect(await response.json()).toHaveProperty('error', expect.any(String));
  });
  await fc.assert(property, { numRuns: 300 });
});
