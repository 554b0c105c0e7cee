/** What control shows of the sandbox: the live page, what is on it as JSON, and what happens as server-sent events. */
import type { ServerResponse } from 'node:http';
import type { Context } from '../context.ts';
import type { Overview } from '../control/overview.ts';
import type { Answer } from '../service/service.ts';
import { refused, shows } from './control-answer.ts';
import { putTogether } from './put-together.ts';
import { unknownIn } from './query.ts';

const page = putTogether(new URL('../page/', import.meta.url));

/** What is shown. */
export interface Viewed {
  readonly context: Context;
  readonly overview: () => Overview;
}

/** Nothing but the page's own style and script, by their hashes, and nothing from elsewhere. */
const POLICY = `default-src 'none'; style-src '${page.style}'; script-src '${page.script}'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Bytes that wait for a page; one that reads no more connects again once it does. */
export const MOST_UNREAD = 1024 * 1024;

/** Answers a GET; undefined for the stream of events. */
export function servePage(
  { context, overview }: Viewed,
  name: string,
  query: URLSearchParams,
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
  if (name === 'state') {
    const unknown = unknownIn(query, []);
    return unknown === undefined ? shows(name, overview()) : refused(400, unknown);
  }
  if (name === 'events') {
    stream(context, response);
    return undefined;
  }
  return { ...refused(404, `There is nothing at ${name}`), because: 'control: unknown' };
}

function stream(context: Context, response: ServerResponse): void {
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
