/** The sandbox as a library: the service in this very process. */
import type { AddressInfo } from 'node:net';
import { createClock } from './chain/clock.ts';
import { setTip, tipOf } from './chain/height.ts';
import { createTime } from './chain/time.ts';
import { createControl, type Control } from './control/control.ts';
import { createFaults } from './control/faults.ts';
import { overviewOf, type Overview } from './control/overview.ts';
import { seed } from './control/seed.ts';
import { prepareAll } from './http/answer.ts';
import { createAuthenticator } from './http/authenticate.ts';
import { sortedSha256, type Checksum } from './http/checksum.ts';
import { createSandboxServer, type LogEntry } from './http/server.ts';
import { createIds } from './state/ids.ts';
import { readMeta, writeMeta } from './state/meta.ts';
import { openStore } from './state/store.ts';
import { createWallets } from './state/wallets.ts';
import type { Happening, Limits, World } from './world.ts';

/** How to start a sandbox. */
export interface SandboxOptions {
  /** Port to listen on; 0, the default, takes any free one. */
  readonly port?: number;
  /** Address to listen on. Default: the loopback address 127.0.0.1. */
  readonly host?: string;
  /** Path segment that your product has in the place of `svc`. Default: `svc`. */
  readonly product?: string;
  /** File that keeps the state. Default: memory. */
  readonly data?: string;
  /** What identifiers are made of: the same seed gives the same addresses, codes and hashes. Default: `sandbox`. */
  readonly seed?: string;
  /** Whether to start with wallets, if there are none yet. Default: true. */
  readonly seeded?: boolean;
  /** Whether time runs. Default: true. If not, only `control.advance` moves it. */
  readonly running?: boolean;
  /** Where time starts, in milliseconds. Default: now. */
  readonly startAt?: number;
  /** Computes what X-CHECKSUM must be. Default: the assumed scheme. */
  readonly checksum?: Checksum;
  /** Lets callbacks go to private addresses other than loopback. Default: false. */
  readonly allowPrivate?: boolean;
  /** What control under `/_sandbox/` asks for. Default: nothing. */
  readonly controlToken?: string;
  /** Numbers that the interface leaves open. */
  readonly limits?: Partial<Limits>;
  /** Called after each answer. Default: nothing. */
  readonly log?: (entry: LogEntry) => void;
  /** Called with what goes wrong besides requests. Default: written to stderr. */
  readonly onError?: (error: unknown) => void;
}

/** A running sandbox. */
export interface Sandbox {
  /** Base address for a client, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** What a test may do to it, and no caller of the service. */
  readonly control: Control;
  /** Milliseconds on its clock. */
  readonly now: () => number;
  readonly overview: () => Overview;
  /** Tells of everything that happens. Returns what ends that. */
  readonly listen: (listener: (happening: Happening) => void) => () => void;
  /** Commits, stops listening and drops what is open. */
  readonly close: () => Promise<void>;
}

const LIMITS: Limits = {
  callsPerMinute: 1000,
  withdrawalsPerCall: 500,
  depositAddresses: 100_000,
  whitelistDelay: 24 * 3600,
  blockInterval: 12,
  deliveryTimeout: 10_000,
};

/**
 * Starts a sandbox: all operations of the interface, with state.
 *
 * @throws the error of the socket, `EADDRINUSE` for a port that is taken; and that of SQLite for a file that is no state.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, host = '127.0.0.1', product = 'svc', seeded = true, running = true } = options;
  const { onError = (error) => process.stderr.write(`${String(error)}\n`) } = options;
  const store = openStore(options.data);
  const closing = new AbortController();
  const listeners = new Set<(happening: Happening) => void>();
  const clock = createClock(store, { running, at: options.startAt });
  const time = createTime(() => world, onError);
  const name = readMeta<string>(store, 'seed') ?? options.seed ?? 'sandbox';
  const world: World = {
    store,
    clock,
    ids: createIds(name),
    limits: { ...LIMITS, ...options.limits },
    wallets: createWallets(store),
    authenticator: createAuthenticator(options.checksum ?? sortedSha256),
    faults: createFaults(),
    allowPrivate: options.allowPrivate ?? false,
    closing: closing.signal,
    tell(kind, text) {
      for (const listener of listeners) listener({ kind, at: clock.now(), text });
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    wake: () => {
      time.wake();
    },
  };
  writeMeta(store, 'seed', name);
  setTip(store, tipOf(store, clock.now()));
  if (seeded && world.wallets.all().length === 0)
    store.write(() => {
      seed(world);
    });
  await store.committed();

  const server = createSandboxServer(world, () => sandbox, {
    product,
    controlToken: options.controlToken,
    log: options.log,
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve);
    });
  } catch (error) {
    store.close();
    throw error;
  }
  prepareAll();
  time.wake();
  const address = server.address() as AddressInfo;
  const sandbox: Sandbox = {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${String(address.port)}`,
    port: address.port,
    control: createControl(world, time, seeded),
    now: clock.now,
    overview: () => overviewOf(world),
    listen: world.listen,
    async close() {
      closing.abort();
      const closed = new Promise<void>((resolve) =>
        server.close(() => {
          resolve();
        }),
      );
      server.closeAllConnections();
      await closed;
      await time.stop();
      await store.committed();
      store.close();
    },
  };
  return sandbox;
}
