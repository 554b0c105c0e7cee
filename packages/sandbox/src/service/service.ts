/** From a request to its answer: the order of checks, and nothing of sockets. */
import { stringifyJson } from '@wallet-operations/json';
import { isCarriedOut } from '@wallet-operations/serving';
import {
  type AnswerCheck,
  type Call,
  type Headers,
  memoized,
  type Operation,
  type RawBody,
  textOf,
  type Validator,
} from '@wallet-operations/validator';
import type { Context } from '../context.ts';
import { callersOf, type Interface } from '../document/document.ts';
import type { OperationId } from '../document/names.ts';
import { Refusal, refusalOf, refuse, unread } from '../document/refusal.ts';
import type { Handler } from '../operations/handler.ts';
import { handlers } from '../operations/index.ts';
import type { Wallet } from '../state/wallets.ts';
import { createAuthenticator, type Authenticator } from './authenticate.ts';
import type { Checksum } from './checksum.ts';
import { createFaults, type Fault, type Faults } from './faults.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';
import { shown } from './shown.ts';
import type { Trace } from './trace.ts';

/** A request as it came. */
export interface Incoming {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: RawBody;
  readonly ip: string;
  /** Whether it is a call of the sandbox itself, which no fault hits. */
  readonly isOwn?: boolean;
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

/** The service: what it answers, and what it remembers of its callers. */
export interface Service {
  /** Answers a request, and notes in `trace` what it is. It throws only for faults of the sandbox itself. */
  readonly answer: (incoming: Incoming, trace: Trace) => Promise<Answer>;
  /** An operation of the document. */
  readonly operationOf: (id: OperationId) => Operation;
  /** What goes wrong on purpose. */
  readonly faults: Faults;
  /** The latest requests. */
  readonly requests: RequestLog;
  /** Forgets the calls of the minute, the checksums seen, the faults to come, and the log of requests. */
  readonly forget: () => void;
  /** Compiles what requests need, an operation in each turn of the loop: neither the start is slow nor any first request. */
  readonly prepare: () => void;
}

/** Makes it. `product` is the path segment that stands for svc. */
export function createService(
  context: Context,
  { validatorFor, answerCheck }: Interface,
  checksum: Checksum,
  product: string,
): Service {
  const validator = validatorFor(product);
  const parts: Parts = {
    context,
    answerCheck,
    validator,
    authenticator: createAuthenticator(context, checksum),
    faults: createFaults(),
  };
  const { authenticator, faults } = parts;
  const requests = createRequestLog(context);
  return {
    answer: (incoming, trace) => answer(parts, incoming, trace),
    faults,
    operationOf(id) {
      const operation = validator.operations.find(({ operationId }) => operationId === id);
      if (!operation) throw new Error(`The document has no operation ${id}.`);
      return operation;
    },
    requests,
    forget() {
      authenticator.forget();
      faults.clear();
      requests.clear();
    },
    prepare() {
      const [first, ...others] = validator.operations;
      if (first) prepareAll(parts, first, others);
    },
  };
}

function prepareAll(parts: Parts, operation: Operation, [next, ...others]: readonly Operation[]): void {
  prepared(parts.validator)(parts.answerCheck)(operation);
  if (next) setImmediate(prepareAll, parts, next, others).unref();
}

const prepared = memoized((validator: Validator) =>
  memoized((answerCheck: AnswerCheck) =>
    memoized((operation: Operation) => {
      validator.check.prepare(operation);
      answerCheck.body(operation, 200, undefined);
      return true;
    }),
  ),
);

interface Parts {
  readonly context: Context;
  readonly answerCheck: AnswerCheck;
  readonly validator: Validator;
  readonly authenticator: Authenticator;
  readonly faults: Faults;
}

async function answer(parts: Parts, incoming: Incoming, trace: Trace): Promise<Answer> {
  const call = parts.validator.route(incoming.method, incoming.target);
  if (!('operation' in call)) {
    trace.why = shown(parts.context, call.body.error);
    return { ...call, body: JSON.stringify(call.body) };
  }
  const operationId = call.operation.operationId as OperationId;
  trace.operationId = operationId;
  if (call.segments.WALLET_ID !== undefined) trace.walletId = call.segments.WALLET_ID;
  const fault = incoming.isOwn ? undefined : parts.faults.take(operationId);
  if (fault && !isCarriedOut(fault)) {
    trace.why = 'not carried out, by an injected fault';
    return { ...NOT_CARRIED_OUT, fault };
  }
  let result: Answer;
  try {
    result = { status: 200, body: stringifyJson(await carryOut(parts, call, incoming)), because: operationId };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const message = shown(parts.context, error.message);
    const because = `${operationId}: ${message}`;
    trace.reason = error.reason;
    trace.why = message.slice(error.reason.length + ': '.length);
    if (error.toSign !== undefined) trace.toSign = shown(parts.context, error.toSign);
    result = { status: error.status, body: stringifyJson(error.body), because };
    parts.context.tell('request', `${String(error.status)} ${because}`);
  }
  await parts.context.store.committed();
  return fault ? { ...result, fault } : result;
}

const NOT_CARRIED_OUT: Answer = { status: 502, body: '', because: 'an injected fault' };

async function carryOut(
  { context, answerCheck, validator, authenticator }: Parts,
  call: Call,
  incoming: Incoming,
): Promise<unknown> {
  const { operation, segments, target } = call;
  const { method, headers, ip } = incoming;
  const refusal = validator.admit(call, headers);
  if (refusal) throw unread(refusal);
  const body = incoming.body === undefined ? undefined : textOf(incoming.body);
  // What is no text, or too large, has no checksum that could be compared.
  if (body === undefined) throw unread(validator.read(call, headers, incoming.body) as Parameters<typeof unread>[0]);

  const walletId = segments.WALLET_ID === undefined ? undefined : BigInt(segments.WALLET_ID);
  const { api_code } = authenticator.check(operation, walletId, {
    method,
    path: target.path,
    query: target.query,
    t: call.query.get('t') ?? '',
    body,
    apiCode: headers['x-api-code'] ?? '',
    checksum: headers['x-checksum'] ?? '',
  });
  const wallet = walletId === undefined ? undefined : context.wallets.find(walletId);
  if (wallet && !isAllowed(context, operation, wallet))
    refuse('not_found', {}, {}, `the wallet is a ${wallet.kind} wallet`);
  const values = validator.read(call, headers, body);
  if ('reason' in values) throw wallet ? ofItsKind(values, wallet, body) : unread(values);

  const handle = handlers[operation.operationId as OperationId] as unknown as Handler<OperationId>;
  const result: unknown = await handle({
    context,
    operation,
    wallet,
    ...values,
    apiCode: api_code,
    ip,
  } as unknown as Parameters<typeof handle>[0]);
  const [violation] = answerCheck.body(operation, 200, result);
  if (violation)
    throw new Error(`The result of ${operation.operationId} does not fit the document: ${violation.message}`);
  return result;
}

/** What refuses a sender that is told in part is said of delegated wallets alone: any other takes no sender at all. */
function ofItsKind(refusal: Parameters<typeof unread>[0], { kind }: Wallet, body: string): Refusal {
  if (kind === 'delegated' || !OF_DELEGATED.includes(refusal.reason)) return unread(refusal);
  const [, , index = ''] = refusal.violations[0]?.path ?? [];
  const { requests } = JSON.parse(body) as { requests: readonly { readonly order_id: string }[] };
  return refusalOf('from_address_not_supported', { ORDER_ID: requests[Number(index)]?.order_id ?? '' });
}

const OF_DELEGATED: readonly string[] = ['from_address_required', 'from_address_index_required'];

function isAllowed({ decisions }: Context, operation: Operation, { kind }: Wallet): boolean {
  const { kinds = decisions.kinds[operation.operationId as OperationId] } = callersOf(operation);
  return kinds?.includes(kind) ?? true;
}
