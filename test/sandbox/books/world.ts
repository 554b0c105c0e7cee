/** A sandbox, its wallets and a receiver of callbacks, and the books of all of it: what a program acts on. */
import {
  createWalletClient,
  parseJson,
  sortedSha256,
  stringifyJson,
  systemClock,
  type Wallet,
  type WalletClient,
} from '@wallet-operations/client';
import { startSandbox, type Sandbox, type SandboxOptions, type WalletAccess } from '@wallet-operations/sandbox';
import { START } from '../lab.ts';
import { startReceiver, type Receiver, type Told } from '../receiver.ts';
import { CURRENCIES, type Account, type AccountPlan } from './accounts.ts';
import { at, type Books, type Tariff } from './books.ts';
import { mine } from './chain.ts';

/** Changes what the sandbox answers, as a service that lies would. */
export type Lie = (answer: unknown, path: string) => unknown;

/** How a world is made. */
export interface WorldOptions {
  readonly plans: readonly AccountPlan[];
  readonly tariff: Tariff;
  readonly lie?: Lie;
  /** What the receiver is told in the place of one callback. */
  readonly deliver?: (told: Told) => readonly Told[];
  /** File that keeps the state, so that it may be started again. */
  readonly data?: string;
}

type Credentials = Pick<WalletAccess, 'apiCode' | 'secret'>;

/** What calls are signed with: for each wallet, and for reading all of them. */
interface Access {
  readonly wallets: ReadonlyMap<string, WalletAccess>;
  readonly readOnly: Credentials;
}

/** A snapshot, and all that belongs to it on this side. */
interface Kept {
  readonly name: string;
  readonly books: Books;
  readonly log: readonly Told[];
  readonly access: Access;
}

/** All that a program acts on. */
export interface World {
  books: Books;
  sandbox: Sandbox;
  /** What the receiver got since the state began. */
  log: Told[];
  readonly options: WorldOptions;
  readonly receiver: Receiver;
  readonly snapshots: Kept[];
  /** Credentials of each wallet, and of whoever may see all. */
  access: Access;
  /** The wallet of a name, for calls. */
  readonly walletOf: (name: string) => Wallet;
  /** Whoever may see all wallets. */
  readonly readOnly: () => WalletClient;
  /** Empties the sandbox, and makes its wallets anew. */
  readonly begin: () => Promise<void>;
  readonly snapshot: () => Promise<string>;
  readonly restore: (kept: Kept) => Promise<void>;
  /** Ends the process, as it were, and starts it again on its file. */
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const OPTIONS: SandboxOptions = { running: false, startAt: START, seeded: false, limits: { callsPerMinute: Infinity } };

/** Starts it. */
export async function startWorld(options: WorldOptions): Promise<World> {
  const start = (): Promise<Sandbox> => startSandbox({ ...OPTIONS, ...(options.data && { data: options.data }) });
  const clients = new Map<string, WalletClient>();
  const clientOf = (name: string, credentials: Credentials): WalletClient => {
    const client = clients.get(name) ?? clientFor(world.sandbox, credentials, options.lie);
    clients.set(name, client);
    return client;
  };
  const receiver = await startReceiver(
    () => Promise.resolve(new Response(null, { status: 200 })),
    (told) => {
      world.log.push(...(options.deliver?.(told) ?? [told]));
      return world.books.receiverUp ? undefined : 503;
    },
  );
  const world: World = {
    books: emptyBooks(options.tariff),
    sandbox: await start(),
    log: [],
    options,
    receiver,
    snapshots: [],
    access: { wallets: new Map(), readOnly: { apiCode: '', secret: '' } },
    walletOf(name) {
      const access = world.access.wallets.get(name);
      if (access === undefined) throw new Error(`There is no wallet ${name}.`);
      return clientOf(name, access).wallet(access.walletId);
    },
    readOnly: () => clientOf('', world.access.readOnly),
    async begin() {
      await world.sandbox.control.reset();
      clients.clear();
      world.log = [];
      world.books = emptyBooks(options.tariff);
      world.books.now = world.sandbox.now();
      await world.sandbox.control.clearCallbackFaults(); // faults are no part of the state
      const wallets = await makeWallets(world);
      world.access = { wallets, readOnly: await world.sandbox.control.createReadOnlyCode() };
      await world.sandbox.control.mine();
      mine(world.books);
    },
    async snapshot() {
      const { snapshot: name } = await world.sandbox.control.snapshot();
      world.snapshots.push({ name, books: structuredClone(world.books), log: world.log.slice(), access: world.access });
      return name;
    },
    async restore({ name, books, log, access }) {
      await world.sandbox.control.restore({ snapshot: name });
      clients.clear();
      await world.sandbox.control.clearCallbackFaults();
      Object.assign(world, { books: { ...structuredClone(books), disturbed: '' }, log: log.slice(), access });
    },
    async restart() {
      await world.sandbox.close();
      clients.clear();
      world.snapshots.length = 0; // they end with the process
      world.sandbox = await start();
      await world.sandbox.control.clearCallbackFaults();
      world.books.disturbed = '';
    },
    async close() {
      await world.sandbox.close();
      await receiver.close();
    },
  };
  await world.begin();
  return world;
}

/** A client of a sandbox, which may be lied to. */
export function clientFor(
  { url, now }: Sandbox,
  credentials: { apiCode: string; secret: string },
  lie?: Lie,
): WalletClient {
  return createWalletClient({
    baseUrl: url,
    credentials,
    attempts: 1,
    sign: sortedSha256(() => crypto.randomUUID()),
    clock: { ...systemClock, now },
    ...(lie && { fetch: lyingFetch(lie) }),
  });
}

function lyingFetch(lie: Lie): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const response = await fetch(request);
    const { pathname } = new URL(request.url);
    const answer = response.ok ? stringifyJson(lie(parseJson(await response.text()), pathname)) : response.body;
    return new Response(answer, { status: response.status, headers: response.headers });
  };
}

