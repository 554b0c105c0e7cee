/** The same request gets the same refusal from the mock and from the sandbox, wherever no state is in question. */
import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { type Mock, startMock } from '@wallet-operations/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seeded } from '../client/faults/random.ts';
import { operations, type ProbedOperation } from '../mock/document.ts';
import { ADDRESS, createLab, type Lab } from '../sandbox/lab.ts';
import { editsOf } from './edits.ts';
import { type Draft, type Edit, type Signer, written, type Written } from './requests.ts';

/** How many requests with two changes each operation gets, and how many it gets in all at least. */
const PAIRS = 150;
const LEAST = 100;

/** A body that each operation takes from an ETH wallet, without what is right for some wallets only. */
const BODIES: Readonly<Record<string, unknown>> = {
  withdrawAssets: {
    requests: [
      { order_id: 'shop1_1', address: ADDRESS, amount: '1.5', user_id: 'u', message: 'm', manual_fee: 10 },
      { order_id: 'shop1_2', address: ADDRESS, amount: '2', block_average_fee: 5 },
    ],
    ignore_black_list: false,
  },
  createDepositAddresses: { count: 2, labels: ['a', 'b'] },
  addWhitelistEntries: { items: [{ address: ADDRESS, user_id: 'u' }, { address: ADDRESS }] },
  checkWhitelistEntry: { address: ADDRESS, user_id: 'u' },
  getDelegatedBalances: { addresses: [ADDRESS] },
  getCallbacksById: { ids: [1, 2] },
};

const KINDS: Readonly<Record<string, 'deposit' | 'delegated' | 'vault'>> = {
  createDepositAddresses: 'deposit',
  listDepositAddresses: 'deposit',
  getDepositCallback: 'deposit',
  getDelegatedBalances: 'delegated',
  getVaultBalance: 'vault',
  listVaultHistory: 'vault',
};

/** What only a service that knows its wallets and orders can refuse. */
const OF_STATE = [
  ...['Wallet ID invalid', 'Duplicated entry', 'order_id must start with'],
  ...['invalid amount decimals', 'is invalid', 'from_address not support', 'maximum request limit exceeded'],
  ...['Insufficient', 'Invalid address', 'invalid address', 'not support', 'not found', 'limit'],
];

let mock: Mock;
let lab: Lab;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const signers: Record<string, Omit<Signer, 'nonce'> & { walletId?: bigint }> = {};
beforeAll(async () => {
  mock = await startMock();
  lab = await createLab({ limits: { callsPerMinute: 1e9 } });
  const seconds = Math.floor(lab.sandbox.now() / 1000);
  for (const kind of ['withdrawal', 'deposit', 'delegated', 'vault'] as const)
    signers[kind] = {
      ...(await lab.createWallet({
        kind,
        currency: 'ETH',
        prefix: 'shop1_',
        ...(kind !== 'delegated' && { balance: '1000' }),
      })),
      seconds,
    };
  signers.readonly = { ...(await lab.control.createReadOnlyCode()), seconds };
});
afterAll(async () => {
  agent.destroy();
  await mock.close();
  await lab.close();
});

type Answer = readonly [status: number, body: unknown];

/** Sends it byte for byte, which fetch would not. */
const send = (base: string, { method, target, headers, body }: Written): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const length = { 'content-length': String(body.length) };
    request({ hostname, port, agent, method, path: target, headers: { ...headers, ...length } })
      .on('response', (response) => {
        json(response).then((answer) => {
          resolve([response.statusCode ?? 0, answer]);
        }, reject);
      })
      .on('error', reject)
      .end(body);
  });

/** Whose code it is comes before everything that is asked of the wallet. */
const isOfCode = ([, body]: Answer): boolean => JSON.stringify(body).includes('Invalid API code for wallet');

const isOfState = ([, body]: Answer): boolean => OF_STATE.some((words) => JSON.stringify(body).includes(words));

/** A sender that is told in part, on a wallet that takes none: the document cannot know the wallet. */
const isOfKind = ([, known]: Answer, [, said]: Answer): boolean =>
  JSON.stringify(said).includes('from_address not support') &&
  /from_address(_index)? is required/.test(JSON.stringify(known));

/** Each edit alone, none, and pairs of edits to different parts or to different places of a body. */
function changesOf(edits: readonly Edit[], seed: number): (readonly Edit[])[] {
  const { next } = seeded(seed);
  const any = (): Edit => edits[Math.floor(next() * edits.length)] as Edit;
  const pairs = Array.from({ length: PAIRS }, () => [any(), any()].sort((a, b) => order(a) - order(b)));
  return [[], ...edits.map((edit) => [edit]), ...pairs];
}

/** Bytes are spoilt last. */
const order = ({ of }: Edit): number => (of === 'bytes' ? 1 : 0);

describe.each(operations.map((operation, i) => [operation.operationId, operation, i] as const))(
  '%s',
  (operationId, operation, i) => {
    it('is refused alike', async () => {
      const { differences, sent, refused } = await compare(operationId, operation, i);
      expect(differences).toEqual([]);
      expect(sent).toBeGreaterThanOrEqual(LEAST);
      expect(refused).toBeGreaterThan(LEAST / 2);
    }, 120_000);
  },
);

async function compare(
  operationId: string,
  operation: ProbedOperation,
  seed: number,
): Promise<{ differences: string[]; sent: number; refused: number }> {
  const hasWallet = operation.parameters.some(({ name }) => name === 'WALLET_ID');
  const needsCode = operationId.startsWith('listWallet');
  const signer = signers[needsCode ? 'readonly' : (KINDS[operationId] ?? 'withdrawal')];
  if (!signer) throw new Error('There is nobody to sign.');
  const template = operation.parameters[0]?.template ?? operation.path;
  const at = template.split('/').indexOf('{WALLET_ID}');
  const body = BODIES[operationId];
  const base: Draft = {
    method: operation.method,
    segments: operation.path
      .split('/')
      .map((segment, i) => (hasWallet && i === at ? String(signer.walletId) : segment)),
    query: Object.entries(operation.query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body,
  };
  const differences: string[] = [];
  let refused = 0;
  const changes = changesOf(editsOf(operation, body), seed);
  for (const [nonce, edits] of changes.entries()) {
    const draft = edits.reduce((changed, edit) => edit.apply(changed), base);
    const bytes = written(draft, { ...signer, nonce });
    const [mocks, sandboxes] = [await send(mock.url, bytes), await send(lab.sandbox.url, bytes)];
    if (mocks[0] !== 200) refused++;
    const hangs = isOfState(sandboxes) || edits.some(({ hangsOnWallet }) => hangsOnWallet);
    if (isOfCode(sandboxes) || isOfKind(mocks, sandboxes) || (mocks[0] === 200 && (sandboxes[0] === 200 || hangs)))
      continue;
    if (JSON.stringify(mocks) !== JSON.stringify(sandboxes))
      differences.push(
        `${edits.map(({ says }) => says.slice(0, 80)).join(' and ')}: ${[mocks, sandboxes].map((each) => JSON.stringify(each).slice(0, 200)).join(' but ')}`,
      );
  }
  return { differences, sent: changes.length, refused };
}
