/** From a request to its answer: the order of checks, and nothing of sockets. */
import { ASSUMED_KINDS } from '../assumed.ts';
import type { Fault } from '../control/faults.ts';
import { operations, type Operation, type OperationId } from '../document/document.ts';
import { stringifyJson } from '../document/json.ts';
import { Refusal, refuse } from '../document/rows.ts';
import { createReader, type RequestReader } from '../document/request.ts';
import { route } from '../document/route.ts';
import { validatorAt, type Validate } from '../document/validate.ts';
import { handlers } from '../operations/index.ts';
import type { Handler } from '../operations/handler.ts';
import type { Wallet } from '../state/wallets.ts';
import type { World } from '../world.ts';

/** A request as it came. */
export interface Incoming {
  readonly method: string;
  /** Percent-encoded, with the document's own `svc`. */
  readonly path: string;
  /** The path as it was sent, which is what is signed. */
  readonly sentPath: string;
  readonly query: string;
  readonly header: (name: string) => string | undefined;
  readonly body: string;
  readonly ip: string;
}

/** What is sent back. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What shall happen to this answer. */
  readonly fault?: Fault;
  /** Why it is this answer, for the log. */
  readonly because: string;
}

interface Prepared {
  readonly reader: RequestReader;
  readonly checkResult: Validate;
  readonly handle: Handler<OperationId>;
}

/** Compiled when first asked for: most users call a few operations. */
const prepared = new Map<Operation, Prepared>();

function prepare(operation: Operation): Prepared {
  let found = prepared.get(operation);
  if (!found) {
    found = {
      reader: createReader(operation),
      checkResult: validatorAt(operation.resultPointer),
      handle: handlers[operation.operationId] as unknown as Handler<OperationId>,
    };
    prepared.set(operation, found);
  }
  return found;
}

/** Compiles one operation in each turn of the loop, so that neither the start is slow nor, soon after it, any first request. */
export function prepareAll([next, ...rest] = operations): void {
  if (!next) return;
  prepare(next);
  setImmediate(prepareAll, rest).unref();
}

/** Answers a request. It throws only for faults of the sandbox itself. */
export async function answer(world: World, incoming: Incoming): Promise<Answer> {
  const found = route(incoming.method, incoming.path);
  if (!('operation' in found)) return outside(incoming, found.allowed);
  const { operation, segments } = found;
  const fault = world.faults.take(operation.operationId);
  if (fault?.kind === 'lost-request' || fault?.kind === 'bad-gateway') return { ...GATEWAY, fault };
  let result: Answer;
  try {
    const value = await carryOut(world, operation, segments, incoming);
    result = { status: 200, body: stringifyJson(value), because: operation.operationId };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    result = {
      status: error.status,
      body: stringifyJson(error.body),
      because: `${operation.operationId}: ${error.reason}`,
    };
  }
  await world.store.committed();
  if (fault?.kind === 'bad-gateway-after') return { ...GATEWAY, fault };
  return fault ? { ...result, fault } : result;
}

const GATEWAY: Answer = {
  status: 502,
  body: '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
  headers: { 'content-type': 'text/html' },
  because: 'an injected fault',
};

async function carryOut(
  world: World,
  operation: Operation,
  segments: Readonly<Record<string, string>>,
  incoming: Incoming,
): Promise<unknown> {
  const { reader, checkResult, handle } = prepare(operation);
  const id = segments.WALLET_ID;
  if (id !== undefined && !/^-?\d{1,40}$/.test(id)) refuse('invalid_wallet_id');
  const walletId = id === undefined ? undefined : BigInt(id);
  const parameters = new URLSearchParams(incoming.query);
  world.authenticator.check(world, operation, walletId, {
    method: incoming.method,
    path: incoming.sentPath,
    query: incoming.query,
    parameters,
    body: incoming.body,
    apiCode: incoming.header('x-api-code'),
    checksum: incoming.header('x-checksum'),
  });
  const wallet = walletId === undefined ? undefined : world.wallets.find(walletId);
  if (wallet && !isAllowed(operation, wallet)) refuse('not_found');
  const result: unknown = await handle({
    world,
    operation,
    wallet,
    path: reader.path(segments),
    query: reader.query(parameters),
    body: reader.body(incoming.body, incoming.header('content-type')),
    ip: incoming.ip,
  } as unknown as Parameters<typeof handle>[0]);
  const [violation] = checkResult(result);
  if (violation)
    throw new Error(`The result of ${operation.operationId} does not fit the document: ${violation.message}`);
  return result;
}

const isAllowed = ({ operationId, kinds = ASSUMED_KINDS[operationId] }: Operation, { kind }: Wallet): boolean =>
  kinds?.includes(kind) ?? true;

/** A path or a method that no operation has. */
function outside({ method, sentPath }: Incoming, allowed: readonly string[]): Answer {
  if (allowed.length === 0)
    return { status: 404, body: JSON.stringify({ error: `No operation at ${sentPath}` }), because: 'unknown path' };
  return {
    status: 405,
    body: JSON.stringify({
      error: `No operation answers ${method} at ${sentPath}; ${allowed.join(' and ')} would be answered`,
    }),
    headers: { allow: allowed.join(', ') },
    because: 'unknown method',
  };
}
