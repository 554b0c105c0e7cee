/** What networks and gateways do to an answer on its way: the faults that mock and sandbox share, by their names. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type JsonAnswer, sendJson } from './send.ts';

/** The name of a fault. */
export type WireFaultKind = keyof typeof WIRE_FAULTS;

/** A fault that hits one answer. */
export interface WireFault {
  readonly kind: WireFaultKind;
  /** Milliseconds, for `slow`. Default: 1000. */
  readonly delay?: number;
}

/** Runs something once after so many milliseconds. Returns what cancels it. */
export type After = (milliseconds: number, run: () => void) => () => void;

/** What a fault is. */
interface Definition {
  /** Whether the request is carried out all the same. */
  readonly isCarriedOut: boolean;
  /** Sends what it leaves of an answer. @returns the status that the caller sees, 0 for none. */
  readonly send: (exchange: Exchange) => number;
}

interface Exchange {
  readonly response: ServerResponse;
  readonly answer: JsonAnswer;
  readonly more: Readonly<Record<string, string>> | undefined;
  readonly delay: number | undefined;
  readonly after: After;
}

const DELAY = 1000;

const PAGE = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';

/** Ends the connection, once the requests before it on the same one are answered: Node forgets a destroyed answer that has no socket yet. */
const ending =
  (end: (socket: Socket) => void) =>
  ({ response }: Exchange): number => {
    if (response.socket) end(response.socket);
    else response.once('socket', end);
    return 0;
  };

const hangUp = ending((socket) => socket.destroy());
const reset = ending((socket) => socket.resetAndDestroy());

const gateway = ({ response, more }: Exchange): number => {
  sendJson(response, { status: 502, body: PAGE, headers: { 'content-type': 'text/html' } }, more);
  return 502;
};

const half = ({ response, answer, more }: Exchange): number => {
  const { status, headers } = answer;
  const body = Buffer.from(answer.body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': body.length,
    ...more,
    ...headers,
  });
  response.write(body.subarray(0, body.length >> 1), () => {
    response.destroy();
  });
  return status;
};

const late = ({ response, answer, more, delay = DELAY, after }: Exchange): number => {
  const cancel = after(delay, () => {
    sendJson(response, answer, more);
  });
  response.once('close', cancel);
  return answer.status;
};

/** Each by its name. */
export const WIRE_FAULTS = {
  'lost-request': { isCarriedOut: false, send: hangUp },
  'lost-answer': { isCarriedOut: true, send: hangUp },
  reset: { isCarriedOut: true, send: reset },
  truncate: { isCarriedOut: true, send: half },
  silence: { isCarriedOut: true, send: () => 0 },
  'bad-gateway': { isCarriedOut: false, send: gateway },
  'bad-gateway-after': { isCarriedOut: true, send: gateway },
  slow: { isCarriedOut: true, send: late },
} as const satisfies Readonly<Record<string, Definition>>;

/** Whether a request is carried out although a fault hits it. */
export const isCarriedOut = ({ kind }: WireFault): boolean => WIRE_FAULTS[kind].isCarriedOut;

/** Sends what a fault leaves of an answer, as `sendJson` sends all of it. @returns the status that the caller sees, 0 for none. */
export const sendFaulty = (
  { kind, delay }: WireFault,
  response: ServerResponse,
  answer: JsonAnswer,
  more?: Readonly<Record<string, string>>,
  after: After = afterUnref,
): number => WIRE_FAULTS[kind].send({ response, answer, more, delay, after });

/** The machine's own time. No process lives on for the sake of an answer. */
export const afterUnref: After = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds).unref();
  return () => {
    clearTimeout(timer);
  };
};
