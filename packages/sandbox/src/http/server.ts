/** The sandbox on a socket: which requests are control's, what is logged, and the faults that users asked for. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brokenBy, readBody, sendFaulty, sendJson, serve, type Serving } from '@wallet-operations/serving';
import { Replaced, type Context } from '../context.ts';
import type { Answer, Service } from '../service/service.ts';
import type { Trace } from '../service/trace.ts';
import { shown, shownTarget } from '../service/shown.ts';
import { answerControl, isControl, type Controlled } from './control.ts';

/** One request with its answer, for the log. */
export interface LogEntry {
  /** Its number in the log of requests; control has none. */
  readonly number?: number;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly because: string;
}

/** What is served. */
export interface Served extends Controlled {
  readonly service: Service;
}

/** How requests are taken. */
export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  readonly log: ((entry: LogEntry) => void) | undefined;
}

/** Starts the server. @throws the error of the socket, `EADDRINUSE` for a port that is taken. */
export function serveSandbox(served: Served, options: ServerOptions): Promise<Serving> {
  return serve({ ...options, deadline: 0 }, async (request, response) => {
    const { url = '/' } = request;
    const began = performance.now();
    const body = await readBody(request);
    if (!isControl(url)) await answer(served, options, { request, response, body, began });
    else await control(served, options, { request, response, body, began });
  });
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer | undefined;
  /** Of the machine's monotonic clock. */
  readonly began: number;
}

async function control(served: Served, { log }: ServerOptions, { request, response, body }: Exchange): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const result = await answerControl(served, request, response, body).catch(broken);
  if (!result) return;
  send(served.context, response, result);
  const path = shown(served.context, url.replace(/\?.*/, ''));
  log?.({ method, url: path, status: result.status, because: shown(served.context, result.because) });
}

async function answer(
  { context, service }: Served,
  { log }: ServerOptions,
  { request, response, body, began }: Exchange,
): Promise<void> {
  const { method = 'GET', url: target = '/', socket } = request;
  const headers = request.headers as Record<string, string | undefined>; // only set-cookie, which is no request's, is a list
  const ip = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const trace: Trace = {};
  const at = context.clock.now();
  const result = await service.answer({ method, target, headers, body, ip }, trace).catch((error: unknown) => {
    trace.why = error instanceof Error ? error.message : String(error);
    return broken(error);
  });
  const status = send(context, response, result);
  const milliseconds = performance.now() - began;
  const { body: answer, fault } = result;
  const number = service.requests.add(
    { at, method, target, headers, body, status, answer, fault: fault?.kind, milliseconds },
    trace,
  );
  context.tell('answer', `${String(number)} → ${String(status)}`);
  log?.({ number, method, url: shownTarget(context, target), status: result.status, because: result.because });
}

/** A fault of the sandbox itself, never of the request. */
const broken = (error: unknown): Answer => ({
  ...(error instanceof Replaced
    ? { status: 500, body: JSON.stringify({ error: error.message }) }
    : brokenBy('sandbox', error)),
  because: error instanceof Error ? (error.stack ?? error.message) : String(error),
});

/** Gives the status that the caller sees, 0 for none. */
function send(context: Context, response: ServerResponse, result: Answer): number {
  // the sandbox's own time, by which clients learn how far theirs is off
  const headers = { date: dateOf(Math.floor(context.clock.now() / 1000)) };
  if (result.fault) return sendFaulty(result.fault, response, result, headers);
  sendJson(response, result, headers);
  return result.status;
}

let [latest, latestDate] = [NaN, ''];

/** A time as HTTP writes it: by far most answers have the second of the one before. */
function dateOf(second: number): string {
  if (second !== latest) [latest, latestDate] = [second, new Date(second * 1000).toUTCString()];
  return latestDate;
}
