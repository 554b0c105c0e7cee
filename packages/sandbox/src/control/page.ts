/** What control shows of the sandbox: the live page, what is on it as JSON, and what happens as server-sent events. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { stringifyJson } from '../document/json.ts';
import type { Answer } from '../http/answer.ts';
import type { Sandbox } from '../sandbox.ts';

const page = readFileSync(new URL('../page/index.html', import.meta.url), 'utf8');

/** Nothing but the page's own style and script, and nothing from elsewhere. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'";

/** Answers a GET; undefined for the stream of events. */
export function servePage(
  sandbox: Sandbox,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Answer | undefined {
  if (name === '')
    return {
      status: 200,
      body: page,
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY },
      because: 'the page',
    };
  if (name === 'state') return { status: 200, body: stringifyJson(sandbox.overview()), because: 'control: state' };
  if (name === 'events') {
    stream(sandbox, request, response);
    return undefined;
  }
  return { status: 404, body: JSON.stringify({ error: `There is nothing at ${name}` }), because: 'control: unknown' };
}

function stream(sandbox: Sandbox, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(': connected\n\n');
  const stop = sandbox.listen((happening) => {
    response.write(`data: ${JSON.stringify(happening)}\n\n`);
  });
  request.on('close', stop);
}
