/** The sandbox as a library: the service in this very process. */
import { createListeners } from './listeners.ts';
import { fundWaiting, noteAllWaiting } from './chain/waiting.ts';
import { checkToken } from './control-token.ts';
import { createContext, type Happening, type Limits } from './context.ts';
import { createCaller } from './control/call.ts';
import {
  getCallback,
  listCallbacks,
  listInbox,
  type CallbackDetails,
  type CallbackEntry,
  type CallbackFilter,
  type InboxEntry,
} from './control/callbacks.ts';
import type { Control } from './control/control.ts';
import { createControl } from './control/create-control.ts';
import { howMany } from './control/how-many.ts';
import { createOverview, type Overview } from './control/overview.ts';
import { createWorkbench } from './control/workbench.ts';
import { seed } from './control/seed.ts';
import { readInterface } from './document/document.ts';
import type { Decisions } from './document/points.ts';
import { serveSandbox, type LogEntry } from './http/server.ts';
import { sortedSha256, type Checksum } from './service/checksum.ts';
import type { RequestDetails, RequestEntry, RequestFilter } from './service/request-log.ts';
import { createService } from './service/service.ts';
import { openState } from './state/state.ts';
import { createTime } from './time.ts';

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
  /**
   * File with answers of your operator, an OpenAPI Overlay, which settle open points of the document: this sandbox then does as they
   * say, and another in the same process as its own. A `data` file may go on under other answers; callbacks stay as they were sent.
   */
  readonly overlay?: string;
  /** Computes what X-CHECKSUM must be. Default: the scheme of the document's point `checksum`. */
  readonly checksum?: Checksum;
  /** Lets callbacks go to private addresses other than loopback. Default: false. */
  readonly allowPrivate?: boolean;
  /** What control under `/_sandbox/` asks for: visible ASCII characters, with spaces only between them. Default: nothing. */
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
  /** What it does where the interface is silent: as the document assumes, or as the overlay answers. */
  readonly decisions: Decisions;
  /** Milliseconds on its clock. */
  readonly now: () => number;
  /** Its wallets, and the latest orders and callbacks: 25 of each, or as many as are asked for, with Infinity all. */
  readonly overview: (latest?: number) => Overview;
  /**
   * The latest requests to the service, refused or not, with reasons, the latest first: 25, or as many as are asked for, with Infinity
   * all, of the 1000 that are kept. A reset or restore empties the log.
   */
  readonly requests: (filter?: RequestFilter) => RequestEntry[];
  /** One of them, with headers and body. @throws Error for a number that is not kept */
  readonly request: (number: number) => RequestDetails;
  /** The latest callbacks with their attempts, the latest first: 25, or as many as are asked for, with Infinity all. */
  readonly callbacks: (filter?: CallbackFilter) => CallbackEntry[];
  /** One of them, with what was sent at each attempt. @throws Error for a serial that no callback has */
  readonly callback: (serial: bigint | string) => CallbackDetails;
  /** The latest callbacks of wallets whose `callbackUrl` is `inbox`, the latest first: 25, or as many as are asked for, with Infinity all. */
  readonly inbox: (filter?: CallbackFilter) => InboxEntry[];
  /** Tells of everything that happens. Returns what ends that. */
  readonly listen: (listener: (happening: Happening) => void) => () => void;
  /** Commits, stops listening and drops what is open. Once is enough; again it only waits. */
  readonly close: () => Promise<void>;
  /** The same, by which `await using` closes it. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

const LIMITS: Omit<Limits, 'timeWindow'> = {
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
 * @throws TypeError for an option that is empty, and a controlToken that no header carries; AnswerError for an overlay that holds no answers, or one that the sandbox cannot follow; the error of the socket, `EADDRINUSE` for a port that is taken; and that of SQLite for a file that is no state.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, host = '127.0.0.1', product = 'svc', seeded = true, running = true } = options;
  refuseEmpty(options);
  const { onError = (error) => process.stderr.write(`${String(error)}\n`) } = options;
  const surface = readInterface(options.overlay);
  const { decisions } = surface;
  const limits = { ...LIMITS, timeWindow: decisions.window, ...decisions.limits, ...options.limits };
  checkLimits(limits);
  const state = openState({ data: options.data, seed: options.seed, running, startAt: options.startAt, decisions });
  const { store, clock, wallets } = state;
  const closing = new AbortController();
  const context = createContext(state, {
    limits,
    allowPrivate: options.allowPrivate ?? false,
    controlToken: options.controlToken,
    listeners: createListeners(),
    closing: closing.signal,
    report: onError,
  });
  const time = createTime(context);
  const { checksum = sortedSha256 } = options;
  const service = createService(context, surface, checksum, product);
  const { requests } = service;
  const { operations } = surface.validatorFor(product);
  const workbench = createWorkbench(context, { operations, checksum, product, faults: service.faults });
  const overview = createOverview(context);
  const control = createControl(context, service, time, {
    isSeeded: seeded,
    call: createCaller(context, service, checksum, product),
  });
  if (seeded && wallets.all().length === 0)
    store.write(() => {
      seed(context);
    });
  store.write(() => {
    noteAllWaiting(context); // an earlier sandbox may have left some of which it did not see that they can be paid
    fundWaiting(context, clock.now());
  });
  await store.committed();

  const deliver = (): Promise<void> => {
    if (!clock.isRunning()) return time.settle(time.deliveries.mark());
    context.wake();
    return Promise.resolve();
  };

  const { log } = options;
  const serving = await serveSandbox(
    { context, service, requests, control, overview, deliver, workbench },
    { host, port, log },
  ).catch((error: unknown) => {
    store.close();
    throw error;
  });
  service.prepare();
  context.wake();
  const end = async (): Promise<void> => {
    closing.abort();
    await serving.close();
    await time.stop();
    try {
      clock.keep();
      await store.committed();
    } finally {
      store.close();
    }
  };
  let ended: Promise<void> | undefined;
  const close = (): Promise<void> => (ended ??= end()); // `await using` closes what its block has closed itself
  return {
    url: serving.url,
    port: serving.port,
    control,
    decisions,
    now: clock.now,
    overview,
    requests: (filter = {}) => requests.list({ ...filter, latest: howMany(filter.latest) }),
    request: requests.get,
    callbacks: (filter) => listCallbacks(context, filter),
    callback: (serial) => getCallback(context, serial),
    inbox: (filter) => listInbox(context, filter),
    listen: context.listen,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** An empty variable of a script would keep nothing, or open control to everybody. @throws TypeError */
function refuseEmpty(options: SandboxOptions): void {
  checkToken('The option controlToken', options.controlToken);
  for (const [name, value] of Object.entries({ data: options.data, seed: options.seed, product: options.product }))
    if (value === '') throw new TypeError(`The option ${name} is empty. Give it a value, or leave it out.`);
  if (options.data === ':memory:')
    throw new TypeError('The option data is :memory:, which keeps nothing. Leave it out for memory.');
  if (options.data?.startsWith('file:'))
    throw new TypeError(`The option data is ${options.data}, an address. Give the path of a file.`);
}

/** What keeps callers out may be switched off. */
const isOff = (name: string, value: number): boolean =>
  value === Infinity && ['timeWindow', 'callsPerMinute'].includes(name);

/** @throws RangeError for a number with which no sandbox would work. */
function checkLimits(limits: Limits): void {
  for (const [name, value] of Object.entries({ ...limits }))
    if (!((value >= 0 && value <= 1e9) || isOff(name, value)) || (name === 'blockInterval' && value === 0))
      throw new RangeError(`The limit ${name} is ${String(value)}. Give a number above 0, and at most 1e9.`);
}
