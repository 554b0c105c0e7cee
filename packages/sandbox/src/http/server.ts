/** The sandbox on a socket: which requests are control's, what is logged, and the faults that users asked for. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brokenBy, readBody, sendFaulty, sendJson, serve, type Serving } from '@wallet-operations/serving';
import type { Context } from '../context.ts';
import type { Answer, Service } from '../service/service.ts';
import { shown } from '../service/shown.ts';
import { answerControl, CONTROL, type Controlled } from './control.ts';

/** One request with its answer, for the log. */
export interface LogEntry {
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
    const { method = 'GET', url = '/' } = request;
    const body = await readBody(request);
    const isControl = url.startsWith(CONTROL);
    const answering = isControl ? answerControl(served, request, response, body) : answer(served, request, body);
    const result = await answering.catch(broken);
    if (!result) return;
    send(served.context, response, result);
    options.log?.({
      method,
      url: shown(served.context, isControl ? url.replace(/\?.*/, '') : url),
      status: result.status,
      because: isControl ? shown(served.context, result.because) : result.because,
    });
  });
}

function answer({ service }: Served, request: IncomingMessage, body: Buffer | undefined): Promise<Answer> {
  const { method = 'GET', url: target = '/', socket } = request;
  const headers = request.headers as Record<string, string | undefined>; // only set-cookie, which is no request's, is a list
  const ip = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return service.answer({ method, target, headers, body, ip });
}

/** A fault of the sandbox itself, never of the request. */
const broken = (error: unknown): Answer => ({
  ...brokenBy('sandbox', error),
  because: error instanceof Error ? (error.stack ?? error.message) : String(error),
});

function send(context: Context, response: ServerResponse, result: Answer): void {
  // the sandbox's own time, by which clients learn how far theirs is off
  const headers = { date: new Date(context.clock.now()).toUTCString() };
  if (result.fault) sendFaulty(result.fault, response, result, headers);
  else sendJson(response, result, headers);
}
