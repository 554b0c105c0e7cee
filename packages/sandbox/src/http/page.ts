/** What control shows of the sandbox: the live page, what is on it as JSON, and what happens as server-sent events. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { stringifyJson } from '@wallet-operations/json';
import type { Context } from '../context.ts';
import type { Overview } from '../control/overview.ts';
import type { Workbench } from '../control/workbench.ts';
import type { Answer } from '../service/service.ts';
import { putTogether } from './put-together.ts';
import { answerView } from './workbench.ts';

const page = putTogether(new URL('../page/', import.meta.url));

/** What is shown. */
export interface Viewed {
  readonly context: Context;
  readonly overview: () => Overview;
  readonly workbench: Workbench;
}

/** Nothing but the page's own style and script, by their hashes, and nothing from elsewhere. */
const POLICY = `default-src 'none'; style-src '${page.style}'; script-src '${page.script}'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Bytes that wait for a page; one that reads no more connects again once it does. */
export const MOST_UNREAD = 1024 * 1024;

/** Answers a GET; undefined for the stream of events. */
export function servePage(
  { context, overview, workbench }: Viewed,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Answer | undefined {
  if (name === '')
    return {
      status: 200,
      body: page.html,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': POLICY,
        'referrer-policy': 'no-referrer', // its address may have the token
      },
      because: 'the page',
    };
  if (name === 'state') return { status: 200, body: stringifyJson(overview()), because: 'control: state' };
  if (name === 'events') {
    stream(context, request, response);
    return undefined;
  }
  const { host = 'localhost' } = request.headers;
  const view = answerView(
    workbench,
    name,
    new URL(request.url ?? '/', 'http://sandbox').searchParams,
    `http://${host}`,
  );
  if (view) return view;
  return { status: 404, body: JSON.stringify({ error: `There is nothing at ${name}` }), because: 'control: unknown' };
}

function stream(context: Context, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(': connected\n\n');
  const stop = context.listen((happening) => {
    response.write(`data: ${JSON.stringify(happening)}\n\n`);
    if (response.writableLength <= MOST_UNREAD) return;
    stop(); // much may happen until it is closed
    response.destroy();
  });
  response.on('close', stop);
}
