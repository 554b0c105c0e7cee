/** The mock as an HTTP server. */
import type { Socket } from 'node:net';
import { withAnswersOf } from '@wallet-operations/answers';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import {
  disposable,
  HEALTH,
  quietly,
  readBody,
  sendFaulty,
  sendHealth,
  sendJson,
  serve,
  type Serving,
} from '@wallet-operations/serving';
import type { OpenApiDocument } from '@wallet-operations/validator';
import { type AnswererOptions, createAnswerer } from '../answer/answerer.ts';
import type { MockAnswer } from '../answer/messages.ts';
import { CORS_HEADERS, isPreflight, preflightHeaders } from './cors.ts';

/** How to start a mock. */
export interface MockOptions extends AnswererOptions {
  /** Port to listen on; 0, the default, takes any free one. */
  readonly port?: number;
  /** Address to listen on. Default: the loopback address 127.0.0.1. */
  readonly host?: string;
  /** Path segment that your product has in the place of `svc`. Default: `svc`. */
  readonly product?: string;
  /** Lets pages of any origin call the mock. Default: false. */
  readonly cors?: boolean;
  /** Document to answer from. Default: the published one. */
  readonly document?: OpenApiDocument;
  /**
   * File with answers of your operator, an OpenAPI Overlay, which settle open points of the document: for this mock, and no other
   * in the process.
   */
  readonly overlay?: string;
  /**
   * Called once each answer is given to the socket, but those to preflights and health checks; for the fault `slow`, before it waits. What
   * it throws, or rejects with, is passed over. Default: nothing.
   */
  readonly log?: (entry: MockLogEntry) => void;
}

/** One request with its answer. */
export interface MockLogEntry {
  readonly method: string;
  readonly url: string;
  /** As the caller saw it; 0 where a fault left nothing of the answer. */
  readonly status: number;
  /** The operation that answered. Undefined where none did. */
  readonly operationId: string | undefined;
  /** Why it was this answer. */
  readonly because: string;
}

/** A running mock. */
export type Mock = Serving;

/**
 * Starts the mock. It answers all operations of the document and keeps no state, but for what faults have to count.
 *
 * @throws AnswerError for an overlay that holds no answers; FaultError for a fault that there is not; the error of the socket, `EADDRINUSE` for a port that is taken
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const { port = 0, host = '127.0.0.1', product = 'svc', document = bundled, overlay } = options;
  const { cors = false, log, clock } = options;
  const answer = await createAnswerer(withAnswersOf<OpenApiDocument>(document, overlay), product, options);
  /** Connections that no answer will ever end. */
  const silent = new Set<Socket>();

  const serving = await serve({ host, port }, async (request, response) => {
    const { method = 'GET', url = '/', headers, socket } = request;
    if (cors && isPreflight(method, headers)) {
      response.writeHead(204, preflightHeaders(headers)).end();
      return;
    }
    const always = cors ? CORS_HEADERS : {};
    if (url === HEALTH) {
      sendHealth(response, always);
      return;
    }
    const body = await readBody(request);
    // Node joins repeated headers; only set-cookie, which is no request's, is a list.
    const single = headers as Record<string, string | undefined>;
    const { operationId, fault, ...result } = await answer({ method, url, headers: single, body }).catch(broken);
    const whole = { ...result, body: JSON.stringify(result.body) };
    let { status } = result;
    if (fault) status = sendFaulty(fault, response, whole, always, clock?.after);
    else sendJson(response, whole, always);
    if (status === 0 && !socket.destroyed && !silent.has(socket))
      silent.add(socket.once('close', () => silent.delete(socket)));
    quietly(() => log?.({ method, url, status, operationId, because: result.because }));
  });
  return disposable({
    ...serving,
    close() {
      for (const socket of silent) socket.destroy();
      return serving.close();
    },
  });
}

/** A fault of the mock itself, never of the request. */
const broken = (error: unknown): MockAnswer => ({
  status: 500,
  body: { error: `The mock is broken: ${error instanceof Error ? error.message : String(error)}` },
  because: 'a fault of the mock',
});