async function makeWallets({ sandbox, books, receiver, options }: World): Promise<Map<string, WalletAccess>> {
  const wallets = new Map<string, WalletAccess>();
  for (const plan of options.plans) {
    const { name, parent, balance, ...how } = plan;
    const parentId = parent === undefined ? undefined : wallets.get(parent)?.walletId;
    const access = await sandbox.control.createWallet({
      ...{ ...how, name, prefix: `${name}_`, callbackUrl: receiver.url },
      ...(balance !== undefined && { balance }),
      ...(parentId !== undefined && { parentId }),
    });
    wallets.set(name, access);
    const account = accountFor(plan, access);
    books.accounts.push(account);
    if (balance !== undefined) books.held.set(at(name), BigInt(balance) * 10n ** BigInt(account.decimals));
  }
  return wallets;
}

const accountFor = (plan: AccountPlan, { walletId, address, asset, prefix }: WalletAccess): Account => ({
  name: plan.name,
  walletId,
  kind: plan.kind,
  currency: plan.currency,
  asset,
  decimals: plan.token?.decimals ?? CURRENCIES[plan.currency].decimals,
  contract: plan.token?.contract ?? '',
  address,
  prefix,
  whitelistOnly: plan.whitelistOnly ?? false,
  ...(plan.token && plan.token.standard !== 'erc20' && { single: plan.token.standard }),
  ...(plan.parent !== undefined && { parent: plan.parent }),
});

const emptyBooks = (tariff: Tariff): Books => ({
  now: START,
  nextBlockAt: Infinity,
  accounts: [],
  tariff,
  blocks: [],
  held: new Map(),
  orders: [],
  deposits: [],
  told: [],
  vault: [],
  addresses: [],
  listed: [],
  receiverUp: true,
  disturbed: '',
  count: 0,
});

/** Options of every sandbox here. */
export const sandboxOptions = OPTIONS;
