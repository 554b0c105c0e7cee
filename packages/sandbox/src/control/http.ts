/** Control over HTTP, under a path of its own: `POST /_sandbox/<command>` with its input as JSON. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isNode } from '../document/document.ts';
import { parseJson, stringifyJson } from '../document/json.ts';
import { validatorOf, type Validate } from '../document/validate.ts';
import type { Answer } from '../http/answer.ts';
import type { Sandbox } from '../sandbox.ts';
import { commands } from './commands.ts';
import type { Control } from './control.ts';
import { servePage } from './page.ts';

/** Where control is. */
export const CONTROL = '/_sandbox/';

const validators = new Map<string, Validate>();

/** Answers a request to control; undefined where the answer is a stream, under way already. */
export async function answerControl(
  sandbox: Sandbox,
  request: IncomingMessage,
  response: ServerResponse,
  read: () => Promise<string | undefined>,
  token: string | undefined,
): Promise<Answer | undefined> {
  const { method = 'GET', headers } = request;
  const url = new URL(request.url ?? '/', 'http://sandbox');
  const stranger = refuseStranger(request, url, token);
  if (stranger) return stranger;
  if (method === 'GET') return servePage(sandbox, url.pathname.slice(CONTROL.length), request, response);
  const name = url.pathname.slice(CONTROL.length);
  if (method !== 'POST' || !Object.hasOwn(commands, name))
    return refused(
      404,
      `There is no command ${name}. Control takes POST with one of: ${Object.keys(commands).join(', ')}`,
    );
  // A page of another site can post a form without asking, but not JSON.
  if (headers['content-type']?.split(';')[0]?.trim() !== 'application/json')
    return refused(415, 'Control takes application/json');
  return run(sandbox, name as keyof Control, await read());
}

async function run(sandbox: Sandbox, name: keyof Control, text: string | undefined): Promise<Answer> {
  let input: unknown;
  try {
    input = text === '' ? {} : parseJson(text ?? '');
  } catch (error) {
    return refused(400, `The body is not JSON: ${(error as Error).message}`);
  }
  let validate = validators.get(name);
  if (!validate) validators.set(name, (validate = validatorOf(commands[name])));
  const [violation] = validate(input);
  if (violation || !isNode(input)) return refused(400, violation?.message ?? 'The body must be an object');
  try {
    const command = sandbox.control[name] as (input: unknown) => Promise<unknown>;
    const result = await command(input);
    return { status: 200, body: stringifyJson(result ?? {}), because: `control: ${name}` };
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
  const given = headers.authorization?.replace(/^Bearer /i, '') ?? url.searchParams.get('token') ?? '';
  if (token !== undefined && !isSame(token, given))
    return refused(401, 'Control asks for its token: Authorization: Bearer <token>');
  return undefined;
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const refused = (status: number, error: string): Answer => ({
  status,
  body: JSON.stringify({ error }),
  because: `control: ${error}`,
});
