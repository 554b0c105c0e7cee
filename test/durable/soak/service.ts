/** The service in a bad week: faults at every call, answers lost, submissions that arrive late, lists and settings that change. */
import { once } from 'node:events';
import { createServer, request as send, Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { startSandbox, type Fault, type WalletAccess } from '@wallet-operations/sandbox';
import { LISTED, PREFIX, SANCTIONED, WALLETS } from './intents.ts';
import { LATEST, randomOf, type Plan } from './plan.ts';

/** The service. */
export interface Service {
  /** Where callers reach it, by a gateway that is not always in time. */
  readonly url: string;
  readonly accesses: readonly WalletAccess[];
  /** Requests by operation, and faults, so far. */
  readonly counts: Record<string, number>;
  /** From now on lists and settings stay as they are, and everybody is allowed. */
  readonly calm: () => Promise<void>;
  /** Adds up its own books. @returns what is wrong with them */
  readonly audit: () => Promise<readonly string[]>;
  /** Ends it; its books are in its file then. */
  readonly close: () => Promise<void>;
}

const KINDS: readonly Fault['kind'][] = [
  'lost-request',
  'lost-answer',
  'reset',
  'truncate',
  'silence',
  'bad-gateway',
  'bad-gateway-after',
  'slow',
];

/** Starts it. `file` keeps its books, `callbackUrl` hears of what comes into the chain. */
export async function startService(plan: Plan, file: string, callbackUrl: string): Promise<Service> {
  const random = randomOf(plan.seed + 2);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const counts: Record<string, number> = {};
  const count = (what: string): void => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  const sandbox = await startSandbox({
    data: file,
    seed: String(plan.seed),
    seeded: false,
    limits: { callsPerMinute: 3000, withdrawalsPerCall: 20, blockInterval: 1 },
    onError: () => undefined, // callbacks of which the receiver is away
    log({ because }) {
      const operation = because.split(':')[0] ?? '';
      count(operation.startsWith('an injected') ? 'hit before it was carried out' : operation);
      if (random() >= plan.faults) return;
      count('faults');
      control.injectFault({ kind: pick(KINDS), delay: 3000 }).catch(() => undefined);
    },
  });
  const { control } = sandbox;
  await control.blacklist({ address: SANCTIONED, causes: ['sanctions'] });
  const accesses: WalletAccess[] = [];
  for (let i = 0; i < WALLETS; i++)
    accesses.push(
      await control.createWallet({
        kind: 'withdrawal',
        currency: 'ETH',
        prefix: PREFIX,
        balance: '1000000',
        ...(callbackUrl !== '' && { callbackUrl }),
      }),
    );

  const gateway = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { method = 'GET', url = '/', headers } = request;
    const isLate = method === 'POST' && random() < plan.late;
    if (isLate) {
      count('late');
      request.socket.resetAndDestroy();
      await new Promise((resolve) => setTimeout(resolve, LATEST * random()));
    }
    const onwards = send({ port: sandbox.port, host: '127.0.0.1', method, path: url, headers, agent });
    onwards.on('error', () => response.destroy());
    onwards.on('response', (answer) => {
      answer.on('error', () => response.destroy());
      if (isLate) answer.resume();
      else answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
      answer.on('close', () => {
        if (!answer.complete) response.destroy();
      });
    });
    response.on('close', () => {
      if (!response.writableFinished && !isLate) onwards.destroy();
    });
    onwards.end(body);
  }

  /** What the owner of the wallets, and whoever keeps lists, changes now and then: and back again a moment later. */
  const changes: (() => Promise<() => Promise<void>>)[] = [
    async () => {
      const { walletId } = pick(accesses);
      await control.setWallet({ walletId, hasPolicy: false });
      return () => control.setWallet({ walletId, hasPolicy: true });
    },
    async () => {
      const { walletId } = pick(accesses);
      await control.setWallet({ walletId, acl: ['10.0.0.1'] });
      return () => control.setWallet({ walletId, acl: [] });
    },
    async () => {
      const { walletId } = pick(accesses);
      await control.setWallet({ walletId, whitelistOnly: true });
      return () => control.setWallet({ walletId, whitelistOnly: false });
    },
    async () => {
      const { apiCode } = pick(accesses);
      await control.setPermission({ apiCode, permitted: false });
      return () => control.setPermission({ apiCode, permitted: true });
    },
  ];
  const isRestless = { lists: true };
  const restless = (async () => {
    const doomed = new Set<string>();
    for (let i = 0; isRestless.lists; i++) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      await control.blacklist({ address: pick(LISTED), causes: random() < 0.5 ? ['rumours'] : [] });
      for (const { orderId, walletId, stage, address } of sandbox.overview().orders)
        if (stage === 'inPool' && !doomed.has(orderId) && isDoomed(address)) {
          doomed.add(orderId);
          await control.failOrder({ walletId: BigInt(walletId), orderId }).catch(() => undefined); // it is in the chain by now
        }
      if (i % 20 !== 19) continue;
      const back = await pick(changes)();
      await new Promise((resolve) => setTimeout(resolve, 600));
      await back();
    }
  })();

  return {
    url: `http://127.0.0.1:${String((gateway.address() as AddressInfo).port)}`,
    accesses,
    counts,
    async calm() {
      isRestless.lists = false;
      await restless;
    },
    audit: async () => (await control.audit()).problems,
    async close() {
      isRestless.lists = false;
      await restless;
      gateway.closeAllConnections();
      gateway.close();
      agent.destroy();
      await sandbox.close();
    },
  };
}

const isDoomed = (address: string): boolean => address.startsWith('0xdd');
