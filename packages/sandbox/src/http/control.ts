/** Control over HTTP, under a path of its own: `POST /_sandbox/<command>` with its input as JSON. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { inWords, type Parsed, type RawBody, readBody } from '@wallet-operations/validator';
import type { Answer } from '../service/service.ts';
import { problemOf } from '../control/checked.ts';
import { commands } from '../control/commands.ts';
import type { Control } from '../control/control.ts';
import type { Workbench } from '../control/workbench.ts';
import { refused, shows } from './control-answer.ts';
import { LISTEN, streamCallbacks, takeOutcome, type Heard } from './listen.ts';
import { servePage, type Viewed } from './page.ts';
import { answerView, type Looked } from './views.ts';
import { answerWorkbench } from './workbench.ts';

/** What control is of. */
export interface Controlled extends Viewed, Looked, Heard {
  readonly workbench: Workbench;
  readonly control: Control;
}

/** Where control is. */
export const CONTROL = '/_sandbox/';

/** Where people look for it, too. */
const WITHOUT_SLASH = CONTROL.slice(0, -1);

/** Whether a request is to control. */
export const isControl = (target: string): boolean =>
  target.startsWith(CONTROL) || target.replace(/\?.*/, '') === WITHOUT_SLASH;

/** Answers a request to control; undefined where the answer is a stream, under way already. */
export async function answerControl(
  controlled: Controlled,
  request: IncomingMessage,
  response: ServerResponse,
  body: RawBody,
): Promise<Answer | undefined> {
  const { method = 'GET', headers } = request;
  const url = new URL(request.url ?? '/', 'http://sandbox');
  if (url.pathname === WITHOUT_SLASH)
    return { status: 308, body: '{}', headers: { location: `${CONTROL}${url.search}` }, because: 'the page' };
  const stranger = refuseStranger(request, url, controlled.context.controlToken);
  if (stranger) return stranger;
  const name = url.pathname.slice(CONTROL.length);
  if (method === 'GET' && name === LISTEN) return streamCallbacks(controlled, url.searchParams, request, response);
  if (method === 'GET')
    return (
      answerView(controlled, name, url.searchParams) ??
      answerWorkbench(controlled.workbench, name, url.searchParams, `http://${headers.host ?? 'localhost'}`) ??
      servePage(controlled, name, url.searchParams, response)
    );
  if (method !== 'POST' || !(name === LISTEN || Object.hasOwn(commands, name)))
    return refused(
      404,
      `There is no command ${name}. Control takes POST with one of: ${Object.keys(commands).join(', ')}`,
    );
  const read = readBody(headers['content-type'], body?.length === 0 ? '{}' : body);
  // A page of another site can post a form without asking, but not JSON.
  if ('path' in read) return refused(read.code === 'content-type' ? 415 : 400, inWords(read));
  if (name === LISTEN) return takeOutcome(controlled, read);
  return run(controlled.control, name as keyof Control, read);
}

async function run(control: Control, name: keyof Control, { value: input, doubles }: Parsed): Promise<Answer> {
  const problem = problemOf(name, doubles, 'body');
  if (problem !== undefined) return refused(400, problem);
  try {
    const command = control[name] as (input: unknown) => Promise<unknown>;
    const result = await command(input);
    return shows(name, result ?? {});
  } catch (error) {
    return refused(400, (error as Error).message);
  }
}

/** Who may not: without the token where there is one, from another machine or site, or by a name that is not this machine's. */
function refuseStranger({ headers, socket }: IncomingMessage, url: URL, token: string | undefined): Answer | undefined {
  const host = headers.host ?? '';
  const name = host.replace(/:\d+$/, '');
  if (token === undefined && !/^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? ''))
    return refused(403, 'Control without a token answers this machine alone. Start the sandbox with --token');
  const isNumeric = /^(\d+\.){3}\d+$|^\[.*\]$/.test(name);
  if (!isNumeric && name !== 'localhost' && token === undefined)
    return refused(403, `Control without a token answers to localhost and to IP addresses, not to ${name}`);
  if (headers.origin !== undefined && headers.origin !== `http://${host}`)
    return refused(403, `Control does not answer pages of ${headers.origin}`);
  // a frame of another site's page has no origin; a link that a person follows is his own
  const site = headers['sec-fetch-site'] ?? 'none';
  if (!['none', 'same-origin'].includes(site) && headers['sec-fetch-dest'] !== 'document')
    return refused(403, 'Control does not answer pages of other sites');
  const given = headers.authorization?.replace(/^Bearer /i, '') ?? url.searchParams.get('token') ?? '';
  if (token !== undefined && !isSame(token, given))
    return refused(401, 'Control asks for its token: Authorization: Bearer <token>');
  return undefined;
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
