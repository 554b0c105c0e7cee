/** Passes requests to the upstream and answers back, byte for byte, and tells what went by. */
import { type ClientRequest, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { sendJson } from '@wallet-operations/serving';
import { capture } from './capture.ts';
import type { Exchange } from './exchange.ts';
import { addTrailers, asksForAnotherProtocol, endToEnd, withoutBody } from './headers.ts';
import { readOn } from './read-on.ts';
import { reasonFor, type Trust } from './upstream.ts';

/**
 * Makes the forwarding to `upstream`, whose certificate is judged by `trust`. `done` is called once for each exchange, after its answer has gone out and its
 * request has come, or when one of them cannot come any more; `failure` then says why: that a proxy which `isClosing` drops a client is not the client's doing.
 */
export function createForward(
  upstream: URL,
  trust: Trust,
  done: (exchange: Exchange, failure?: string) => void,
  isClosing: () => boolean = () => false,
): (request: IncomingMessage, response: ServerResponse) => void {
  const send = upstream.protocol === 'https:' ? httpsRequest : httpRequest;
  const base = upstream.pathname.replace(/\/$/, '');

  return (request, response) => {
    const { method = 'GET', url = '/', headers: requestHeaders } = request;
    if (asksForAnotherProtocol(request)) {
      sendJson(response, NO_OTHER_PROTOCOL);
      return;
    }
    const startedAt = new Date();
    const began = performance.now();
    const sent = capture(request);
    let received: (() => Exchange['response']) | undefined;
    let settled = false;
    const settle = (failure?: string): void => {
      if (settled) return;
      settled = true;
      const answer = received?.();
      const times = { startedAt, milliseconds: Math.round((performance.now() - began) * 1000) / 1000 };
      done(
        { ...times, method, url, requestHeaders, requestBody: sent(), ...(answer && { response: answer }) },
        failure,
      );
    };
    let trouble: string | undefined;
    /** No answer comes any more: the client hears why, or sees that something is missing. */
    const giveUp = (error: NodeJS.ErrnoException): void => {
      if (settled) return;
      trouble ??= reasonFor(error);
      if (response.headersSent || response.destroyed) response.destroy();
      else unanswered(response, trouble);
      settle(trouble);
    };

    let outgoing: ClientRequest;
    try {
      // Each request has a connection of its own: one that is reused may be closed just then, and a withdrawal be in doubt.
      outgoing = send({
        protocol: upstream.protocol,
        hostname: upstream.hostname.replace(/^\[|\]$/g, ''),
        port: upstream.port,
        method,
        path: url === '*' ? url : base + url,
        headers: [...endToEnd(request, { host: upstream.host }), ...withoutBody(request)],
        agent: false,
        ...trust,
      });
    } catch (error) {
      giveUp(error as Error);
      return;
    }
    request.on('end', () => {
      addTrailers(outgoing, request);
    });
    request.pipe(outgoing);
    /** The rest of a request that nobody takes any more is read all the same, or its connection would stand still, and the next request with it. */
    const drain = (): void => {
      request.unpipe(outgoing).resume();
    };

    outgoing.on('socket', (socket) => {
      readOn(socket, (error) => (trouble ??= reasonFor(error)));
    });

    outgoing.on('information', (answer) => {
      inform(response, answer.statusCode, answer.headers.link);
    });
    outgoing.on('upgrade', (_, socket) => {
      socket.destroy();
      giveUp(new Error('it wants another protocol, status 101'));
    });
    outgoing.on('response', (answer) => {
      const { statusCode: status = 0, headers } = answer;
      const body = capture(answer);
      received = () => ({ status, headers, body: body() });
      answer.on('error', giveUp);
      response.sendDate = false; // the upstream's own, or none
      try {
        response.writeHead(status, reasonOf(answer), endToEnd(answer, { isOld: request.httpVersion === '1.0' }));
        response.write('', 'latin1'); // the headers, as they came: flushHeaders would write them as UTF-8
      } catch (error) {
        giveUp(error as Error); // a status below 100, say
        outgoing.destroy();
        return;
      }
      answer.on('end', () => {
        addTrailers(response, answer);
        drain();
        whenOver(request, settle); // it may be answered before it has come
      });
      answer.pipe(response);
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      drain();
      trouble ??= reasonFor(error);
      if (!received) giveUp(error); // otherwise the answer says whether it is whole
    });
    outgoing.on('close', () => {
      drain();
      if (!received) giveUp(new Error('it hung up'));
    });
    response.on('close', () => {
      if (response.writableFinished) return;
      outgoing.destroy();
      const { socket } = request;
      const isDropped = isClosing() && !socket.readableEnded && socket.errored === null; // or the client was first
      settle(isDropped ? 'the proxy was stopped' : 'the client hung up');
    });
  };
}

/** When a request has come, or cannot come any more. Once it is answered, Node does not tell it that its connection is gone. */
function whenOver(request: IncomingMessage, over: () => void): void {
  const { socket, readableEnded } = request;
  const isOver = (): void => {
    request.off('end', isOver);
    socket.off('close', isOver);
    over();
  };
  if (readableEnded || socket.destroyed) over();
  else {
    request.on('end', isOver);
    socket.on('close', isOver);
  }
}

/** What is no text would break out of the first line. */
const reasonOf = ({ statusMessage = '' }: IncomingMessage): string =>
  statusMessage.replace(/[^\t\x20-\x7e\x80-\xff]/g, '');

/** 102 and 103 go on to the client as far as Node can say them; others it says itself, or nobody asked for. */
function inform(response: ServerResponse, status: number | undefined, link: string | string[] | undefined): void {
  if (response.headersSent || response.req.httpVersion === '1.0') return;
  try {
    if (status === 102) response.writeProcessing();
    if (status === 103 && link !== undefined) response.writeEarlyHints({ link });
  } catch {
    // a hint that is none is left out
  }
}

/** An answer rather than an attempt: without the switch the service would get another request than was meant. */
const NO_OTHER_PROTOCOL = {
  status: 400,
  body: JSON.stringify({ error: 'The proxy carries HTTP alone: it cannot switch protocols. Ask without Upgrade.' }),
};

function unanswered(response: ServerResponse, reason: string): void {
  const error = `The proxy has no answer from its upstream: ${reason}`;
  sendJson(response, { status: 502, body: JSON.stringify({ error }) });
}
